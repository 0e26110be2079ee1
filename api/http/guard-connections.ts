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

/** Passes requests to `answer`. They arrive one at a time per connection: see `parseInTurns`. */
export function guardConnections(
  server: Server,
  limits: ConnectionLimits,
  answer: RequestListener,
): void {
  /** The request in progress of each connection that has one. */
  const inProgress = new WeakMap<Socket, IncomingMessage>();
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

  server.on('connection', (socket: Socket) => {
    socket.once('close', () => idle.delete(socket));
    becomeIdle(socket);
  });

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    inProgress.set(socket, request);
    idle.delete(socket);
    let readTimer: NodeJS.Timeout | undefined;
    response.once('prefinish', () => {
      readTimer = setTimeout(() => socket.destroy(), limits.readAnswerMs);
      // A short response is written in this turn of the event loop, so nothing waits for the client.
      setImmediate(() => response.writableFinished || becomeIdle(socket));
    });
    response.once('close', () => {
      clearTimeout(readTimer);
      // By then `parseInTurns` has read the next request, if it has arrived already.
      setImmediate(() => {
        if (inProgress.get(socket) !== request) return;
        inProgress.delete(socket);
        becomeIdle(socket);
      });
    });
    answer(request, response);
  });

  // The longest time without a byte in either direction. A write that makes progress restarts it.
  server.timeout = limits.readStallMs;
  server.on('timeout', (socket: Socket) => {
    const isWaitingForUs = inProgress.has(socket) && socket.writableLength === 0;
    if (!isWaitingForUs) socket.destroy();
  });
}
