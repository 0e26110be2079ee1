import type { RequestLogRow } from './usage-store.js';

export interface RequestLogSink {
  /** Resolves when the row is in a queue; never rejects. */
  write(row: RequestLogRow): Promise<void>;
}
