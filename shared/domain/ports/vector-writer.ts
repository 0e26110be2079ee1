import type { LargestAmounts } from '../largest-amounts.js';
import type { SignalDraft } from './event-records.js';
import type { CompanyLink, ContactLink } from './signal-writer.js';

/** What the vector store keeps of a signal. */
export interface VectorRecord {
  draft: Pick<
    SignalDraft,
    'signalId' | 'signalType' | 'signalSubtype' | 'detectedAtMs' | 'association'
  >;
  /** `industries` may be folded for comparison. */
  company: Pick<CompanyLink, 'key' | 'industries' | 'employeeCountLow' | 'employeeCountHigh'>;
  contact: Pick<ContactLink, 'key' | 'email' | 'networkUrl'> | null;
  /** The largest amounts in the summary. */
  amounts: LargestAmounts;
  /** The vector of the summary, in the format of `packVector`. */
  embedding: string;
  /** Version of the signal's row. */
  version: bigint;
}

/** Which version of a signal the vector store has. */
export interface PointVersion {
  signalId: string;
  /** Version of the ClickHouse row from which the point was made. */
  version: bigint;
  /** True if the point is kept only so that no older version comes back. No search finds it. */
  withdrawn: boolean;
}

export interface VectorChanges {
  records: readonly VectorRecord[];
  removed: readonly { signalId: string; version: bigint }[];
}

/**
 * Stores the vectors of signals in a store of their own. Of two writes of one signal, removals
 * included, the newer version wins, whatever the order of arrival. Repeating a write changes
 * nothing. Methods reject with a retriable `AppError` if the store is unavailable.
 */
export interface VectorWriter {
  /** Stores records and removes signals. When it resolves, searches find every change. */
  write(changes: VectorChanges): Promise<void>;
  /** Returns versions keyed by signal id. Unknown signals are absent. */
  versions(signalIds: readonly string[]): Promise<Map<string, PointVersion>>;
  /**
   * Returns a page of all signals, withdrawn ones too, sorted by id. `from` is the `next` of the
   * page before, `null` for the first page. `next` is `null` on the last page.
   */
  scroll(
    from: string | null,
    limit: number,
  ): Promise<{ points: PointVersion[]; next: string | null }>;
}
