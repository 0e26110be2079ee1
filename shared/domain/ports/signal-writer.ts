import type { CompanyDetails, ContactReference, SignalDraft } from './event-records.js';

/** The current company of a signal, as the signal shows it. */
export type CompanyLink = { key: string } & Omit<
  CompanyDetails,
  'country' | 'aliases' | 'boards' | 'tickers' | 'cik'
>;

/** The current person of a signal, as the signal shows them. */
export interface ContactLink extends ContactReference {
  /** Empty for a person without email and profile URL, who cannot be looked up. */
  key: string;
}

/** A signal with everything that is stored. */
export interface SignalRecord {
  draft: SignalDraft;
  company: CompanyLink;
  contact: ContactLink | null;
  embeddingModel: string;
  /** The vector of the summary, in the format of `packVector`. */
  embedding: string;
}

/** A record with the version of its row, which differs between any two writes. */
export interface StoredSignal extends SignalRecord {
  version: bigint;
}

/** Position and version of the current row of a signal. */
export interface SignalKey {
  signalId: string;
  companyKey: string;
  detectedAtMs: number;
  typeKey: string;
  contactKey: string;
  eventVersion: bigint;
  /** Version of the row. */
  version: bigint;
  withdrawn: boolean;
}

/** A signal that must be hidden. */
export interface Withdrawal {
  key: SignalKey;
  /** Version of the event that no longer yields the signal. */
  eventVersion: bigint;
}

/**
 * Stores signals, for ingest. Repeating a write changes nothing, and a write of an older version
 * loses. Methods reject with a retriable `AppError` if the store is unavailable.
 */
export interface SignalWriter {
  /** Returns each signal's current row, keyed by id, even if withdrawn. Unknown ids are absent. */
  locate(signalIds: readonly string[]): Promise<Map<string, SignalKey>>;
  /**
   * Returns the rows of these signals that are not withdrawn, at positions where `locate` finds no
   * such row. They are errors. Reads all signals, so it is slow.
   */
  misplacedRows(signalIds: readonly string[]): Promise<SignalKey[]>;
  /**
   * Completes what any process wrote in about the last 30 seconds of writing, if the database was
   * killed during it: until then some readers may find a signal that others do not.
   */
  completeLastInsert(): Promise<void>;
  /** Returns the ids of signals written in about the last 30 seconds of writing, by any process. */
  writtenLast(): Promise<string[]>;
  /** Prepares summaries that are about to be written. `write` works without it, more slowly. */
  prepareSummaries(summaries: readonly string[]): Promise<void>;
  /**
   * Stores records and withdraws rows; readers see all of it together. `moved` holds the former
   * positions of records whose position has changed. Returns the version of every signal's row,
   * keyed by id.
   */
  write(
    records: readonly SignalRecord[],
    moved: readonly SignalKey[],
    withdrawn: readonly Withdrawal[],
  ): Promise<ReadonlyMap<string, bigint>>;
  /**
   * Makes sure that every store has these signals, which were found unchanged. A batch that is
   * delivered again after a crash finds its writes in ClickHouse, but perhaps not in the other
   * store.
   */
  ensureVectors(signalIds: readonly string[]): Promise<void>;
  /**
   * Returns ids of signals whose events named one of the identifiers: up to `limit`, ascending,
   * after `afterId` (`null` for the first page).
   */
  referencing(
    identifiers: readonly string[],
    afterId: string | null,
    limit: number,
  ): Promise<string[]>;
  /** Returns the signals with these ids, in any order, without unknown and withdrawn ones. */
  read(signalIds: readonly string[]): Promise<StoredSignal[]>;
}
