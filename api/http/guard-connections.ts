/**
 * Limits what connections take. Clients that only connect, or read slowly, must not take the memory
 * and the file descriptors that the stores need: of too many connections that wait for their
 * client, the one that has waited longest is closed. In one connection, requests are processed one
 * after the other, so at most one response waits. A client that does not read it is disconnected; a
 * slow reader is served.
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
    socket.once('close', () => idle.delete(socket));
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
    waiting.push(() => serve(request, response));
  });

  // The longest time without a byte in either direction. A write that makes progress restarts it.
  server.timeout = limits.readStallMs;
  server.on('timeout', (socket: Socket) => {
    const isWaitingForUs = waitingBySocket.has(socket) && socket.writableLength === 0;
    if (!isWaitingForUs) socket.destroy();
  });
}
