import type { Snapshot, SnapshotKey } from './event-records.js';

/** Asks for the snapshots with these keys, and for all that have one of the identifiers. */
export interface WantedSnapshots {
  keys: readonly SnapshotKey[];
  /** In the form of `evidenceIdentifiers`. */
  identifiers: readonly string[];
  /** Job boards whose jobs are wanted. Snapshots of `keys` always have their jobs. */
  jobsOf: readonly string[];
}

/**
 * Stores observations of companies, people and job boards, for ingest. Methods reject with a
 * retriable `AppError` if the store is unavailable.
 */
export interface SnapshotStore {
  /** Returns the wanted snapshots, each once, in any order. */
  read(wanted: WantedSnapshots): Promise<Snapshot[]>;
  /**
   * Stores snapshots. Repeating a write changes nothing, and an older version loses. A write that
   * arrives after `untilMs`, by the store's clock, is rejected with a `LateWriteError`.
   */
  put(snapshots: readonly Snapshot[], untilMs?: number): Promise<void>;
}
