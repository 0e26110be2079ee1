import type { Signal } from '../schemas/types.generated.js';
import type { SignalFilter } from './signal-reader.js';

/** What of a signal is needed to score it. */
export interface IntentCandidate {
  signalId: string;
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
  /** Strongest entities whose signals are read, and how many signals of all of them at most. */
  entities: number;
  signals: number;
  /** Strongest signals of one entity and type that are read. */
  readPerType: number;
  /** Nearest signals that are looked at where an approximate index proposes them. */
  proposals: number;
}

export interface CandidateQuery {
  entity: 'company' | 'contact';
  nowMs: number;
  ranking: IntentRanking;
  /** The requested minimum: entities below it come last. */
  minScore: number;
  minSignals: number;
}

/** A company or person, near-duplicates still among its signals: removing them only lowers its score. */
export interface IntentEntity {
  key: string;
  /** Its score, and whether the score and the number of signals reach the requested minimum. */
  score: number;
  reaches: boolean;
  types: IntentTypeGroup[];
}

export interface IntentTypeGroup {
  signalType: string;
  /** How many signals are relevant. */
  found: number;
  latestMs: number;
  /** The strongest of them. */
  signals: IntentCandidate[];
}

export interface Candidates {
  /** Entities that reach the requested minimum first, strongest first. */
  entities: IntentEntity[];
  /** How many more reach it. */
  further: number;
}

/** Reads for intent scoring. Throws a retriable `AppError` if a store is unavailable. */
export interface IntentIndex {
  /** Whom the current signals concern that pass the filter and are relevant. */
  candidates(
    vector: Float32Array,
    filter: SignalFilter,
    query: CandidateQuery,
  ): Promise<Candidates>;
  /** Unit vectors of signals, by id; ids that are not stored are left out. */
  vectors(candidates: readonly IntentCandidate[]): Promise<Map<string, Float32Array>>;
  /** Whole signals, by id. */
  signals(signalIds: readonly string[]): Promise<Map<string, Signal>>;
}
