/**
 * Estimates from the words of a signal whether it reports the kinds of news that a question asks
 * for. That customers should return kettles which may catch fire is a recall, although its vector
 * is like kettles. Pure.
 */
import type { FindClauses } from '../words/clauses.js';
import type { Find } from '../words/phrases.js';
import type { WordWeights } from './word-weights.js';

export interface TopicProbabilities {
  /** That a signal reports what is asked: 0 to the greatest chance. */
  asked: number;
  /** That it denies something, although the question does not ask for denials: 0 to 1. */
  denied: number;
}

/** Returns the probabilities for the word pieces of a signal, and for its subtype (folded). */
export type ReadTopics = (tokens: readonly number[], subtypeKey?: string) => TopicProbabilities;

interface TextReaders {
  /** Finds a phrase with which a text denies something for certain. */
  findDenial?: Find;
  findClauses?: FindClauses;
}

/** A question asks for denials if their chance is at least this. */
const ASKS_FOR_DENIALS = 0.25;
/** How much a clause counts that reports what is asked more surely than the whole text. */
// "To fund its purchase of a rival, Example Foods sold bonds worth $40 million" reports a bond
// issue, although as a whole it is like texts about acquisitions.
// On 510 questions to thirteen invented worlds 0.5 to 0.8 are nearly equal: P@5 rises from 0.870 to
// 0.872, nDCG@10 from 0.891 to 0.892.
const CLAUSE_SHARE = 0.65;
/** Clauses are read if the whole text has at least this share of the greatest chance. */
// Without this, reading takes 5.2 to 8.5 ms for 600 texts instead of 4.0 to 5.9, and 3.4 to 4.5 if
// no clause is read. 0.02 and 0.05 are quicker, but P@5 falls by 0.0003 and 0.0013.
const LEAST_HINT = 0.01;
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

  /**
   * `chances` are the probabilities that the question asks for each kind; `denials` are the kinds
   * that deny something.
   */
  createReader(
    chances: readonly number[],
    denials: readonly number[],
    { findDenial, findClauses }: TextReaders = {},
  ): ReadTopics {
    const { words, biases } = this;
    const logits = new Float64Array(biases.length);
    const asksForDenials = denials.reduce((sum, kind) => sum + (chances[kind] ?? 0), 0);
    const unasked = Math.max(0, 1 - asksForDenials / ASKS_FOR_DENIALS);
    /** Weighs the kinds for a text in `logits`, and returns the likeliest one. */
    const likeliestOf = (tokens: readonly number[]): number => {
      const { sums, scale } = words.sumsOf(tokens);
      let likeliest = 0;
      for (let kind = 0; kind < logits.length; kind += 1) {
        const logit = (biases[kind] ?? 0) + scale * (sums[kind] ?? 0);
        logits[kind] = logit;
        if (logit > (logits[likeliest] ?? 0)) likeliest = kind;
      }
      return likeliest;
    };
    const probabilities = (likeliest: number): TopicProbabilities => {
      const greatest = logits[likeliest] ?? 0;
      const powerOf = (kind: number) => Math.exp((logits[kind] ?? -Infinity) - greatest);
      let total = 0;
      let asked = 0;
      for (let kind = 0; kind < logits.length; kind += 1) {
        if (greatest - (logits[kind] ?? 0) > HOPELESS) continue;
        const power = powerOf(kind);
        total += power;
        asked += power * (chances[kind] ?? 0);
      }
      if (total === 0) return { asked: 0, denied: 0 };
      const denied = denials.reduce((sum, kind) => sum + powerOf(kind), 0) / total;
      return { asked: asked / total, denied };
    };
    // Most clauses report something else: to weigh all kinds takes longer than to find the likeliest.
    const mostAsked = Math.max(...chances);
    const leastChance = mostAsked / 10;
    const askedInClause = (tokens: readonly number[]): number => {
      const likeliest = likeliestOf(tokens);
      return (chances[likeliest] ?? 0) < leastChance ? 0 : probabilities(likeliest).asked;
    };
    return (tokens) => {
      const { asked, denied } = probabilities(likeliestOf(tokens));
      const mayClauseSayMore = asked > LEAST_HINT * mostAsked && asked < CLAUSE_SHARE * mostAsked;
      const clauses = mayClauseSayMore ? findClauses?.(tokens) : undefined;
      const byClause = clauses?.map(askedInClause) ?? [];
      return {
        asked: Math.max(asked, CLAUSE_SHARE * Math.max(0, ...byClause)),
        denied: unasked * (findDenial?.(tokens) ? 1 : denied),
      };
    };
  }
}
