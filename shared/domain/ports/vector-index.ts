import type { Signal } from '../schemas/types.generated.js';
import type { SignalFilter } from './signal-reader.js';

export interface ScoredSignal {
  signal: Signal;
  /** Cosine similarity, neither clamped nor rounded. */
  similarity: number;
}

/** Nearest neighbours among the signals that satisfy every filter. */
export interface VectorIndex {
  /**
   * Whole signals in the order similarity desc, `detected_at` desc, `signal_id` asc. Never short
   * of `limit` while more matches exist. Throws a retriable `AppError` if a store is unavailable.
   */
  nearest(
    vector: Float32Array,
    filter: SignalFilter,
    page: { limit: number; offset: number },
  ): Promise<ScoredSignal[]>;
}
