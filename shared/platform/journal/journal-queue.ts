/**
 * A queue of rows, which JSON can represent, for a store. It is bounded, and moves rows in batches
 * after a moment, in order, and again after a failure. Each row is written to a journal first and
 * released when the store has it; rows in the journal at the start are moved before anything new.
 * Without a folder, rows are in memory only.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CoalescedTask } from '../../domain/concurrency/coalesced-task.js';
import { AppError } from '../../domain/errors.js';
import type { Logger } from '../../domain/ports/logger.js';
import { type Journal, openJournal } from './journal.js';

interface QueueOptions<T> {
  name: string;
  /** Inserts rows into the store. Inserting the same rows twice must be harmless. */
  insert: (rows: readonly T[]) => Promise<void>;
  logger: Logger;
}

interface JournalQueueOptions<T> extends QueueOptions<T> {
  folder: string;
  sync: boolean;
  room?: Room;
}

/** Limits of what may wait for the store, and of the time that a new row may wait for room. */
export interface Room {
  rows: number;
  bytes: number;
  waitMs: number;
}

interface Entry<T> {
  row: T;
  sequence: number;
  bytes: number;
  isWritten: boolean;
}

const FLUSH_MS = 250;
const RETRY_MS = 1_000;
const MAX_ROWS_PER_INSERT = 5_000;
/**
 * Size at which an insert takes no more rows; the last row may exceed it. Rows contain whole
 * answers, and one statement contains all rows.
 */
const MAX_BYTES_PER_INSERT = 16_000_000;
const ROOM: Room = { rows: 100_000, bytes: 256_000_000, waitMs: 5_000 };
/** Each call in progress when the queue gets full may add one row more. */
const ROOM_IN_MEMORY: Room = { rows: 10_000, bytes: Number.POSITIVE_INFINITY, waitMs: 0 };
const POLL_MS = 20;

/** Opens a queue. Resolves when the store has every row that an earlier process left behind. */
export async function openJournalQueue<T>(
  options: JournalQueueOptions<T>,
): Promise<JournalQueue<T>> {
  const { logger, name } = options;
  const { journal, records } = await openJournal(options);
  for (let at = 0; at < records.length; ) {
    const batch = firstBatch(records.slice(at), ({ payload }) => payload.length);
    await options.insert(batch.map(({ payload }): T => JSON.parse(payload.toString())));
    at += batch.length;
  }
  await journal.release(records.at(-1)?.sequence ?? 0);
  if (records.length > 0) {
    logger.info({ journal: name, rows: records.length }, 'journal_replayed');
  }
  return new JournalQueue(options, journal, options.room ?? ROOM);
}

/** Opens a queue for rows that are lost when the process ends. */
export function openMemoryQueue<T>(options: QueueOptions<T>): JournalQueue<T> {
  let sequence = 0;
  const journal: RowJournal = {
    failure: undefined,
    append() {
      sequence += 1;
      return { sequence, written: Promise.resolve() };
    },
    release: async () => undefined,
    close: async () => undefined,
  };
  return new JournalQueue(options, journal, ROOM_IN_MEMORY);
}

type RowJournal = Pick<Journal, 'failure' | 'append' | 'release' | 'close'>;

export class JournalQueue<T> {
  readonly #options: QueueOptions<T>;
  readonly #journal: RowJournal;
  readonly #waiting: Entry<T>[] = [];
  readonly #flusher = new CoalescedTask(() => this.#move());
  readonly #room: Room;
  #waitingBytes = 0;

  constructor(options: QueueOptions<T>, journal: RowJournal, room: Room) {
    this.#room = room;
    this.#options = options;
    this.#journal = journal;
  }

  get failure(): Error | undefined {
    return this.#journal.failure;
  }

  /** Returns the rows that the store does not have yet, oldest first. */
  waiting(): T[] {
    return this.#waiting.map((entry) => entry.row);
  }

  get depth(): number {
    return this.#waiting.length;
  }

  get isFull(): boolean {
    return this.#waiting.length >= this.#room.rows || this.#waitingBytes >= this.#room.bytes;
  }

  /** Waits for room. Throws a retriable `AppError` if the store is too far behind. */
  async makeRoom(): Promise<void> {
    const deadline = Date.now() + this.#room.waitMs;
    while (this.isFull) {
      if (Date.now() > deadline) throw new AppError('unavailable', 'the store is too far behind');
      await sleep(POLL_MS);
    }
  }

  /** Resolves when the row is in the journal. The row counts as waiting from the call on. */
  async add(row: T): Promise<void> {
    const payload = Buffer.from(JSON.stringify(row));
    const { sequence, written } = this.#journal.append(payload);
    const entry: Entry<T> = { row, sequence, bytes: payload.length, isWritten: false };
    this.#waiting.push(entry);
    this.#waitingBytes += entry.bytes;
    try {
      await written;
    } catch (cause) {
      this.#waiting.splice(this.#waiting.indexOf(entry), 1);
      this.#waitingBytes -= entry.bytes;
      throw new AppError('unavailable', 'nothing can be written down', { cause });
    }
    entry.isWritten = true;
    this.#flusher.schedule(FLUSH_MS);
  }

  /** Moves the rows that are in the journal. If that fails, it logs a warning and retries later. */
  flush(): Promise<void> {
    return this.#flusher.flush();
  }

  /** Resolves when the store has everything that was added before the call. */
  async drain(): Promise<void> {
    const last = this.#waiting.at(-1)?.sequence ?? 0;
    for (;;) {
      await this.flush();
      const oldest = this.#waiting[0];
      if (!oldest || oldest.sequence > last) return;
      await sleep(POLL_MS);
    }
  }

  /** Closes the queue. Rows that still wait remain in the journal for the next start. */
  async close(): Promise<void> {
    // A run that is already under way does not move the rows that came after its start, so the
    // queue is flushed again. A run that fails moves no rows and ends the loop.
    for (let before = Number.POSITIVE_INFINITY; this.depth > 0 && this.depth < before; ) {
      before = this.depth;
      await this.flush();
    }
    await this.#flusher.close();
    await this.#journal.close();
  }

  /**
   * Moves the rows that wait now. Later rows wait for the next run, because inserts of a row or two
   * would keep the store busy.
   */
  async #move(): Promise<void> {
    const newest = this.#waiting.at(-1)?.sequence ?? 0;
    while ((this.#waiting[0]?.sequence ?? Number.POSITIVE_INFINITY) <= newest) {
      const unwritten = this.#waiting.findIndex((entry) => !entry.isWritten);
      const ready = unwritten === -1 ? this.#waiting : this.#waiting.slice(0, unwritten);
      const batch = firstBatch(ready, ({ bytes }) => bytes);
      const last = batch.at(-1);
      if (!last) return;
      try {
        await this.#options.insert(batch.map((entry) => entry.row));
        this.#waiting.splice(0, batch.length);
        for (const { bytes } of batch) this.#waitingBytes -= bytes;
        await this.#journal.release(last.sequence);
      } catch (error) {
        this.#options.logger.warn({ journal: this.#options.name, err: error }, 'journal_not_moved');
        this.#flusher.schedule(RETRY_MS);
        return;
      }
    }
  }
}

/** Copies the first rows, as many as fit into one insert: at least one if there are any. */
function firstBatch<R>(rows: readonly R[], bytesOf: (row: R) => number): R[] {
  let bytes = 0;
  for (const [index, row] of rows.entries()) {
    if (index === MAX_ROWS_PER_INSERT || bytes >= MAX_BYTES_PER_INSERT) return rows.slice(0, index);
    bytes += bytesOf(row);
  }
  return [...rows];
}
