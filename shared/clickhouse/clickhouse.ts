/**
 * The one door to ClickHouse for every store: rows, commands and inserts by lane, on a server, on
 * the embedded engine or on another process's front. Transport failures become a retriable
 * `AppError` (`unavailable`); writes may be sent twice, so every table tolerates repeats.
 */
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { AppError } from '../errors.js';
import type { Lane } from './lanes.js';

export interface ClickHouse {
  rows<T>(sql: string, params?: Record<string, unknown>, lane?: Lane): Promise<T[]>;
  command(sql: string, params?: Record<string, unknown>, lane?: Lane): Promise<void>;
  /** Inserts JSON rows as one block; resolves once they are stored. */
  insert(
    table: string,
    rows: readonly object[],
    lane?: Lane,
    settings?: ClickHouseSettings,
  ): Promise<void>;
}

/** Where a `ClickHouse` gets its clients, and how it finds a new server when one goes away. */
export interface ClickHouseBackend {
  client(lane: Lane): ClickHouseClient;
  /** Called after a transport failure; resolves true when it is worth trying again. */
  renew(failed: ClickHouseClient): Promise<boolean>;
}

const MAX_ATTEMPTS = 5;
const TRANSPORT =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|socket hang up|Timeout error|fetch failed|EHOSTUNREACH/i;

export function createClickHouse(backend: ClickHouseBackend): ClickHouse {
  async function attempt<T>(
    lane: Lane,
    work: (client: ClickHouseClient) => Promise<T>,
  ): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      const client = backend.client(lane);
      try {
        return await work(client);
      } catch (error) {
        if (!isTransportFailure(error)) throw error;
        const again = tried < MAX_ATTEMPTS && (await backend.renew(client));
        if (!again) {
          throw new AppError('unavailable', 'ClickHouse cannot be reached', { cause: error });
        }
      }
    }
  }
  return {
    rows: (sql, params = {}, lane = 'reads') =>
      attempt(lane, async (client) => {
        const result = await client.query({
          query: sql,
          query_params: params,
          format: 'JSONEachRow',
        });
        return result.json();
      }),
    command: (sql, params = {}, lane = 'writer') =>
      attempt(lane, async (client) => {
        await client.command({ query: sql, query_params: params });
      }),
    insert: (table, rows, lane = 'writer', settings = {}) =>
      attempt(lane, async (client) => {
        if (rows.length === 0) return;
        await client.insert({
          table,
          values: rows,
          format: 'JSONEachRow',
          columns: columnsOf(rows),
          clickhouse_settings: settings,
        });
      }),
  };
}

function columnsOf(rows: readonly object[]): [string, ...string[]] {
  const [first, ...rest] = Object.keys(rows[0] ?? {});
  if (first === undefined) throw new Error('a row without columns');
  return [first, ...rest];
}

function isTransportFailure(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = 'code' in current ? String(current.code) : '';
    // Exceptions of the engine carry a number; what the network raises has a name.
    if (/^\d+$/.test(code)) return false;
    if (TRANSPORT.test(code) || TRANSPORT.test(current.message)) return true;
  }
  return false;
}
