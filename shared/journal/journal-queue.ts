/**
 * Rows on their way into a store through a journal: written down first, moved in batches a moment
 * later, released from the journal when the store has them. Rows found at the start are moved before
 * anything new.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.js';
import { Flusher } from '../flusher.js';
import type { Logger } from '../logger.js';
import { type Journal, openJournal } from './journal.js';
import type { JournalRecord } from './journal-format.js';

export interface JournalQueueOptions<T> {
  folder: string;
  name: string;
  sync: boolean;
  encode: (row: T) => Buffer;
  decode: (payload: Buffer) => T;
  /** Inserting the same rows twice must be harmless. */
  insert: (rows: readonly T[]) => Promise<void>;
  logger: Logger;
}

interface Entry<T> {
  row: T;
  sequence: number;
  /** In the journal. */
  isWritten: boolean;
}

const FLUSH_MS = 250;
const RETRY_MS = 1_000;
const MAX_ROWS_PER_INSERT = 5_000;
const MAX_WAITING_ROWS = 100_000;
const MAX_WAIT_FOR_ROOM_MS = 5_000;
const POLL_MS = 20;

/** Resolves when the store has every row that an earlier process left behind. */
export async function openJournalQueue<T>(
  options: JournalQueueOptions<T>,
): Promise<JournalQueue<T>> {
  const { journal, records, damage } = await openJournal(options);
  for (const { file, fromByte, lostBytes } of damage) {
    const fields = { file, from_byte: fromByte, lost_bytes: lostBytes };
    options.logger.error(fields, 'journal_damaged');
  }
  for (let at = 0; at < records.length; at += MAX_ROWS_PER_INSERT) {
    const part = records.slice(at, at + MAX_ROWS_PER_INSERT);
    await options.insert(part.map((record: JournalRecord) => options.decode(record.payload)));
  }
  await journal.release(records.at(-1)?.sequence ?? 0);
  if (records.length > 0) {
    options.logger.info({ journal: options.name, rows: records.length }, 'journal_replayed');
  }
  return new JournalQueue(options, journal);
}

export class JournalQueue<T> {
  readonly #options: JournalQueueOptions<T>;
  readonly #journal: Journal;
  /** In the order of their sequences. */
  readonly #waiting: Entry<T>[] = [];
  readonly #flusher = new Flusher(() => this.#move());

  constructor(options: JournalQueueOptions<T>, journal: Journal) {
    this.#options = options;
    this.#journal = journal;
  }

  /** Set when nothing can be written down any more. */
  get failure(): Error | undefined {
    return this.#journal.failure;
  }

  /** Rows that the store does not have yet, oldest first. */
  waiting(): T[] {
    return this.#waiting.map((entry) => entry.row);
  }

  get depth(): number {
    return this.#waiting.length;
  }

  get oldest(): T | undefined {
    return this.#waiting[0]?.row;
  }

  /** Throws a retriable `AppError` when the store is too far behind. */
  async makeRoom(): Promise<void> {
    const deadline = Date.now() + MAX_WAIT_FOR_ROOM_MS;
    while (this.#waiting.length >= MAX_WAITING_ROWS) {
      if (Date.now() > deadline) throw new AppError('unavailable', 'the store is too far behind');
      await sleep(POLL_MS);
    }
  }

  /** Resolves when the row is written down. The row counts as waiting from the call on. */
  async add(row: T): Promise<void> {
    const { sequence, written } = this.#journal.append(this.#options.encode(row));
    const entry: Entry<T> = { row, sequence, isWritten: false };
    this.#waiting.push(entry);
    try {
      await written;
    } catch (cause) {
      this.#waiting.splice(this.#waiting.indexOf(entry), 1);
      throw new AppError('unavailable', 'nothing can be written down', { cause });
    }
    entry.isWritten = true;
    this.#flusher.schedule(FLUSH_MS);
  }

  /** Moves what is written down; a failure is logged and tried again later. */
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

  /** What is still waiting stays in the journal for the next start. */
  async close(): Promise<void> {
    await this.flush();
    this.#flusher.cancel();
    await this.#journal.close();
  }

  async #move(): Promise<void> {
    for (;;) {
      const written = this.#waiting.findIndex((entry) => !entry.isWritten);
      const ready = written === -1 ? this.#waiting.length : written;
      const part = this.#waiting.slice(0, Math.min(ready, MAX_ROWS_PER_INSERT));
      const last = part.at(-1);
      if (!last) return;
      try {
        await this.#options.insert(part.map((entry) => entry.row));
        this.#waiting.splice(0, part.length);
        await this.#journal.release(last.sequence);
      } catch (error) {
        this.#options.logger.warn({ journal: this.#options.name, err: error }, 'journal_not_moved');
        this.#flusher.schedule(RETRY_MS);
        return;
      }
    }
  }
}
