/** The HTTP server of the application, with time limits and a graceful stop. */
import { randomUUID } from 'node:crypto';
import { createServer, maxHeaderSize } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { hostInUrl } from '../shared/domain/host-in-url.js';
import { closeWithin, listen } from '../shared/platform/process/listen.js';
import { parseInTurns } from '../shared/platform/process/parse-in-turns.js';
import { guardConnections } from './http/guard-connections.js';
import { errorBody } from './http/handle-error.js';
import { requestIdOf } from './http/request-context.js';
import { declaresTooLong } from './request/read-body.js';
import {
  CHECK_CONNECTIONS_MS,
  CONNECTION_LIMITS,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_MS,
  MAX_WAITING_BYTES,
  READ_REFUSAL_MS,
  REQUEST_TIMEOUT_MS,
} from './validation/limits.js';
import { invalidRequest } from './validation/validated.js';

export type RunningApi = Awaited<ReturnType<typeof startApi>>;

export async function startApi(
  app: Express,
  { host, port, setting = 'PORT' }: { host: string; port: number; setting?: string },
) {
  const server = createServer({
    requireHostHeader: false,
    connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
  });
  parseInTurns(server, MAX_WAITING_BYTES);
  guardConnections(server, CONNECTION_LIMITS, (request, response) => {
    const hosts = request.headersDistinct.host?.length ?? 0;
    if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) {
      const headers = { 'content-type': JSON_TYPE, 'x-request-id': requestIdOf(request) };
      response.writeHead(400, { ...headers, connection: 'close' });
      const number = hosts > 1 ? ' only once' : '';
      response.end(refusalBody('invalid_format', `The header \`Host\` must be given${number}.`));
      return;
    }
    // While the server stops, each response closes its connection. Otherwise a busy connection
    // would send further requests until one of them is cut off.
    if (!server.listening) response.setHeader('connection', 'close');
    app(request, response);
  });
  server.on('clientError', refuseMalformed);
  // A client is not asked for a body that is rejected because of its length. Other expectations are
  // ignored.
  server.on('checkContinue', (request, response) => {
    if (!declaresTooLong(request)) response.writeContinue();
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const boundPort = await listen(server, { host, port, setting });
  return {
    url: `http://${hostInUrl(host)}:${boundPort}`,
    /** Accepts no new connection, lets responses end (at most `timeoutMs`), then closes. */
    stop: (timeoutMs: number) => closeWithin(timeoutMs, server),
  };
}

const JSON_TYPE = 'application/json; charset=utf-8';

function refusalBody(code: string, message: string): string {
  const refusal = invalidRequest([{ field: '', location: 'header', code, message, meta: {} }]);
  return JSON.stringify(errorBody(refusal));
}

/** The faults of HTTP that reaches no handler, by the code of the error. */
const REFUSALS: Readonly<Record<string, [code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['too_big', `Path and headers must be at most ${maxHeaderSize} bytes.`],
  ERR_HTTP_REQUEST_TIMEOUT: [
    'invalid_format',
    `The request did not arrive in time: headers have ${HEADERS_TIMEOUT_MS / 1_000} s, the whole request ${REQUEST_TIMEOUT_MS / 1_000} s.`,
  ],
};

/** Answers malformed or incomplete HTTP, which reaches no handler, with the usual error body. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = REFUSALS[error.code ?? ''];
  const body = refusalBody(
    ...(refusal ?? ['invalid_format', 'The request must be valid HTTP/1.1.']),
  );
  const head = [
    'HTTP/1.1 400 Bad Request',
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Closed at once, it would lose the answer if the client is still sending. A client that goes on
  // sending would keep it open for ever.
  const timer = setTimeout(() => socket.destroy(), READ_REFUSAL_MS);
  socket.once('close', () => clearTimeout(timer));
}
