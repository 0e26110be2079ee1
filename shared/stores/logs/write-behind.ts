/**
 * Rows that are written a moment later, many at once: ledger entries and log rows. A failed write is
 * tried again with the same rows, in order; the queue is bounded.
 */
import { CoalescedTask } from '../../domain/concurrency/coalesced-task.js';
import type { Logger } from '../../domain/ports/logger.js';

export interface WriteBehindOptions<T> {
  name: string;
  /** Inserting the same rows twice must be harmless. */
  insert: (rows: readonly T[]) => Promise<void>;
  logger: Logger;
  flushMs: number;
  maxWaiting: number;
}

const MAX_ROWS_PER_INSERT = 5_000;
const RETRY_MS = 1_000;

export class WriteBehind<T> {
  readonly #options: WriteBehindOptions<T>;
  readonly #waiting: T[] = [];
  readonly #flusher = new CoalescedTask(() => this.#write());
  #dropped = 0;

  constructor(options: WriteBehindOptions<T>) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Rows that found no room. */
  get dropped(): number {
    return this.#dropped;
  }

  /** False when the queue is full: the row is not taken. */
  add(row: T): boolean {
    if (this.#waiting.length >= this.#options.maxWaiting) {
      this.#dropped += 1;
      return false;
    }
    this.#waiting.push(row);
    this.#flusher.schedule(this.#options.flushMs);
    return true;
  }

  /** Writes what waits now; a failure is logged and tried again later. */
  flush(): Promise<void> {
    return this.#flusher.flush();
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const rows = this.#waiting.slice(0, MAX_ROWS_PER_INSERT);
      try {
        await this.#options.insert(rows);
        this.#waiting.splice(0, rows.length);
      } catch (error) {
        this.#options.logger.warn({ queue: this.#options.name, err: error }, 'write_behind_failed');
        this.#flusher.schedule(RETRY_MS);
        return;
      }
    }
  }
}
