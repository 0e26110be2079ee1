/**
 * The embedded ClickHouse for other processes: its HTTP protocol on loopback, passed through to the
 * engine. Two users with random passwords, `service` and the read-only `analyst`; a Host header that
 * is not loopback is refused, so that no web page can reach it by rebinding a name.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { listen } from '../listen.js';
import type { Engine, EngineResult } from './engine.js';
import { engineSettings } from './engine-connection.js';
import { FrontError, readFields } from './front-request.js';
import { isLane, type Lane } from './lanes.js';

export interface FrontAddress {
  url: string;
  service: { user: 'service'; password: string };
  analyst: { user: 'analyst'; password: string };
}

export interface Front {
  address: FrontAddress;
  /** Stops accepting, lets running requests end (at most 10 s), then closes. */
  close(): Promise<void>;
}

export const LANE_HEADER = 'x-signals-lane';
/** Parameters travel in the address, lists of thousands of ids among them. */
const MAX_REQUEST_LINE_BYTES = 32 * 1024 * 1024;
const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;
const WRITES = /^\s*(INSERT|CREATE|ALTER|DROP|OPTIMIZE|TRUNCATE|RENAME|SYSTEM)\b/i;
const INSERT_WITH_FORMAT = /^\s*INSERT\b[\s\S]*\bFORMAT\s+[A-Za-z]+\s*$/i;
const TRAILING_FORMAT = /\bFORMAT\s+([A-Za-z0-9]+)\s*(?:;\s*)?$/i;
const TEXT_FORMATS = /^(JSON|CSV|TabSeparated|TSV|Values)/i;

/** Answers on 127.0.0.1:`port`; when that port is taken and not `strict`, on any free one. */
export async function startFront(
  engine: Engine,
  options: { port: number; strict: boolean },
): Promise<Front> {
  const passwords = { service: secret(), analyst: secret() };
  const server = createServer({ maxHeaderSize: MAX_REQUEST_LINE_BYTES }, (request, response) => {
    // Busy clients must go and find the next front while this one ends.
    if (!server.listening) response.setHeader('connection', 'close');
    answer(engine, passwords, request, response).catch((error: unknown) => fail(response, error));
  });
  server.requestTimeout = 600_000;
  const port = await bind(server, options);
  return {
    address: {
      url: `http://127.0.0.1:${port}`,
      service: { user: 'service', password: passwords.service },
      analyst: { user: 'analyst', password: passwords.analyst },
    },
    close: () => closeServer(server),
  };
}

async function answer(
  engine: Engine,
  passwords: { service: string; analyst: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!LOOPBACK_HOST.test(request.headers.host ?? '')) {
    throw new FrontError(403, 0, 'this ClickHouse answers to loopback host names only');
  }
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (request.method === 'GET' && (url.pathname === '/ping' || !url.searchParams.has('query'))) {
    response.writeHead(200, { 'content-type': 'text/plain' }).end('Ok.\n');
    return;
  }
  const user = authenticate(passwords, request, url);
  const { fields, body } = await readFields(request, url);
  const statement = splitStatement(fields.get('query') ?? '', body);
  const lane = laneOf(user, request, statement.sql);
  const format =
    TRAILING_FORMAT.exec(statement.sql)?.[1] ??
    fields.get('default_format') ??
    headerOf(request, 'x-clickhouse-format') ??
    'TabSeparated';
  const result = await execute(engine, lane, statement, fields, user, format);
  const compressed = wantsGzip(request, fields);
  const bytes = compressed ? await compress(result.bytes) : result.bytes;
  response.writeHead(200, {
    ...(compressed ? { 'content-encoding': 'gzip' } : {}),
    'content-type': contentType(format),
    'x-clickhouse-format': format,
    'x-clickhouse-timezone': 'UTC',
    'x-clickhouse-summary': JSON.stringify({
      read_rows: String(result.rowsRead),
      read_bytes: String(result.bytesRead),
      elapsed_ns: String(Math.round(result.elapsedSeconds * 1e9)),
    }),
    'content-length': bytes.byteLength,
  });
  response.end(bytes);
}

const compress = promisify<Uint8Array, Buffer>(gzip);

/** As a server does: only for clients that ask twice. */
function wantsGzip(request: IncomingMessage, fields: URLSearchParams): boolean {
  return (
    /^(1|true)$/.test(fields.get('enable_http_compression') ?? '') &&
    /\bgzip\b/i.test(headerOf(request, 'accept-encoding') ?? '')
  );
}

function execute(
  engine: Engine,
  lane: Lane,
  statement: { sql: string; body: string | null },
  fields: URLSearchParams,
  user: string,
  format: string,
): Promise<EngineResult> {
  const settings = user === 'analyst' ? {} : engineSettings(settingsOf(fields));
  if (statement.body)
    return engine.insert(lane, { sql: statement.sql, body: statement.body, settings });
  const params = Object.fromEntries(
    [...fields].flatMap(([name, value]) =>
      name.startsWith('param_') ? [[name.slice('param_'.length), value]] : [],
    ),
  );
  return engine.query(lane, { sql: statement.sql.replace(/;\s*$/, ''), params, settings, format });
}

const NOT_SETTINGS = /^(query|database|user|password|query_id|quota_key|param_.*)$/;

function settingsOf(fields: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...fields].filter(([name]) => !NOT_SETTINGS.test(name)));
}

/** The statement is the `query` parameter followed by the body, except for an INSERT's data. */
function splitStatement(query: string, body: Buffer): { sql: string; body: string | null } {
  const insert = INSERT_WITH_FORMAT.test(query);
  if (insert && body.length > 0) {
    const format = TRAILING_FORMAT.exec(query)?.[1] ?? '';
    if (!TEXT_FORMATS.test(format)) {
      throw new FrontError(400, 73, `insert in a text format, ${format} is not accepted here`);
    }
    return { sql: query, body: body.toString('utf8') };
  }
  const sql = [query, body.toString('utf8')].filter((part) => part.trim() !== '').join('\n');
  if (sql === '') throw new FrontError(400, 62, 'Empty query');
  return { sql, body: null };
}

function laneOf(user: string, request: IncomingMessage, sql: string): Lane {
  if (user === 'analyst') return 'analyst';
  const asked = headerOf(request, LANE_HEADER);
  if (isLane(asked) && asked !== 'analyst') return asked;
  return WRITES.test(sql) ? 'writer' : 'reads';
}

function authenticate(
  passwords: { service: string; analyst: string },
  request: IncomingMessage,
  url: URL,
): 'service' | 'analyst' {
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const pair = basic ? Buffer.from(basic, 'base64').toString('utf8') : undefined;
  const split = pair?.indexOf(':') ?? -1;
  const user =
    headerOf(request, 'x-clickhouse-user') ??
    (pair && split >= 0 ? pair.slice(0, split) : undefined) ??
    url.searchParams.get('user') ??
    '';
  const password =
    headerOf(request, 'x-clickhouse-key') ??
    (pair && split >= 0 ? pair.slice(split + 1) : undefined) ??
    url.searchParams.get('password') ??
    '';
  if ((user === 'service' || user === 'analyst') && sameSecret(passwords[user], password)) {
    return user;
  }
  throw new FrontError(
    403,
    516,
    `Authentication failed: password is incorrect for ${user || 'no user'}`,
  );
}

function sameSecret(expected: string, given: string): boolean {
  const a = Buffer.from(expected);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual(a, b);
}

function fail(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof FrontError ? error.clickhouseCode : codeOf(message);
  const status = error instanceof FrontError ? error.status : code === 0 ? 500 : 400;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const text = message.startsWith('Code:') ? message : `Code: ${code}. DB::Exception: ${message}`;
  response.writeHead(status, {
    'content-type': 'text/plain; charset=UTF-8',
    'x-clickhouse-exception-code': String(code),
  });
  response.end(`${text}\n`);
}

function codeOf(message: string): number {
  return Number(/Code: (\d+)/.exec(message)?.[1] ?? 0);
}

function contentType(format: string): string {
  if (/^JSON.*EachRow/i.test(format)) return 'application/x-ndjson; charset=UTF-8';
  if (/^JSON/i.test(format)) return 'application/json; charset=UTF-8';
  if (/^CSV/i.test(format)) return 'text/csv; charset=UTF-8';
  if (/^(TabSeparated|TSV)/i.test(format)) return 'text/tab-separated-values; charset=UTF-8';
  return 'application/octet-stream';
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function secret(): string {
  return randomBytes(24).toString('base64url');
}

async function bind(server: Server, options: { port: number; strict: boolean }): Promise<number> {
  const address = { host: '127.0.0.1', setting: 'SIGNALS_CLICKHOUSE_PORT' };
  try {
    return await listen(server, { ...address, port: options.port });
  } catch (error) {
    if (options.strict || options.port === 0) throw error;
    return listen(server, { ...address, port: 0 });
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), 10_000);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}
