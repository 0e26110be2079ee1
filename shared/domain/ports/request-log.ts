import type { RequestLogRow } from './usage-store.js';

/** Where rows survive the death of this process until the store has them. */
export interface RequestLogQueue {
  add(row: RequestLogRow): Promise<void>;
  /** Rows that are not in the store yet, as far as this process knows. */
  readonly depth: number;
  drain(): Promise<void>;
}

export interface RequestLogSink {
  /** Never rejects. */
  write(row: RequestLogRow): Promise<void>;
  waiting(): number;
  /** Rows lost because too many waited. */
  dropped(): number;
  drain(): Promise<void>;
}
