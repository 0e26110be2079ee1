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
/** Before anybody has shown a password. Lists of thousands of ids travel as form fields. */
const MAX_HEADER_BYTES = 64 * 1024;
const HEADERS_MS = 10_000;
const MAX_CONNECTIONS = 256;
/** An answer of which nothing is taken for so long is dropped. */
const UNREAD_MS = 30_000;
/** Of wrong passwords: more are not looked at until the minute is over. */
const MAX_WRONG_PER_MINUTE = 60;
const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;
const WRITES = /^\s*(INSERT|CREATE|ALTER|DROP|OPTIMIZE|TRUNCATE|RENAME|SYSTEM)\b/i;
const MAX_BODY_BYTES = 256 * 1024 * 1024;
const MAX_ANALYST_BODY_BYTES = 1024 * 1024;
const FORMAT_NAME = /^[A-Za-z0-9]+$/;
const INSERT_WITH_FORMAT = /^\s*INSERT\b[\s\S]*\bFORMAT\s+[A-Za-z]+\s*$/i;
const TRAILING_FORMAT = /\bFORMAT\s+([A-Za-z0-9]+)\s*;?\s*$/i;
const TEXT_FORMATS = /^(JSON|CSV|TabSeparated|TSV|Values)/i;

/** Answers on 127.0.0.1:`port`; when that port is taken and not `strict`, on any free one. */
export async function startFront(
  engine: Engine,
  options: { port: number; strict: boolean },
): Promise<Front> {
  const passwords = { service: secret(), analyst: secret() };
  const closing = new AbortController();
  const front: FrontState = { engine, passwords, wrong: { since: 0, count: 0 }, closing };
  const limits = { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_MS };
  const server = createServer(limits, (request, response) => {
    // Busy clients must go and find the next front while this one ends.
    if (!server.listening) response.setHeader('connection', 'close');
    response.setTimeout(0);
    answer(front, request, response).catch((error: unknown) => fail(response, error));
  });
  server.requestTimeout = 600_000;
  server.maxConnections = MAX_CONNECTIONS;
  const port = await bind(server, options);
  return {
    address: {
      url: `http://127.0.0.1:${port}`,
      service: { user: 'service', password: passwords.service },
      analyst: { user: 'analyst', password: passwords.analyst },
    },
    close() {
      closing.abort();
      return closeServer(server);
    },
  };
}

interface FrontState {
  engine: Engine;
  passwords: { service: string; analyst: string };
  wrong: { since: number; count: number };
  /** Aborted when the front closes: statements of analysts end. */
  closing: AbortController;
}

async function answer(
  front: FrontState,
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
  const user = authenticate(front, request, url);
  const maxBytes = user === 'analyst' ? MAX_ANALYST_BODY_BYTES : MAX_BODY_BYTES;
  const { fields, body } = await readFields(request, url, maxBytes);
  if (user === 'analyst') {
    await answerAnalyst(front, { fields, body, request, response });
    return;
  }
  const statement = splitStatement(fields.get('query') ?? '', body);
  const lane = laneOf(request, statement.sql);
  const format = formatOf(statement.sql, fields, request);
  const result = await execute(front.engine, lane, statement, fields, format);
  await send(result, format, { fields, request, response });
}

interface Exchange {
  fields: URLSearchParams;
  request: IncomingMessage;
  response: ServerResponse;
}

/** Whoever leaves ends the statement; the next one waits until the answer is taken. */
async function answerAnalyst(
  { engine, closing }: FrontState,
  exchange: Exchange & { body: Buffer },
): Promise<void> {
  const { fields, body, request, response } = exchange;
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  const sql = joined(fields.get('query') ?? '', body);
  const format = formatOf(sql, fields, request);
  await engine.query(
    'analyst',
    { sql, params: paramsOf(fields), format },
    {
      signal: AbortSignal.any([left.signal, closing.signal]),
      deliver: (result) => send(result, format, exchange),
    },
  );
}

function formatOf(sql: string, fields: URLSearchParams, request: IncomingMessage): string {
  const asked =
    TRAILING_FORMAT.exec(sql)?.[1] ??
    fields.get('default_format') ??
    headerOf(request, 'x-clickhouse-format') ??
    'TabSeparated';
  if (!FORMAT_NAME.test(asked)) throw new FrontError(400, 73, 'the format is not a name');
  return asked;
}

/** Resolves when the answer is taken, or its reader is gone. */
async function send(
  result: EngineResult,
  format: string,
  { fields, request, response }: Exchange,
): Promise<void> {
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
  response.setTimeout(UNREAD_MS, () => response.destroy());
  await new Promise<void>((resolve) => {
    response.once('close', resolve);
    response.end(bytes, resolve);
  });
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
  format: string,
): Promise<EngineResult> {
  const settings = engineSettings(settingsOf(fields));
  if (statement.body)
    return engine.insert(lane, { sql: statement.sql, body: statement.body, settings });
  const sql = statement.sql.replace(/;\s*$/, '');
  return engine.query(lane, { sql, params: paramsOf(fields), settings, format });
}

function paramsOf(fields: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...fields].flatMap(([name, value]) =>
      name.startsWith('param_') ? [[name.slice('param_'.length), value]] : [],
    ),
  );
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
  return { sql: joined(query, body), body: null };
}

function joined(query: string, body: Buffer): string {
  const sql = [query, body.toString('utf8')].filter((part) => part.trim() !== '').join('\n');
  if (sql === '') throw new FrontError(400, 62, 'Empty query');
  return sql;
}

function laneOf(request: IncomingMessage, sql: string): Lane {
  const asked = headerOf(request, LANE_HEADER);
  if (isLane(asked) && asked !== 'analyst') return asked;
  return WRITES.test(sql) ? 'writer' : 'reads';
}

function authenticate(
  { passwords, wrong }: FrontState,
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
  countWrong(wrong);
  throw new FrontError(
    403,
    516,
    `Authentication failed: password is incorrect for ${user || 'no user'}`,
  );
}

/** A right password is never refused for others' wrong ones. */
function countWrong(wrong: FrontState['wrong']): void {
  const now = performance.now();
  if (wrong.count === 0 || now - wrong.since > 60_000) {
    wrong.since = now;
    wrong.count = 0;
  }
  wrong.count += 1;
  if (wrong.count > MAX_WRONG_PER_MINUTE) {
    throw new FrontError(429, 516, 'Too many wrong passwords: wait a minute');
  }
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
