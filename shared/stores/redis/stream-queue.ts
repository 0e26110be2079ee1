/**
 * A queue of rows for a store, which processes share in a stream of Redis. One process at a time
 * moves the rows, each at least once. A row is removed from the stream after it is stored; if the
 * process dies before that, another process takes over. Entries that are no rows, which only someone
 * else can have added, are set aside in another stream, so that they do not stop the rows behind them.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CoalescedTask } from '../../domain/concurrency/coalesced-task.js';
import { AppError } from '../../domain/errors.js';
import { parseJson } from '../../domain/parse-json.js';
import type { Logger } from '../../domain/ports/logger.js';
import type { Redis } from '../../platform/redis/redis.js';
import { foreignKey, moverKey } from './redis-keys.js';
import { ADD_ROW, REMOVE_ROWS, SET_ASIDE, TAKE_ROWS } from './stream-scripts.js';

interface StreamQueueOptions<T> {
  redis: Redis;
  stream: string;
  /** True for the rows of the stream, which the store accepts. */
  isRow: (value: unknown) => value is T;
  /** Inserting the same rows twice must be harmless. */
  insert: (rows: readonly T[]) => Promise<void>;
  logger: Logger;
}

interface Entry<T> {
  id: string;
  row: T;
  /** The key of the counter that includes the row; empty if there is none. */
  counter: string;
}

interface Taken<T> {
  lastId: string;
  /** The oldest entries; only the first one while another process moves them. */
  entries: Entry<T>[];
  isMine: boolean;
}

const POLL_MS = 250;
const RETRY_MS = 1_000;
const DRAIN_POLL_MS = 20;
/** Milliseconds after it last took rows at which a process loses the stream to another one. */
const MOVER_MS = 2_000;
const LEAVING_MS = 1;
const MAX_ROWS = 1_000;

export class StreamQueue<T> {
  readonly #options: StreamQueueOptions<T>;
  readonly #name = randomUUID();
  readonly #task = new CoalescedTask(() => this.#move());
  #depth = 0;
  #holdMs = MOVER_MS;

  constructor(options: StreamQueueOptions<T>) {
    this.#options = options;
    this.#task.schedule(POLL_MS);
  }

  /** The number of rows in the stream when it was last read. */
  get depth(): number {
    return this.#depth;
  }

  /** Adds a row. Throws a retriable `AppError`; the row may have been added nevertheless. */
  async add(row: T): Promise<void> {
    const { redis, stream } = this.#options;
    const [outcome] = await redis.run(ADD_ROW, [stream], [JSON.stringify(row)]);
    if (outcome === 'full') throw new AppError('unavailable', 'the store is too far behind');
  }

  /** Moves the rows of the stream. A failure is logged and retried later. */
  flush(): Promise<void> {
    return this.#task.flush();
  }

  /** Returns the oldest row that is not in the store yet; `null` if there is none. */
  async oldest(): Promise<T | null> {
    const { entries } = await this.#take(1);
    return entries[0]?.row ?? null;
  }

  /** Resolves when the store has every row that was in the stream before the call. */
  async drain(): Promise<void> {
    const { lastId } = await this.#take(1);
    for (;;) {
      await this.flush();
      const [first] = (await this.#take(1)).entries;
      if (!first || isAfter(first.id, lastId)) return;
      await sleep(DRAIN_POLL_MS);
    }
  }

  /**
   * Moves rows once more and gives up the stream. Resolves true if no rows are left; other
   * processes, or the next start, move those that are.
   */
  async close(): Promise<boolean> {
    await this.flush();
    await this.#task.close();
    this.#holdMs = LEAVING_MS;
    return this.#take(1).then(
      ({ entries }) => entries.length === 0,
      () => false,
    );
  }

  async #move(): Promise<void> {
    const { redis, stream, insert, logger } = this.#options;
    let waitMs = POLL_MS;
    try {
      for (;;) {
        const { entries, isMine } = await this.#take(MAX_ROWS);
        if (!isMine) break;
        await insert(entries.map(({ row }) => row));
        await this.#remove(entries);
        if (entries.length < MAX_ROWS) break;
      }
    } catch (error) {
      waitMs = RETRY_MS;
      if (redis.runId !== null) logger.warn({ stream, err: error }, 'stream_not_moved');
    }
    this.#task.schedule(waitMs);
  }

  /** Takes the oldest rows to move them, unless another process moves the stream. */
  async #take(count: number): Promise<Taken<T>> {
    const { redis, stream, isRow } = this.#options;
    const keys = [stream, moverKey(stream)];
    for (;;) {
      const reply = await redis.run(TAKE_ROWS, keys, [this.#name, this.#holdMs, count]);
      const [mine = '', length = '0', lastId = '', ...fields] = reply;
      this.#depth = Number(length);
      const entries: Entry<T>[] = [];
      const foreignIds: string[] = [];
      for (let at = 0; at < fields.length; at += 3) {
        const [id = '', text = '', counter = ''] = fields.slice(at, at + 3);
        const row = parseJson(text);
        if (isRow(row)) entries.push({ id, row, counter });
        else foreignIds.push(id);
      }
      if (foreignIds.length > 0) await this.#setAside(foreignIds);
      // Behind entries that were set aside there may be rows.
      if (entries.length > 0 || foreignIds.length === 0) {
        return { isMine: mine !== '', lastId, entries };
      }
    }
  }

  async #setAside(ids: readonly string[]): Promise<void> {
    const { redis, stream, logger } = this.#options;
    const foreign = foreignKey(stream);
    const [count] = await redis.run(SET_ASIDE, [stream, foreign], ids);
    const entries = Number(count);
    // Another process may have set them aside before.
    if (entries > 0)
      logger.error({ stream, entries, kept_in: foreign }, 'stream_entries_set_aside');
  }

  async #remove(entries: readonly Entry<T>[]): Promise<void> {
    const { redis, stream } = this.#options;
    const counters = entries.flatMap(({ counter }) => counter || []);
    const ids = entries.map(({ id }) => id);
    await redis.run(REMOVE_ROWS, [stream, ...counters], ids);
    this.#depth = Math.max(0, this.#depth - entries.length);
  }
}

/** Stream ids are `<milliseconds>-<number>`. */
function isAfter(a: string, b: string): boolean {
  const [aTime = 0, aNumber = 0] = a.split('-').map(Number);
  const [bTime = 0, bNumber = 0] = b.split('-').map(Number);
  return aTime > bTime || (aTime === bTime && aNumber > bNumber);
}
