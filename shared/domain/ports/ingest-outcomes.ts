/** Where lines come from. */
export interface Origin {
  kind: 'file' | 'topic' | 'stream';
  /** Of the file or the topic. */
  name: string;
  /** Of the topic; `null` for others. */
  partition: number | null;
  /** Tells loads of one file apart; empty for topics, whose offsets do. */
  run: string;
}

export interface OutcomeCounts {
  accepted: number;
  duplicates: number;
  ignored: number;
  rejected: number;
}

export interface FeedOutcomes extends OutcomeCounts {
  /** `null` for lines that name no feed that exists. */
  feed: string | null;
}

export interface RejectedEvent {
  /** Line from 1, or offset. */
  position: number;
  feed: string | null;
  reason: { code: string; message: string; field: string };
  /** The line as text, cut if it is long. */
  line: string;
  /** Of the whole line. */
  lineBytes: number;
}

/** What became of the lines of one batch. */
export interface BatchOutcomes {
  origin: Origin;
  firstPosition: number;
  nextPosition: number;
  /** Messages behind the batch; `null` where nobody knows. */
  lag: number | null;
  feeds: readonly FeedOutcomes[];
  acceptedPositions: readonly number[];
  rejected: readonly RejectedEvent[];
}

export interface IngestOutcomeStore {
  /** A batch that begins at the same position of the same origin replaces the one before. */
  putOutcomes(batch: BatchOutcomes): Promise<void>;
  /**
   * Positions of accepted events of a batch that was stored from `position` on; empty if there is none.
   * If that batch was not acknowledged, its events come again and are known by then.
   */
  acceptedFrom(origin: Origin, position: number): Promise<readonly number[]>;
}

interface TimeRange {
  /** Inclusive, milliseconds since the epoch. */
  fromMs: number;
  /** Exclusive. */
  toMs: number;
}

export interface DailyOutcomes extends FeedOutcomes {
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  lastWrittenMs: number;
}

export interface RejectedFilter {
  feed?: string | undefined;
  code?: string | undefined;
  /** Strictly after. */
  sinceMs?: number | undefined;
  /** Strictly before. */
  beforeMs?: number | undefined;
}

/** A place in the order `rejectedMs` descending, `rejectedId` ascending. */
export interface RejectedPosition {
  rejectedMs: number;
  rejectedId: string;
}

export interface StoredRejection extends RejectedEvent {
  rejectedId: string;
  rejectedMs: number;
  origin: Omit<Origin, 'run'>;
}

/** One file that was loaded, or one partition that is read. */
export interface ReadOrigin extends OutcomeCounts {
  origin: Origin;
  firstWrittenMs: number;
  lastWrittenMs: number;
  /** Line or offset that is read next. */
  nextPosition: number;
  /** Messages behind the last batch when it was written. */
  lag: number | null;
}

/** Every line counts once, however often its batch was repeated. */
export interface IngestOutcomeReader {
  /** Newest day first, then by feed. */
  daily(range: TimeRange, feed?: string): Promise<DailyOutcomes[]>;
  /** Newest first. */
  rejected(
    filter: RejectedFilter,
    page: { limit: number; after?: RejectedPosition },
  ): Promise<StoredRejection[]>;
  /** Most frequent first. */
  rejectedByCode(filter: RejectedFilter): Promise<{ code: string; count: number }[]>;
  /** Last written first. */
  origins(limit: number): Promise<ReadOrigin[]>;
}
