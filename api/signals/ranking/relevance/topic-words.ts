/**
 * Estimates from the words of a signal whether it reports the kinds of news that a question asks
 * for. That customers should return kettles which may catch fire is a recall, although its vector
 * is like kettles. Pure.
 */
import type { WordWeights } from './word-weights.js';

/** Returns the probability that word pieces report what is asked: 0 to the greatest chance. */
export type TopicProbability = (tokens: readonly number[]) => number;

/** A kind is ignored if its logit is this much below the greatest one. */
const HOPELESS = 12;

export class TopicWords {
  readonly words: WordWeights;
  /** The bias of each kind: first the topics, then the subtypes without topics. */
  readonly biases: Float32Array;

  constructor(words: WordWeights, biases: Float32Array) {
    this.words = words;
    this.biases = biases;
  }

  /** `chances` are the probabilities that the question asks for each kind. */
  createProbability(chances: readonly number[]): TopicProbability {
    const { words, biases } = this;
    const logits = new Float64Array(biases.length);
    return (tokens) => {
      const { sums, scale } = words.sumsOf(tokens);
      let greatest = -Infinity;
      for (let kind = 0; kind < logits.length; kind += 1) {
        const logit = (biases[kind] ?? 0) + scale * (sums[kind] ?? 0);
        logits[kind] = logit;
        if (logit > greatest) greatest = logit;
      }
      let total = 0;
      let asked = 0;
      for (let kind = 0; kind < logits.length; kind += 1) {
        const below = greatest - (logits[kind] ?? 0);
        if (below > HOPELESS) continue;
        const power = Math.exp(-below);
        total += power;
        asked += power * (chances[kind] ?? 0);
      }
      return total > 0 ? asked / total : 0;
    };
  }
}
