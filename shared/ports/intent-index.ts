import type { Signal } from '../types.generated.js';
import type { SignalFilter } from './signal-reader.js';

/** What of a signal is needed to score it. */
export interface IntentCandidate {
  signalId: string;
  /** Key of its company or its person, as asked for. */
  entityKey: string;
  signalType: string;
  signalSubtype: string;
  detectedAtMs: number;
  /** Cosine, neither clamped nor rounded. */
  similarity: number;
}

export interface CandidateQuery {
  entity: 'company' | 'contact';
  /** Only above that. */
  minSimilarity: number;
  limit: number;
}

/** Reads for intent scoring. Throws a retriable `AppError` when a store is away. */
export interface IntentIndex {
  /** The nearest current signals that have such an entity and pass the filter, strongest first. */
  candidates(
    vector: Float32Array,
    filter: SignalFilter,
    query: CandidateQuery,
  ): Promise<IntentCandidate[]>;
  /** Unit vectors of signals, by id; what is not stored is left out. */
  vectors(candidates: readonly IntentCandidate[]): Promise<Map<string, Float32Array>>;
  /** Whole signals, by id. */
  signals(signalIds: readonly string[]): Promise<Map<string, Signal>>;
}
