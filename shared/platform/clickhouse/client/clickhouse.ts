/**
 * The only access to ClickHouse for stores: rows, commands and inserts in lanes, on a server, on
 * the embedded engine or on the gateway of another process. Temporary failures are retried for a
 * bounded time, then they become a retriable `AppError` (`unavailable`). A write may be sent twice,
 * so every table tolerates repeats. Accounts whose calls wait for a lane are served fairly.
 */
import type { ClickHouseSettings } from '@clickhouse/client';
import { FairQueue } from '../../../domain/concurrency/fair-queue.js';
import { inSlices } from '../../../domain/concurrency/in-slices.js';
import { currentOwner } from '../../../domain/concurrency/on-behalf-of.js';
import { backOff, type Waits } from '../../../domain/concurrency/retry.js';
import { AppError, LateWriteError, NoRoomError, TooLargeError } from '../../../domain/errors.js';
import { byLane, LANES, type Lane } from '../engine/lanes.js';
import type { Cluster } from './cluster-ddl.js';
import type { Connection } from './connection.js';
import { type Failure, failureOf } from './failures.js';
import { type BoundQuery, splitLongLists } from './long-lists.js';

export interface ClickHouse {
  /** The cluster whose shards hold the tables; `null` if there is none. */
  readonly cluster: Cluster | null;
  /**
   * Returns a text that changes with every write, except those of accounts and request logs.
   * Returns `null` while a write runs, and if other processes may write unseen.
   */
  writes(): string | null;
  rows<T>(sql: string, params?: Record<string, unknown>, lane?: Lane): Promise<T[]>;
  command(sql: string, params?: Record<string, unknown>, lane?: Lane): Promise<void>;
  /** Inserts rows as one block; resolves once they are stored. */
  insert(
    table: string,
    rows: readonly object[] | EncodedRows,
    lane?: Lane,
    settings?: ClickHouseSettings,
  ): Promise<void>;
}

/** Rows encoded for `insert` as lists of values, which the engine reads faster than objects. */
interface EncodedRows {
  columns: readonly string[];
  lines: Buffer;
}

/** Provides the connections of a `ClickHouse`, and finds a new server if one is unavailable. */
export interface ClickHouseBackend {
  cluster?: Cluster | null;
  /** Maximum bytes of a list in one parameter; no limit if unset. */
  maxListBytes?: number;
  /** Calls of a lane that run at once. The default is the lane's number of engine sessions. */
  permits?(lane: Lane): number;
  connection(lane: Lane): Connection;
  /** Called after a connection failed. Resolves with true if another attempt is worthwhile. */
  renew(failed: Connection, tried: number): Promise<boolean>;
  /** As `ClickHouse.writes`; always `null` by default. */
  writes?(): string | null;
  failureOf?(error: unknown): Failure;
  wait?(tried: number): Promise<void>;
}

export const WAITS: Waits = { firstMs: 100, lastMs: 2_000 };
const MAX_ATTEMPTS = 8;
/** Milliseconds after the first attempt during which another one may begin. */
const MAX_RETRY_MS = 15_000;

const UNREACHABLE = 'ClickHouse cannot be reached';

export const waitAfter = (tried: number): Promise<void> => backOff(tried, WAITS);

export function createClickHouse(backend: ClickHouseBackend): ClickHouse {
  const { cluster = null, maxListBytes } = backend;
  const permits = (lane: Lane) => backend.permits?.(lane) ?? LANES[lane].sessions;
  const queues = byLane((lane) => new FairQueue(permits(lane)));
  // A call keeps its permit during retries, so that no other call asks the busy server instead.
  const withPermit = <T>(lane: Lane, work: (connection: Connection) => Promise<T>): Promise<T> =>
    queues[lane].run(currentOwner(), () => attempt(backend, lane, work));
  const withinLimits = (sql: string, params: Record<string, unknown>): BoundQuery =>
    maxListBytes === undefined ? [sql, params] : splitLongLists(sql, params, maxListBytes);
  return {
    cluster,
    writes: () => backend.writes?.() ?? null,
    rows: (sql, params = {}, lane = 'reads') =>
      withPermit(lane, (connection) => connection.rows(...withinLimits(sql, params))),
    command: (sql, params = {}, lane = 'writer') =>
      withPermit(lane, (connection) => connection.command(...withinLimits(sql, params))),
    async insert(table, rows, lane = 'writer', settings = {}) {
      if ('length' in rows && rows.length === 0) return;
      const { columns, lines } = 'lines' in rows ? rows : await encodeRows(rows);
      const query = `INSERT INTO ${table} (${columns.join(', ')}) FORMAT JSONCompactEachRow`;
      await withPermit(lane, (connection) => connection.insert(query, lines, settings));
    },
  };
}

async function attempt<T>(
  backend: ClickHouseBackend,
  lane: Lane,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  for (let tried = 1; ; tried += 1) {
    const connection = backend.connection(lane);
    try {
      return await work(connection);
    } catch (error) {
      const failure = (backend.failureOf ?? failureOf)(error);
      if (failure === 'fault') throw error;
      if (failure === 'late') throw new LateWriteError(error);
      if (failure === 'large') throw new TooLargeError(error);
      const mayRepeat = tried < MAX_ATTEMPTS && performance.now() - started < MAX_RETRY_MS;
      if (!mayRepeat || !(await becomesReady(backend, connection, { failure, tried }))) {
        if (failure === 'full') throw new NoRoomError(error);
        throw new AppError('unavailable', UNREACHABLE, { cause: error });
      }
    }
  }
}

/** Waits until another attempt is worthwhile; resolves with false if none is. */
async function becomesReady(
  backend: ClickHouseBackend,
  connection: Connection,
  { failure, tried }: { failure: Failure; tried: number },
): Promise<boolean> {
  if (failure === 'lost') return backend.renew(connection, tried);
  if (failure !== 'busy') return false;
  await (backend.wait ?? waitAfter)(tried);
  return true;
}

/**
 * Encodes rows. A column that a row does not have gets its default; one row must have them all. It
 * works in slices: the client's own `insert` would encode all rows in one go, and block every other
 * request meanwhile.
 */
export async function encodeRows(rows: readonly object[]): Promise<EncodedRows> {
  const columns = rows.map(Object.keys).reduce((a, b) => (b.length > a.length ? b : a), []);
  if (columns.length === 0) throw new Error('a row has no columns');
  const lines = await inSlices(rows, (row) => {
    const values = columns.map((column) => Reflect.get(row, column));
    return Buffer.from(`${JSON.stringify(values)}\n`);
  });
  return { columns, lines: Buffer.concat(lines) };
}
