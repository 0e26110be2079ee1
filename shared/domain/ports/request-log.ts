import type { RequestLogRow } from './usage-store.js';

/** Takes the rows of the request log. */
export interface RequestLogSink {
  /** Queues a row. Resolves when the row is in a queue; never rejects. */
  write(row: RequestLogRow): Promise<void>;
}
