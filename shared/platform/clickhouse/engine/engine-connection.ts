/**
 * Lets `@clickhouse/client` talk to the embedded engine: its `connection` hook, which its authors
 * call experimental, is used in this file only. Results are whole before they are handed on.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  type ClickHouseClient,
  type ClickHouseClientConfigOptions,
  createClient,
  parseError,
} from '@clickhouse/client';
import { formatQueryParams } from '@clickhouse/client-common';
import { messageOf } from '../../../domain/errors.js';
import type { Engine, ServiceLane } from './engine.js';
import type { EngineInsert, EngineQuery, EngineResult } from './engine-query.js';

type EngineConnection = NonNullable<ClickHouseClientConfigOptions['connection']>;
type ConnectionQuery = Parameters<EngineConnection['query']>[0];

/** Settings of the HTTP layer, which the engine does not know; so are all that begin with `http_`. */
const HTTP_ONLY = new Set([
  'wait_end_of_query',
  'send_progress_in_http_headers',
  'enable_http_compression',
  'default_format',
  'session_id',
  'session_timeout',
  'session_check',
  'compress',
  'decompress',
  'buffer_size',
  'client_protocol_version',
  'role',
]);

const isOfHttp = (name: string) => name.startsWith('http_') || HTTP_ONLY.has(name);

/** Where the statements of a client run. */
export interface StatementRunner {
  query(query: EngineQuery, signal?: AbortSignal): Promise<EngineResult>;
  insert(insert: EngineInsert): Promise<EngineResult>;
}

export function laneRunner(engine: Engine, lane: ServiceLane): StatementRunner {
  return {
    query: (query) => engine.query(lane, query),
    insert: (insert) => engine.insert(lane, insert),
  };
}

/**
 * Gives answers and takes rows whole too: the streams of the client take a tenth of the time of a small read,
 * and decode the rows of an insert in one go.
 */
export type EngineClient = ClickHouseClient & {
  answer(query: ConnectionQuery): Promise<Uint8Array>;
  insertWhole(query: ConnectionQuery, rows: Uint8Array): Promise<void>;
};

export function createEngineClient(runner: StatementRunner): EngineClient {
  const client = createClient({ connection: createEngineConnection(runner) });
  return Object.assign(client, {
    answer: async (query: ConnectionQuery) => (await runStatement(runner, query)).bytes,
    insertWhole: async (query: ConnectionQuery, rows: Uint8Array) => {
      await runInsert(runner, query, rows);
    },
  });
}

function runInsert(
  runner: StatementRunner,
  { query, clickhouse_settings = {} }: ConnectionQuery,
  body: Uint8Array,
): Promise<EngineResult> {
  const settings = engineSettings(clickhouse_settings);
  return asClickHouseError(runner.insert({ sql: query, body, settings }));
}

function runStatement(runner: StatementRunner, query: ConnectionQuery): Promise<EngineResult> {
  return asClickHouseError(
    runner.query(
      {
        sql: query.query,
        params: formatParams(query.query_params ?? {}),
        settings: engineSettings(query.clickhouse_settings ?? {}),
        format: 'TabSeparated',
      },
      query.abort_signal,
    ),
  );
}

function createEngineConnection(runner: StatementRunner): EngineConnection {
  const run = (query: ConnectionQuery) => runStatement(runner, query);
  return {
    async ping() {
      try {
        await run({ query: 'SELECT 1' });
        return { success: true };
      } catch (error) {
        return { success: false, error: error instanceof Error ? error : new Error(String(error)) };
      }
    },
    async query(params) {
      const result = await run(params);
      return { ...headers(params), stream: streamOf(result.bytes) };
    },
    async command(params) {
      const result = await run(params);
      return { ...headers(params), summary: summaryOf(result) };
    },
    async exec(params) {
      if (params.values) return insert(params, params.values);
      const result = await run(params);
      return { ...headers(params), stream: streamOf(result.bytes), summary: summaryOf(result) };
    },
    async insert(params) {
      const { stream: _, ...result } = await insert(params, params.values);
      return result;
    },
    async close() {},
  };

  async function insert(params: ConnectionQuery, values: string | Readable) {
    const body = typeof values === 'string' ? Buffer.from(values) : await buffer(values);
    const result =
      body.length === 0
        ? { bytes: new Uint8Array(), rowsRead: 0, bytesRead: 0, elapsedSeconds: 0 }
        : await runInsert(runner, params, body);
    return { ...headers(params), stream: streamOf(result.bytes), summary: summaryOf(result) };
  }
}

/** Query parameters in the text form that ClickHouse parses by the declared type. */
function formatParams(params: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, formatQueryParams({ value })]),
  );
}

export function engineSettings(
  settings: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([name, value]) => value !== undefined && !isOfHttp(name))
      .map(([name, value]) => [
        name,
        typeof value === 'boolean' ? String(Number(value)) : `${value}`,
      ]),
  );
}

function headers(params: ConnectionQuery) {
  return {
    query_id: params.query_id ?? randomUUID(),
    response_headers: {},
    http_status_code: 200,
  };
}

function summaryOf(result: EngineResult) {
  return {
    read_rows: String(result.rowsRead),
    read_bytes: String(result.bytesRead),
    written_rows: '0',
    written_bytes: '0',
    result_rows: '0',
    result_bytes: String(result.bytes.byteLength),
    total_rows_to_read: '0',
    elapsed_ns: String(Math.round(result.elapsedSeconds * 1e9)),
  };
}

function streamOf(bytes: Uint8Array): Readable {
  const stream = Readable.from(bytes.byteLength === 0 ? [] : [Buffer.from(bytes)], {
    objectMode: false,
  });
  // The client destroys an unread result with an error of its own; nobody listens for it.
  stream.on('error', () => undefined);
  return stream;
}

async function asClickHouseError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const error = parseError(messageOf(cause));
    error.cause = cause;
    throw error;
  }
}
