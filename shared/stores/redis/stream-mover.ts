/**
 * Moves the rows of a stream into a store: one of all processes at a time, each row at least once. A row
 * leaves the stream after it is stored; who dies over it is followed a moment later.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CoalescedTask } from '../../domain/concurrency/coalesced-task.js';
import type { Logger } from '../../domain/ports/logger.js';
import type { Redis } from '../../platform/redis/open-redis.js';
import { movedKey, moverKey } from './redis-keys.js';
import { LEAVE_STREAM, REMOVE_ROWS, STREAM_ENDS, TAKE_ROWS } from './stream-scripts.js';

export interface StreamMoverOptions<T> {
  redis: Redis;
  stream: string;
  decode: (row: string) => T;
  /** Inserting the same rows twice must be harmless. */
  insert: (rows: readonly T[]) => Promise<void>;
  logger: Logger;
}

interface Taken<T> {
  id: string;
  row: T;
  /** The counter the row was counted in; empty for none. */
  counter: string;
}

const POLL_MS = 250;
const RETRY_MS = 1_000;
const DRAIN_POLL_MS = 20;
/** Who has not come back for more rows for so long moves none: another process does. */
const MOVER_MS = 2_000;
const MAX_ROWS = 1_000;

export class StreamMover<T> {
  readonly #options: StreamMoverOptions<T>;
  readonly #name = randomUUID();
  readonly #task = new CoalescedTask(() => this.#move());
  #isClosed = false;
  #depth = 0;

  constructor(options: StreamMoverOptions<T>) {
    this.#options = options;
    this.#task.schedule(POLL_MS);
  }

  /** Rows in the stream when it was last asked. */
  get depth(): number {
    return this.#depth;
  }

  /** Moves what is there; a failure is logged and tried again later. */
  flush(): Promise<void> {
    return this.#task.flush();
  }

  /** The oldest row that is not in the store yet. */
  async oldest(): Promise<T | null> {
    const [, row] = await this.#ends();
    return row === undefined ? null : this.#options.decode(row);
  }

  /** Resolves when the store has every row that was in the stream before the call. */
  async drain(): Promise<void> {
    const [, , last] = await this.#ends();
    if (last === undefined) return;
    for (;;) {
      await this.flush();
      const [first] = await this.#ends();
      if (first === undefined || isAfter(first, last)) return;
      await sleep(DRAIN_POLL_MS);
    }
  }

  /** What is still in the stream is for other processes, or for the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.flush();
    this.#task.cancel();
    const { redis, stream } = this.#options;
    await redis.run(LEAVE_STREAM, [moverKey(stream)], [this.#name]).catch(() => undefined);
  }

  #ends(): Promise<string[]> {
    return this.#options.redis.run(STREAM_ENDS, [this.#options.stream]);
  }

  async #move(): Promise<void> {
    const { redis, stream, insert, logger } = this.#options;
    let waitMs = POLL_MS;
    try {
      for (let taken = await this.#take(); taken.length > 0; ) {
        await insert(taken.map(({ row }) => row));
        await this.#remove(taken);
        taken = taken.length < MAX_ROWS ? [] : await this.#take();
      }
    } catch (error) {
      waitMs = RETRY_MS;
      if (redis.runId !== null) logger.warn({ stream, err: error }, 'stream_not_moved');
    }
    if (!this.#isClosed) this.#task.schedule(waitMs);
  }

  /** Nothing while another process moves the stream. */
  async #take(): Promise<Taken<T>[]> {
    const { redis, stream, decode } = this.#options;
    const args = [this.#name, MOVER_MS, MAX_ROWS];
    const [length = '0', ...fields] = await redis.run(TAKE_ROWS, [stream, moverKey(stream)], args);
    this.#depth = Number(length);
    const taken: Taken<T>[] = [];
    for (let at = 0; at < fields.length; at += 3) {
      const [id = '', row = '', counter = ''] = fields.slice(at, at + 3);
      taken.push({ id, row: decode(row), counter });
    }
    return taken;
  }

  async #remove(taken: readonly Taken<T>[]): Promise<void> {
    const { redis, stream } = this.#options;
    const counters = [...new Set(taken.map(({ counter }) => counter))].filter(Boolean);
    // KEYS count from 1, and the stream is the first.
    const place = new Map(counters.map((counter, at) => [counter, 2 + 2 * at]));
    const keys = [stream, ...counters.flatMap((counter) => [counter, movedKey(counter)])];
    const ids = taken.flatMap(({ id, counter }) => [id, place.get(counter) ?? 0]);
    await redis.run(REMOVE_ROWS, keys, [randomUUID(), ...ids]);
    this.#depth = Math.max(0, this.#depth - taken.length);
  }
}

/** Stream ids are `<milliseconds>-<number>`. */
function isAfter(a: string, b: string): boolean {
  const [aTime = 0, aNumber = 0] = a.split('-').map(Number);
  const [bTime = 0, bNumber = 0] = b.split('-').map(Number);
  return aTime > bTime || (aTime === bTime && aNumber > bNumber);
}
