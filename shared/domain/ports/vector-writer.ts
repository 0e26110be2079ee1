import type { LargestAmounts } from '../amounts.js';
import type { SignalDraft } from './event-records.js';
import type { CompanyLink, ContactLink } from './signal-writer.js';

/** What the vector store stores of a signal. */
export interface VectorRecord {
  draft: Pick<
    SignalDraft,
    'signalId' | 'signalType' | 'signalSubtype' | 'detectedAtMs' | 'association'
  >;
  /** `industries` may be folded for comparison. */
  company: Pick<CompanyLink, 'key' | 'industries' | 'employeeCountLow' | 'employeeCountHigh'>;
  contact: Pick<ContactLink, 'key' | 'email' | 'networkUrl'> | null;
  /** Of the summary. */
  amounts: LargestAmounts;
  /** As `packVector` makes it. */
  embedding: string;
  /** Of the row. */
  version: bigint;
}

/** What the vector store has of a signal. */
export interface PointVersion {
  signalId: string;
  /** Of the row in ClickHouse it was made from. */
  version: bigint;
  /** Kept only so that nothing older comes back; no search finds it. */
  withdrawn: boolean;
}

export interface VectorChanges {
  records: readonly VectorRecord[];
  removed: readonly { signalId: string; version: bigint }[];
}

/**
 * Writes of vectors, in addition to their signals. Of two writes of one signal, removals included, the
 * newer version wins, whatever the order of arrival; repeating one changes nothing. Throws a retriable
 * `AppError` (`unavailable`) if the store is unavailable.
 */
export interface VectorWriter {
  /** Every change can be found when it resolves. */
  write(changes: VectorChanges): Promise<void>;
  /** By id; unknown signals are absent. */
  versions(signalIds: readonly string[]): Promise<Map<string, PointVersion>>;
  /** Everything by id ascending, withdrawn ones too; `next` is where the following page begins. */
  scroll(
    from: string | null,
    limit: number,
  ): Promise<{ points: PointVersion[]; next: string | null }>;
}
