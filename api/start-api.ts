/** The listening server around the application: bounded in time, stopped gracefully. */
import { createServer, type Server } from 'node:http';
import type { Express } from 'express';
import { listen } from '../shared/listen.js';

export interface RunningApi {
  /** Where it answers, for instance `http://127.0.0.1:8080`. */
  url: string;
  /** Takes no new connection, lets answers end (at most `timeoutMs`), then closes. */
  stop(timeoutMs: number): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 60_000;
const HEADERS_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_MS = 10_000;

export async function startApi(
  app: Express,
  { host, port }: { host: string; port: number },
): Promise<RunningApi> {
  const server = createServer((request, response) => {
    // A busy connection would carry request after request past the stop, and be cut in the last one.
    if (!server.listening) response.setHeader('connection', 'close');
    app(request, response);
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const own = await listen(server, { host, port, setting: 'PORT' });
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${own}`;
  return { url, stop: (timeoutMs) => stop(server, timeoutMs) };
}

function stop(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}
