import type { BoardEvidence, CompanyEvidence, ContactEvidence, Evidence } from './event-records.js';

export interface SnapshotPlace {
  source: string;
  eventId: string;
  /** `observed_at` of what is kept per observation; 0 where versions of an event replace each other. */
  takenAtMs: number;
}

/** Evidence as it is stored: the newest version at its place. */
export type Snapshot<E extends Evidence = Evidence> = SnapshotPlace & {
  observedAtMs: number;
  eventVersion: bigint;
  evidence: E;
};

/**
 * What was observed of companies, people and boards, for ingest. Repeating a write changes nothing, an older version
 * loses. Throws a retriable `AppError` (`unavailable`) when the store is away.
 */
export interface SnapshotStore {
  /** What stands at these places. */
  at(places: readonly SnapshotPlace[]): Promise<Snapshot[]>;
  /** Every profile under these keys (see `profileKey`). */
  companies(keys: readonly string[]): Promise<Snapshot<CompanyEvidence>[]>;
  /** Every snapshot of people that holds one of these (`email:…`, `network:…`). */
  contacts(identifiers: readonly string[]): Promise<Snapshot<ContactEvidence>[]>;
  /** Every snapshot of these boards (see `boardIdentifier`), with jobs only where asked for. */
  boards(identifiers: readonly string[], withJobs: boolean): Promise<Snapshot<BoardEvidence>[]>;
  /** What arrives after `untilMs`, by the store's clock, is refused with a `LateWriteError`. */
  put(snapshots: readonly Snapshot[], untilMs?: number): Promise<void>;
}

export function placeKey({ source, eventId, takenAtMs }: SnapshotPlace): string {
  return `${source}\n${eventId}\n${takenAtMs}`;
}
