/**
 * Serves the embedded ClickHouse to other processes: its HTTP protocol on loopback, passed through
 * to the engine. There are two users, `service` and the read-only `analyst`.
 * A Host header that is not loopback is rejected, so that no web page gets in by DNS rebinding.
 */
import { isUtf8 } from 'node:buffer';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createSerialQueue } from '../../../domain/concurrency/serial-queue.js';
import { closeWithin, listen } from '../../process/listen.js';
import { parseInTurns } from '../../process/parse-in-turns.js';
import type { AnalystLane } from '../analysts/analyst-lane.js';
import type { Engine } from '../engine/engine.js';
import { IDENTIFIER, INSERT_OF_ROWS } from '../engine/engine-statements.js';
import { isLane, type Lane } from '../engine/lanes.js';
import { type BodyLimits, GatewayError, headerOf, readFields, urlOf } from './gateway-request.js';
import { dropRestOfBody, sendAnswer, sendException } from './gateway-response.js';
import { createGatewayUsers, type GatewayUser, type GatewayUsers } from './gateway-users.js';

export interface GatewayAddress {
  url: string;
  service: { user: 'service'; password: string };
  analyst: { user: 'analyst'; password: string };
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>;

const DEFAULT_PORT = 8123;
export const LANE_HEADER = 'x-signals-lane';
/** For URL and headers, which are read before a password is checked. Long lists are form fields. */
const MAX_HEADER_BYTES = 64 * 1024;
const HEADERS_MS = 5_000;
const CLOSE_MS = 10_000;
const CHECK_CONNECTIONS_MS = 2_000;
const MAX_CONNECTIONS = 1_024;
/** Few: clients of ClickHouse wait for each answer. While bytes wait, a leaving is not noticed. */
const MAX_WAITING_BYTES = 1_024;
/** Connections without a correct password, and those of analysts. The rest are for the service. */
const MAX_GUESTS = 256;
const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;
const WRITES = /^\s*(INSERT|CREATE|ALTER|DROP|OPTIMIZE|TRUNCATE|RENAME|SYSTEM)\b/i;
const BODY_LIMITS: Record<GatewayUser, BodyLimits> = {
  service: { bytes: 256 * 1024 * 1024, formBytes: 256 * 1024 * 1024, remedy: 'send it in parts' },
  analyst: {
    bytes: 512 * 1024,
    formBytes: 128 * 1024,
    remedy: 'shorten the statement or its parameters',
  },
};
/** Milliseconds within which a request of an analyst must have arrived. */
const ANALYST_BODY_MS = 10_000;
/** Requests of analysts at once. Most connections stay for the service. */
const MAX_ANALYST_REQUESTS = 32;
/** Milliseconds after which an analyst's client that reads nothing of its answer counts as gone. */
const STALL_MS = 10_000;
const FORMAT_NAME = /^[A-Za-z0-9]+$/;
const INSERT_WITH_FORMAT = /^INSERT\b[\s\S]*\bFORMAT\s+[A-Za-z]+$/i;
/** `ORDER BY format DESC` names no format. */
const TRAILING_FORMAT = /\bFORMAT\s+(?!(?:ASC|DESC)$)([A-Za-z0-9]+)$/i;

/** Without `port`, uses the default one or, if that is taken, any free port. */
export async function startGateway(
  engines: { engine: Engine; analysts: AnalystLane },
  { port, analystPassword }: { port: number | undefined; analystPassword: string | undefined },
) {
  const users = createGatewayUsers(analystPassword);
  const inTurn = createSerialQueue();
  const gateway: GatewayState = {
    ...engines,
    users,
    takeTurn: () => inTurn.run(() => setImmediate()),
    strangers: new Set(),
    analystConnections: new Set(),
    analystRequests: new Set(),
  };
  const limits = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_MS,
    connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
  };
  const server = createServer(limits, (request, response) => {
    // While this gateway closes, busy clients must leave it and find the next one.
    if (!server.listening) response.setHeader('connection', 'close');
    dropRestOfBody(request, response);
    serve(gateway, request, response).catch((error: unknown) => sendException(response, error));
  });
  parseInTurns(server, MAX_WAITING_BYTES);
  server.requestTimeout = 600_000;
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', (socket) => admitGuest(socket, gateway.strangers));
  const boundPort = await bind(server, port);
  const address: GatewayAddress = {
    url: `http://127.0.0.1:${boundPort}`,
    service: { user: 'service', password: users.passwords.service },
    analyst: { user: 'analyst', password: users.passwords.analyst },
  };
  return {
    address,
    /** Stops accepting requests, lets running ones end (at most 10 s), then closes. */
    close: () => closeWithin(CLOSE_MS, server),
  };
}

interface GatewayState {
  engine: Engine;
  analysts: AnalystLane;
  users: GatewayUsers;
  /** Connections that have not yet sent a correct password, the oldest first. */
  strangers: Set<Socket>;
  /** Connections that have sent the password of the analyst, the oldest first. */
  analystConnections: Set<Socket>;
  /** Analysts' requests that are being read, wait, run or are being answered. */
  analystRequests: Set<IncomingMessage>;
  /** Resolves for one request of an analyst at a time, so that others are served in between. */
  takeTurn: () => Promise<unknown>;
}

/** Closes a guest if there are too many: the oldest without any of the `requests`, which are fewer. */
function admitGuest(
  socket: Socket,
  guests: Set<Socket>,
  requests: ReadonlySet<IncomingMessage> = new Set(),
): void {
  if (guests.has(socket)) return;
  if (guests.size >= MAX_GUESTS) {
    const busy = new Set(Array.from(requests, (request) => request.socket));
    const oldest = Array.from(guests).find((guest) => !busy.has(guest));
    oldest?.destroy();
    if (oldest) guests.delete(oldest);
  }
  guests.add(socket);
  socket.once('close', () => guests.delete(socket));
}

async function serve(
  gateway: GatewayState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!LOOPBACK_HOST.test(request.headers.host ?? '')) {
    throw new GatewayError(403, 0, 'this ClickHouse accepts only loopback host names');
  }
  const url = urlOf(request);
  if (request.method === 'GET' && (url.pathname === '/ping' || !url.searchParams.has('query'))) {
    response.writeHead(200, { 'content-type': 'text/plain' }).end('Ok.\n');
    return;
  }
  const user = gateway.users.authenticate(request, url);
  gateway.strangers.delete(request.socket);
  requirePlainTransfer(url.searchParams);
  if (user === 'analyst') {
    admitGuest(request.socket, gateway.analystConnections, gateway.analystRequests);
    await serveAnalyst(gateway, url, request, response);
    return;
  }
  const { engine } = gateway;
  const { fields, body } = await readFields(request, url, BODY_LIMITS.service);
  const { sql, rows } = splitStatement(fields.get('query') ?? '', body);
  const lane = laneOf(request, sql);
  const format = formatOf(sql, fields, request);
  if (rows) {
    const settings = [...fields].filter(([name]) => !NOT_SETTINGS.test(name));
    await engine.insert(lane, { sql, body: rows, settings: Object.fromEntries(settings) });
    response.end();
    return;
  }
  const query = { sql: withoutSemicolon(sql), params: paramsOf(fields), format };
  const result = await engine.query(lane, query);
  const text = Readable.from([result], { objectMode: false });
  await sendAnswer({ format, text, bytes: result.byteLength }, response);
}

/** Clients that compress by themselves would take a plain answer for a damaged one. */
function requirePlainTransfer(fields: URLSearchParams): void {
  for (const name of ['compress', 'decompress']) {
    if (/^(0|false)?$/.test(fields.get(name) ?? '')) continue;
    throw new GatewayError(
      400,
      36,
      `${name}=1 is not supported: set ${name}=0 in the options of your client (BAD_ARGUMENTS)`,
    );
  }
}

/** Serves a request of an analyst. If the client leaves, its statement is ended. */
async function serveAnalyst(
  gateway: GatewayState,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (gateway.analystRequests.size >= MAX_ANALYST_REQUESTS) {
    throw new GatewayError(
      429,
      202,
      'Too many analyst requests at once: retry later. (TOO_MANY_SIMULTANEOUS_QUERIES)',
    );
  }
  gateway.analystRequests.add(request);
  const clientLeft = new AbortController();
  response.once('close', () => {
    gateway.analystRequests.delete(request);
    if (!response.writableFinished) clientLeft.abort();
  });
  const late = setTimeout(() => request.destroy(), ANALYST_BODY_MS);
  const read = readFields(request, url, BODY_LIMITS.analyst, gateway.takeTurn);
  const { fields, body } = await read.finally(() => clearTimeout(late));
  const sql = joinStatement(fields.get('query') ?? '', body);
  const format = formatOf(sql, fields, request);
  const protocolVersion = Number(fields.get('client_protocol_version') ?? 0);
  await gateway.analysts.query(
    { sql, params: paramsOf(fields), format, protocolVersion },
    {
      signal: clientLeft.signal,
      deliver(answer) {
        response.setTimeout(STALL_MS, () => response.destroy());
        return sendAnswer(answer, response);
      },
    },
  );
}

function formatOf(sql: string, fields: URLSearchParams, request: IncomingMessage): string {
  const format =
    TRAILING_FORMAT.exec(withoutSemicolon(sql))?.[1] ??
    fields.get('default_format') ??
    headerOf(request, 'x-clickhouse-format') ??
    'TabSeparated';
  if (!FORMAT_NAME.test(format))
    throw new GatewayError(400, 73, 'the name of the format is invalid');
  return format;
}

function withoutSemicolon(sql: string): string {
  const bare = sql.trimEnd();
  return bare.endsWith(';') ? bare.slice(0, -1).trimEnd() : bare;
}

function paramsOf(fields: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...fields].flatMap(([name, value]) =>
      name.startsWith('param_') ? [[parameterName(name), value]] : [],
    ),
  );
}

function parameterName(field: string): string {
  const name = field.slice('param_'.length);
  if (!IDENTIFIER.test(name)) throw new GatewayError(400, 36, 'the name of a parameter is invalid');
  return name;
}

/** Fields that describe the request or set the HTTP layer: the engine does not know them. */
const NOT_SETTINGS =
  /^(query|database|user|password|query_id|quota_key|param_.*|http_.*|wait_end_of_query|send_progress_in_http_headers|enable_http_compression|default_format|session_id|session_timeout|session_check|compress|decompress|buffer_size|client_protocol_version|role)$/;

/**
 * Splits a request into statement and rows; `rows` is `null` if it has none. The statement is the
 * `query` parameter followed by the body, unless the body contains the rows of an INSERT.
 */
function splitStatement(query: string, body: Buffer): { sql: string; rows: Buffer | null } {
  const sql = query.trim();
  if (!INSERT_WITH_FORMAT.test(sql) || body.length === 0) {
    return { sql: joinStatement(query, body), rows: null };
  }
  if (!INSERT_OF_ROWS.test(sql)) {
    const form = 'INSERT INTO table (columns) FORMAT JSONEachRow or JSONCompactEachRow';
    throw new GatewayError(400, 73, `Send rows as ${form}.`);
  }
  return { sql, rows: body };
}

function joinStatement(query: string, body: Buffer): string {
  if (!isUtf8(body)) throw new GatewayError(400, 36, 'the statement is not valid UTF-8');
  const sql = [query, body.toString('utf8')].filter((part) => part.trim() !== '').join('\n');
  if (sql === '') throw new GatewayError(400, 62, 'Empty query');
  return sql;
}

function laneOf(request: IncomingMessage, sql: string): Lane {
  const lane = headerOf(request, LANE_HEADER);
  if (isLane(lane)) return lane;
  return WRITES.test(sql) ? 'writer' : 'reads';
}

async function bind(server: Server, port: number | undefined): Promise<number> {
  const address = { host: '127.0.0.1', setting: 'SIGNALS_CLICKHOUSE_PORT' };
  try {
    return await listen(server, { ...address, port: port ?? DEFAULT_PORT });
  } catch (error) {
    if (port !== undefined) throw error;
    return listen(server, { ...address, port: 0 });
  }
}
