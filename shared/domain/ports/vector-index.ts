import type { LargestAmounts } from '../largest-amounts.js';
import type { SignalFilter } from './signal-reader.js';

/** Weighs signals for a question: `similarityWeight` × cosine + boost of the subtype × its confidence. */
export interface VectorQuery {
  /** Of length 1, and rounded as stored vectors are, so that all stores compute the same. */
  vector: Float32Array;
  /** The factor of the cosine. */
  similarityWeight: number;
  /** Boosts keyed by subtype (folded by `foldCase`), never negative. Other subtypes have 0. */
  boosts: ReadonlyMap<string, number>;
  /** The weight that is shown as a score of 1; above 0. */
  maxWeight: number;
}

/** The part of a signal that ranking needs. */
export interface Candidate {
  signalId: string;
  signalType: string;
  /** The subtype, folded by `foldCase`. */
  subtypeKey: string;
  detectedAtMs: number;
  companyKey: string;
  contactKey: string;
  /** The word pieces of the summary. Empty if they are not stored. */
  tokens: number[];
  /** Cosine similarity to the question's vector, neither clamped nor rounded. */
  similarity: number;
  weight: number;
  /** The weight's score in whole steps (`SCORE_STEPS`). Never rises along the order of results. */
  step: number;
}

/** A range of amounts from `from` (above 0) to `to`, both included. Without `to` it is open. */
export interface AmountRange {
  of: keyof LargestAmounts;
  from: number;
  to?: number;
}

/** A filter on signals and on the texts of their summaries. All lists must be satisfied. */
export interface VectorFilter extends SignalFilter {
  /** For each list, the largest amount of its kind in the summary is within one of the ranges. */
  amounts?: readonly (readonly AmountRange[])[];
  /**
   * For each list, the summary has all word pieces of one of the phrases. If more signals match
   * than a store can compare one by one, it may find none.
   */
  phrases?: readonly (readonly (readonly number[])[])[];
}

export interface CandidatePage {
  limit: number;
  offset: number;
}

/**
 * Ranks the signals that match a filter by their score. Methods reject with a retriable `AppError`
 * if a store is unavailable.
 */
export interface VectorIndex {
  /**
   * Returns a page of signals in the order that clients see: `step` descending, `detected_at`
   * descending, `signal_id` ascending. Returns fewer than `limit` only if there are no more
   * matches.
   */
  nearest(
    question: VectorQuery,
    filter: VectorFilter,
    page: CandidatePage,
  ): Promise<readonly Candidate[]>;
}
