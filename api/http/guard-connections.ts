/**
 * Bounds the memory of one connection: pipelined requests are processed one after the other, so at most
 * one response waits in memory, and a client that does not read it is disconnected. A client that reads
 * slowly is served. One that is too far ahead gets its answers up to there, then the connection is closed.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  readStallMs: number;
  readAnswerMs: number;
  requestsAhead: number;
}

/** Passes requests to `answer`, one at a time per connection. */
export function guardConnections(
  server: Server,
  limits: ConnectionLimits,
  answer: RequestListener,
): void {
  /** Requests that wait, of the connections with one in work. */
  const busy = new WeakMap<Socket, (() => void)[]>();

  const work = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    // An answer before has closed the connection: this one could not be sent.
    if (!socket.writable) {
      busy.delete(socket);
      return;
    }
    let late: NodeJS.Timeout | undefined;
    response.once('prefinish', () => {
      late = setTimeout(() => socket.destroy(), limits.readAnswerMs);
    });
    response.once('close', () => {
      clearTimeout(late);
      const next = busy.get(socket)?.shift();
      if (next) next();
      else busy.delete(socket);
    });
    answer(request, response);
  };

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const waiting = busy.get(request.socket);
    if (!waiting) {
      busy.set(request.socket, []);
      work(request, response);
    } else if (waiting.length < limits.requestsAhead) {
      waiting.push(() => work(request, response));
    } else if (waiting.length === limits.requestsAhead) {
      // Those before it are answered; it and what follows are not read any more.
      waiting.push(() => request.socket.destroySoon());
      request.socket.pause();
    }
  });

  // Time without a byte in either direction; a write that makes progress restarts it.
  server.timeout = limits.readStallMs;
  server.on('timeout', (socket: Socket) => {
    const isWaitingForUs = busy.has(socket) && socket.writableLength === 0;
    if (!isWaitingForUs) socket.destroy();
  });
}
