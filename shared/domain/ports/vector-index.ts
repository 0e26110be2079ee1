import type { LargestAmounts } from '../amounts.js';
import type { SignalFilter } from './signal-reader.js';

/** What a signal weighs for a question: `meaning` x cosine + the boost of its subtype x its confidence. */
export interface WeighedQuestion {
  /** Of length 1; rounded as stored vectors are, so that all stores compute alike. */
  vector: Float32Array;
  meaning: number;
  /** By the subtype as `foldCase` makes it; of others 0. Never negative. */
  boosts: ReadonlyMap<string, number>;
  /** The weight of a score of 1; above 0. */
  most: number;
}

/** As much of a signal as is needed to rank it. */
export interface WeighedSignal {
  signalId: string;
  signalType: string;
  /** As `foldCase` makes it. */
  subtypeKey: string;
  detectedAtMs: number;
  companyKey: string;
  contactKey: string;
  /** Word pieces of its summary; none if they are not stored. */
  tokens: number[];
  /** Cosine to the question's vector, neither clamped nor rounded. */
  similarity: number;
  weight: number;
  /** What the weight scores, in whole steps (`SCORE_STEPS`); never rises along the order. */
  step: number;
}

/** From `from` up to `to`, both included; without `to`, and more. `from` is above 0. */
export interface AmountRange {
  of: keyof LargestAmounts;
  from: number;
  to?: number;
}

export interface VectorFilter extends SignalFilter {
  /** Of each list, one range has the largest such amount that the summary tells. */
  amounts?: readonly (readonly AmountRange[])[];
  /**
   * Of each list, the summary has all word pieces of one phrase. Where more signals match than a store can compare
   * one by one, it may find none.
   */
  says?: readonly (readonly (readonly number[])[])[];
}

export interface WeighedPage {
  limit: number;
  offset: number;
}

/** The signals that satisfy every filter, by what their weight scores. Throws a retriable `AppError` if a store is unavailable. */
export interface VectorIndex {
  /**
   * In the order step desc, `detected_at` desc, `signal_id` asc, as clients see it. Never short of `limit`
   * while more matches exist.
   */
  nearest(
    question: WeighedQuestion,
    filter: VectorFilter,
    page: WeighedPage,
  ): Promise<readonly WeighedSignal[]>;
}
