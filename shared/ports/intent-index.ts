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

/** What decides who is ranked where, as far as a store must know it. */
export interface IntentRanking {
  similarityFloor: number;
  similaritySpan: number;
  halfLifeDays: number;
  strongestProbability: number;
  repeatFactor: number;
  typeWeights: Readonly<Record<string, number>>;
  defaultTypeWeight: number;
  perType: number;
  /** Strongest entities whose signals are read. */
  entities: number;
  /** Strongest signals of one entity and type that are read. */
  readPerType: number;
  /** Nearest signals that are looked at where an approximate index proposes them. */
  proposals: number;
}

export interface CandidateQuery {
  entity: 'company' | 'contact';
  nowMs: number;
  ranking: IntentRanking;
  /** What an entity must reach to be counted in `further`. */
  minScore: number;
  minSignals: number;
}

export interface Candidates {
  /** Relevant signals of the strongest entities, near-duplicates among them. */
  signals: IntentCandidate[];
  /** Entities beyond these that reach what was asked for, near-duplicates counted. */
  further: number;
}

/** Reads for intent scoring. Throws a retriable `AppError` when a store is away. */
export interface IntentIndex {
  /**
   * Current signals that have such an entity, pass the filter and are relevant, of the entities that
   * score best before near-duplicates are removed. Removing them only lowers a score.
   */
  candidates(
    vector: Float32Array,
    filter: SignalFilter,
    query: CandidateQuery,
  ): Promise<Candidates>;
  /** Unit vectors of signals, by id; what is not stored is left out. */
  vectors(candidates: readonly IntentCandidate[]): Promise<Map<string, Float32Array>>;
  /** Whole signals, by id. */
  signals(signalIds: readonly string[]): Promise<Map<string, Signal>>;
}
