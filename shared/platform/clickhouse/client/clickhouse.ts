/**
 * The only access to ClickHouse for stores: rows, commands and inserts by lane, on a server, on the
 * embedded engine or on another process's gateway. What passes by itself is tried again for a bounded
 * time, then it is a retriable `AppError` (`unavailable`); writes may be sent twice, so every table
 * tolerates repeats. Accounts whose calls wait for a lane are served fairly.
 */
import type { ClickHouseSettings } from '@clickhouse/client';
import { FairQueue } from '../../../domain/concurrency/fair-queue.js';
import { inSlices } from '../../../domain/concurrency/in-slices.js';
import { currentOwner } from '../../../domain/concurrency/on-behalf-of.js';
import { backOff, type Waits } from '../../../domain/concurrency/retry.js';
import { AppError, LateWriteError } from '../../../domain/errors.js';
import { byLane, LANES, type Lane } from '../engine/lanes.js';
import type { Cluster } from './cluster-ddl.js';
import type { Connection } from './connection.js';
import { type Failure, failureOf } from './failures.js';
import { splitLongLists } from './long-lists.js';

export interface ClickHouse {
  /** Set: the tables are on the shards of a cluster. */
  readonly cluster: Cluster | null;
  /**
   * Another text after every write, accounts and request logs aside; `null` while one runs and where other
   * processes may write unseen.
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

/** Rows as `insert` sends them: lists of values. The engine reads them faster than objects. */
export interface EncodedRows {
  columns: readonly string[];
  lines: Buffer;
}

/** Provides the connections of a `ClickHouse`, and finds a new server if one becomes unavailable. */
export interface ClickHouseBackend {
  cluster?: Cluster | null;
  /** Longest list in one parameter; unset: no limit. */
  maxListBytes?: number;
  /** Calls of a lane that run at once; as many as the embedded engine has sessions unless given. */
  permits?(lane: Lane): number;
  connection(lane: Lane): Connection;
  /** Called after a connection failed; resolves true when it is worth trying again. */
  renew(failed: Connection, tried: number): Promise<boolean>;
  /** As in `ClickHouse`; never known unless given. */
  writes?(): string | null;
  /** What a failed call means; as `failureOf` says unless given. */
  failureOf?(error: unknown): Failure;
  /** Called when the server was busy; `waitAfter` unless given. */
  wait?(tried: number): Promise<void>;
}

export const WAITS: Waits = { firstMs: 100, lastMs: 2_000 };
const MAX_ATTEMPTS = 8;
/** No attempt begins later than that after the first one. */
const MAX_RETRY_MS = 15_000;

const AWAY = 'ClickHouse cannot be reached';
const MESSAGES = {
  lost: AWAY,
  busy: AWAY,
  away: AWAY,
  full: 'ClickHouse has no room to write: free some space on its disk',
} as const;

export const waitAfter = (tried: number): Promise<void> => backOff(tried, WAITS);

export function createClickHouse(backend: ClickHouseBackend): ClickHouse {
  const { cluster = null, maxListBytes } = backend;
  const permits = (lane: Lane) => backend.permits?.(lane) ?? LANES[lane].sessions;
  const queues = byLane((lane) => new FairQueue(permits(lane)));
  // A call keeps its permit while it is repeated: what is busy is not asked by others instead.
  const withPermit = <T>(lane: Lane, work: (connection: Connection) => Promise<T>): Promise<T> =>
    queues[lane].run(currentOwner(), () => attempt(backend, lane, work));
  const bound = (sql: string, params: Record<string, unknown>) =>
    maxListBytes === undefined ? { sql, params } : splitLongLists(sql, params, maxListBytes);
  return {
    cluster,
    writes: () => backend.writes?.() ?? null,
    rows: (sql, params = {}, lane = 'reads') =>
      withPermit(lane, (connection) => {
        const whole = bound(sql, params);
        return connection.rows(whole.sql, whole.params);
      }),
    command: (sql, params = {}, lane = 'writer') =>
      withPermit(lane, (connection) => {
        const whole = bound(sql, params);
        return connection.command(whole.sql, whole.params);
      }),
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
      const mayRepeat = tried < MAX_ATTEMPTS && performance.now() - started < MAX_RETRY_MS;
      const again = mayRepeat && (await isReadyAgain(backend, connection, { failure, tried }));
      if (!again) {
        throw new AppError('unavailable', MESSAGES[failure], { cause: error });
      }
    }
  }
}

async function isReadyAgain(
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
 * All rows have the keys of the first. In slices: the client's own `insert` would encode them all in one go, while nobody
 * else is answered.
 */
export async function encodeRows(rows: readonly object[]): Promise<EncodedRows> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) throw new Error('a row has no columns');
  const lines = await inSlices(rows, (row) => {
    const values = columns.map((column) => Reflect.get(row, column));
    return Buffer.from(`${JSON.stringify(values)}\n`);
  });
  return { columns, lines: Buffer.concat(lines) };
}
