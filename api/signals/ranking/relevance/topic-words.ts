/**
 * How surely the words of a signal tell of the kinds that a question asks for: that customers should return
 * kettles which may catch fire is a recall, although its vector is like kettles. Pure.
 */
import type { WordWeights } from './word-weights.js';

/** How surely word pieces tell of what is asked for: 0 to the greatest chance that a kind is asked for. */
export type TellsTopics = (tokens: readonly number[]) => number;

/** Beside the greatest, a kind with so much less evidence has no chance. */
const HOPELESS = 12;

export class TopicWords {
  readonly words: WordWeights;
  /** For each topic and subtype without topics, without a word. */
  readonly biases: Float32Array;

  constructor(words: WordWeights, biases: Float32Array) {
    this.words = words;
    this.biases = biases;
  }

  /** `chances`: how likely a question asks for each of them. */
  telling(chances: readonly number[]): TellsTopics {
    const { words, biases } = this;
    const evidence = new Float64Array(biases.length);
    return (tokens) => {
      const { sums, scale } = words.sumsOf(tokens);
      let most = -Infinity;
      for (let kind = 0; kind < evidence.length; kind += 1) {
        const own = (biases[kind] ?? 0) + scale * (sums[kind] ?? 0);
        evidence[kind] = own;
        if (own > most) most = own;
      }
      let all = 0;
      let asked = 0;
      for (let kind = 0; kind < evidence.length; kind += 1) {
        const less = most - (evidence[kind] ?? 0);
        if (less > HOPELESS) continue;
        const power = Math.exp(-less);
        all += power;
        asked += power * (chances[kind] ?? 0);
      }
      return all > 0 ? asked / all : 0;
    };
  }
}
