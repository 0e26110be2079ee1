/**
 * Connections that carry statements to ClickHouse: over HTTP to a server or to the gateway of the
 * process that holds the data folder, or directly to the engine of this process.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import {
  type ClickHouseClient,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  parseError,
} from '@clickhouse/client';
import { formatQueryParams } from '@clickhouse/client-common';
import { messageOf } from '../../../domain/errors.js';
import type { AnalystLane } from '../analysts/analyst-lane.js';
import type { Engine } from '../engine/engine.js';
import type { Lane } from '../engine/lanes.js';
import { readLines, readRows } from './read-rows.js';

type Params = Readonly<Record<string, unknown>>;

export interface Connection {
  rows<T>(sql: string, params: Params): Promise<T[]>;
  command(sql: string, params: Params): Promise<void>;
  /** Stores rows as one block. `lines` contains the rows in the format that `sql` names. */
  insert(sql: string, lines: Buffer, settings: ClickHouseSettings): Promise<void>;
  close(): Promise<void>;
}

/** A connection with limits and without rights to change anything. */
export interface AnalystConnection {
  /** Returns the answer in the format that `sql` names; if it names none, in `format`. */
  read(sql: string, format: string): Promise<Readable>;
  close(): Promise<void>;
}

const FORMAT = 'JSONEachRow';
/** Failures surface as errors, which are logged once, where they are handled. */
export const QUIET = { level: ClickHouseLogLevel.OFF };

export function httpConnection(client: ClickHouseClient): Connection & AnalystConnection {
  return {
    async rows(query, query_params) {
      return readRows(await client.query({ query, query_params, format: FORMAT }));
    },
    async command(query, query_params) {
      await client.command({ query, query_params });
    },
    async insert(query, lines, clickhouse_settings) {
      const values = Readable.from([lines], { objectMode: false });
      const { stream } = await client.exec({ query, clickhouse_settings, values });
      stream.resume();
      await finished(stream);
    },
    async read(query, format) {
      const http_headers = { 'X-ClickHouse-Format': format };
      return (await client.exec({ query, http_headers })).stream;
    },
    close: () => client.close(),
  };
}

export function engineConnection(engine: Engine, lane: Lane): Connection {
  const run = async (sql: string, params: Params, format: string): Promise<Uint8Array> => {
    const query = { sql, params: textsOf(params), format };
    return asClickHouseError(engine.query(lane, query));
  };
  return {
    rows: async (sql, params) => readLines(await run(sql, params, FORMAT)),
    async command(sql, params) {
      await run(sql, params, 'Null');
    },
    async insert(sql, body, clickhouseSettings) {
      const settings = Object.fromEntries(
        Object.entries(clickhouseSettings).map(([name, value]) => [name, String(value)]),
      );
      await asClickHouseError(engine.insert(lane, { sql, body, settings }));
    },
    // The code that opened the engine also closes it.
    close: async () => undefined,
  };
}

export function analystConnection(analysts: AnalystLane): AnalystConnection {
  return {
    async read(sql, format) {
      let answer = Buffer.alloc(0);
      const deliver = async ({ text }: { text: Readable }) => {
        answer = await buffer(text);
      };
      await asClickHouseError(analysts.query({ sql, format }, { deliver }));
      return Readable.from([answer], { objectMode: false });
    },
    close: async () => undefined,
  };
}

function textsOf(params: Params): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, formatQueryParams({ value })]),
  );
}

/** Converts an error of the engine into the error that the client throws for a server. */
async function asClickHouseError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const error = parseError(messageOf(cause));
    error.cause = cause;
    throw error;
  }
}
