import type { CompanyReference, ContactReference, SignalDraft } from './event-records.js';

/** Today's company as a signal shows it. */
export interface CompanyLink {
  key: string;
  domain: string | null;
  name: string | null;
  networkUrl: string | null;
  industries: string[];
  employeeCountLow: number | null;
  employeeCountHigh: number | null;
}

/** Today's person as a signal shows them. */
export interface ContactLink {
  /** Empty for somebody without email and profile URL, who cannot be looked up. */
  key: string;
  name: string | null;
  email: string | null;
  networkUrl: string | null;
  title: string | null;
}

/** A signal with everything that is stored. */
export interface SignalRecord {
  draft: SignalDraft;
  company: CompanyLink;
  contact: ContactLink | null;
  embeddingModel: string;
  /** As `packVector` makes it. */
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
  /** Of the row. */
  version: bigint;
  withdrawn: boolean;
}

export interface Withdrawal {
  key: SignalKey;
  /** Version of the event that no longer yields the signal. */
  eventVersion: bigint;
}

/**
 * Writes of signals. Repeating a write changes nothing; a write of an older version loses. Throws a
 * retriable `AppError` (`unavailable`) if the store is unavailable.
 */
export interface SignalWriter {
  locate(signalIds: readonly string[]): Promise<Map<string, SignalKey>>;
  /**
   * Every position with a row of these signals that is not withdrawn; more than one for a signal is an
   * error. Reads all signals.
   */
  everyPlace(signalIds: readonly string[]): Promise<SignalKey[]>;
  /** Ids of the signals that were written last, by any process: those of about half a minute. */
  writtenLast(): Promise<string[]>;
  /** Reads summaries that are about to be written, while there is time for it. */
  readAhead(summaries: readonly string[]): Promise<void>;
  /**
   * Stores records and withdraws rows: all of them can be read at once. `moved` holds the former positions of records whose
   * position has changed. Returns the version of every signal's row.
   */
  write(
    records: readonly SignalRecord[],
    moved: readonly SignalKey[],
    withdrawn: readonly Withdrawal[],
  ): Promise<ReadonlyMap<string, bigint>>;
  /**
   * These signals were found unchanged: makes sure that every store has them. A batch that is delivered
   * again after a crash finds its writes in ClickHouse, but perhaps not in the other store.
   */
  ensureVectors(signalIds: readonly string[]): Promise<void>;
  /** Ids (ascending, after `afterId`) of signals whose events named any of these identifiers. */
  referencing(
    identifiers: readonly string[],
    afterId: string | null,
    limit: number,
  ): Promise<string[]>;
  read(signalIds: readonly string[]): Promise<StoredSignal[]>;
}

export type { CompanyReference, ContactReference };
