import type { Evidence } from './event-records.js';

export interface SnapshotPlace {
  source: string;
  eventId: string;
  /** `observed_at` of records that are kept per observation; 0 if versions of an event replace each other. */
  takenAtMs: number;
}

/** Evidence as it is stored: the newest version at its place. */
export type Snapshot<E extends Evidence = Evidence> = SnapshotPlace & {
  observedAtMs: number;
  eventVersion: bigint;
  evidence: E;
};

/** The snapshots at these places, and every snapshot that holds one of the identifiers. */
export interface WantedSnapshots {
  places: readonly SnapshotPlace[];
  /** See `evidenceIdentifiers`. */
  identifiers: readonly string[];
  /** Identifiers of boards whose jobs are wanted; those at the places have theirs. */
  jobsOf: readonly string[];
}

/**
 * Observations of companies, people and boards, for ingest. Repeating a write changes nothing, an older
 * version loses. Throws a retriable `AppError` (`unavailable`) if the store is unavailable.
 */
export interface SnapshotStore {
  /** Each snapshot once. */
  read(wanted: WantedSnapshots): Promise<Snapshot[]>;
  /** A write that arrives after `untilMs`, by the store's clock, is rejected with a `LateWriteError`. */
  put(snapshots: readonly Snapshot[], untilMs?: number): Promise<void>;
}

export function placeKey({ source, eventId, takenAtMs }: SnapshotPlace): string {
  return `${source}\n${eventId}\n${takenAtMs}`;
}
