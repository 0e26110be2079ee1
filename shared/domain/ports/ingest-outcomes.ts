import type { CursorPosition } from '../cursor.js';

/** Where lines come from. */
export interface Origin {
  kind: 'file' | 'topic' | 'stream';
  /** Name of the file or the topic. */
  name: string;
  /** Partition of the topic, `null` for other kinds. */
  partition: number | null;
  /** Distinguishes several loads of one file. Empty for topics: their offsets never repeat. */
  run: string;
}

/** How many lines had each outcome. */
export interface OutcomeCounts {
  accepted: number;
  duplicates: number;
  ignored: number;
  rejected: number;
}

export interface FeedOutcomes extends OutcomeCounts {
  /** `null` for lines that do not name an existing feed. */
  feed: string | null;
}

export interface RejectedEvent {
  /** The number of the line, from 1, or the offset of the message. */
  position: number;
  feed: string | null;
  reason: { code: string; message: string; field: string };
  /** The line as text, cut if it is long. */
  line: string;
  /** Length of the whole line in bytes. */
  lineBytes: number;
}

/** The outcomes of the lines of one batch. */
export interface BatchOutcomes {
  origin: Origin;
  firstPosition: number;
  nextPosition: number;
  /** The number of messages after the batch that are not read yet. `null` if it is unknown. */
  lag: number | null;
  feeds: readonly FeedOutcomes[];
  acceptedPositions: readonly number[];
  rejected: readonly RejectedEvent[];
}

/** Stores outcomes. Methods reject with a retriable `AppError` if the store is unavailable. */
export interface IngestOutcomeStore {
  /**
   * Stores the outcomes of a batch. They replace those of a batch that began at the same position
   * of the same origin, so repeating a write changes nothing.
   */
  putOutcomes(batch: BatchOutcomes): Promise<void>;
  /**
   * Returns the positions of the accepted events in the stored batch that begins at `position`;
   * empty if there is none. If that batch was not acknowledged, its events are delivered again, and
   * the registry knows them by then.
   */
  acceptedFrom(origin: Origin, position: number): Promise<readonly number[]>;
}

interface TimeRange {
  /** Inclusive, in milliseconds since the epoch. */
  fromMs: number;
  /** Exclusive. */
  toMs: number;
}

export interface DailyOutcomes extends FeedOutcomes {
  /** Day in UTC, `YYYY-MM-DD`. */
  day: string;
  lastWrittenMs: number;
}

export interface RejectedFilter {
  feed?: string | undefined;
  code?: string | undefined;
  /** Only events that were rejected after this time, exclusive. */
  sinceMs?: number | undefined;
  /** Only events that were rejected before this time, exclusive. */
  beforeMs?: number | undefined;
}

export interface StoredRejection extends RejectedEvent {
  rejectedId: string;
  rejectedMs: number;
  origin: Omit<Origin, 'run'>;
}

/** One load of a file, or one partition that is being read. */
export interface ReadOrigin extends OutcomeCounts {
  origin: Origin;
  firstWrittenMs: number;
  lastWrittenMs: number;
  /** The line or the offset that is read next. */
  nextPosition: number;
  /** The number of messages after the last batch when it was written. `null` if it is unknown. */
  lag: number | null;
}

/**
 * Reads outcomes, for operators. Every line counts once, however often its batch was repeated.
 * Methods reject with a retriable `AppError` if the store is unavailable.
 */
export interface IngestOutcomeReader {
  /** Counts outcomes by day and feed: the newest day first, then sorted by feed. */
  daily(range: TimeRange, feed?: string): Promise<DailyOutcomes[]>;
  /** Returns a page of rejected events, the newest first, after `page.after`. */
  rejected(
    filter: RejectedFilter,
    page: { limit: number; after?: CursorPosition | undefined },
  ): Promise<StoredRejection[]>;
  /** Counts rejected events by code, the most frequent first. */
  rejectedByCode(filter: RejectedFilter): Promise<{ code: string; count: number }[]>;
  /** Returns the origins that were written last, the latest first. */
  origins(limit: number): Promise<ReadOrigin[]>;
}
