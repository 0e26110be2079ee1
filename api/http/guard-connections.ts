/**
 * Limits what connections take. Clients that only connect, or read slowly, must not take the memory
 * and the file descriptors that the stores need: of too many connections that wait for their
 * client, the one that has waited longest is closed. In one connection, pipelined requests are
 * processed one after the other, so at most one response waits. A client that does not read it is
 * disconnected; a slow reader is served. A client that sends too many requests gets the responses to
 * those within the limit, then the connection is closed. If the waiting requests of all connections
 * take too much memory, connections that pipeline are closed at once.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { CONNECTION_LIMITS } from '../validation/limits.js';

export type ConnectionLimits = typeof CONNECTION_LIMITS;

/** Passes requests to `answer`, one at a time per connection. */
export function guardConnections(
  server: Server,
  limits: ConnectionLimits,
  answer: RequestListener,
): void {
  /** The waiting requests of each connection that has a request in progress. */
  const waitingBySocket = new WeakMap<Socket, (() => void)[]>();
  /** The memory that waiting requests take, by connection and in total. */
  const bytesBySocket = new Map<Socket, number>();
  let waitingBytes = 0;
  /**
   * The connections that wait for their client to send a request or to read a response, the one that
   * has waited longest first.
   */
  const idle = new Set<Socket>();

  const becomeIdle = (socket: Socket): void => {
    idle.delete(socket);
    if (socket.destroyed) return;
    const [longest] = idle;
    if (longest && idle.size >= limits.idleConnections) {
      idle.delete(longest);
      longest.destroy();
    }
    idle.add(socket);
  };

  const addBytes = (socket: Socket, bytes: number): void => {
    // All bytes of a connection are subtracted when it closes.
    if (socket.destroyed) return;
    bytesBySocket.set(socket, (bytesBySocket.get(socket) ?? 0) + bytes);
    waitingBytes += bytes;
  };

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    // An earlier response has closed the connection, so this one could not be sent.
    if (!socket.writable) {
      waitingBySocket.delete(socket);
      return;
    }
    let readTimer: NodeJS.Timeout | undefined;
    response.once('prefinish', () => {
      readTimer = setTimeout(() => socket.destroy(), limits.readAnswerMs);
      // A short response is written in this turn of the event loop, so nothing waits for the client.
      setImmediate(() => response.writableFinished || becomeIdle(socket));
    });
    response.once('close', () => {
      clearTimeout(readTimer);
      const next = waitingBySocket.get(socket)?.shift();
      if (next) {
        idle.delete(socket);
        // In the next turn of the event loop. Otherwise short answers of one connection follow one
        // another in one turn, and every other client waits for all of them.
        setImmediate(next);
      } else {
        waitingBySocket.delete(socket);
        becomeIdle(socket);
      }
    });
    idle.delete(socket);
    answer(request, response);
  };

  server.on('connection', (socket: Socket) => {
    socket.once('close', () => {
      idle.delete(socket);
      waitingBytes -= bytesBySocket.get(socket) ?? 0;
      bytesBySocket.delete(socket);
    });
    becomeIdle(socket);
  });

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const waiting = waitingBySocket.get(socket);
    if (!waiting) {
      waitingBySocket.set(socket, []);
      serve(request, response);
      return;
    }
    const bytes = bytesOf(request);
    addBytes(socket, bytes);
    if (waitingBytes > limits.waitingBytes) {
      socket.destroy();
    } else if (waiting.length + 1 < limits.requestsAhead) {
      waiting.push(() => {
        addBytes(socket, -bytes);
        serve(request, response);
      });
    } else if (waiting.length + 1 === limits.requestsAhead) {
      // Earlier requests are answered; this one and later ones are not.
      waiting.push(() => socket.destroySoon());
      socket.pause();
    }
  });

  // The longest time without a byte in either direction. A write that makes progress restarts it.
  server.timeout = limits.readStallMs;
  server.on('timeout', (socket: Socket) => {
    const isWaitingForUs = waitingBySocket.has(socket) && socket.writableLength === 0;
    if (!isWaitingForUs) socket.destroy();
  });
}

/** The memory of a request and its response without path, headers and body, about. */
const REQUEST_BYTES = 4_096;
/** The memory of a text besides its characters, about. */
const TEXT_BYTES = 32;

function bytesOf(request: IncomingMessage): number {
  const { url = '', rawHeaders, headers, readableHighWaterMark } = request;
  const textBytes = [url, ...rawHeaders].reduce((sum, { length }) => sum + length + TEXT_BYTES, 0);
  // Of a body that nobody reads yet, Node.js keeps this much before it stops reading the connection.
  const bodyBytes = headers['transfer-encoding']
    ? readableHighWaterMark
    : Math.min(Number(headers['content-length'] ?? 0), readableHighWaterMark);
  return REQUEST_BYTES + textBytes + bodyBytes;
}
