/**
 * Ends connections whose clients send many requests without waiting for the answers. All requests
 * that arrive in one piece are handled before those of any other connection, so such clients could
 * keep the whole process busy. Clients of ClickHouse wait for each answer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const MAX_UNANSWERED = 16;

/** Returns a check to call with each request: false if it must not be handled. */
export function createPipeliningLimit(): (
  request: IncomingMessage,
  response: ServerResponse,
) => boolean {
  const unanswered = new WeakMap<Socket, number>();
  return ({ socket }, response) => {
    // What else has arrived on the connection is still parsed.
    if (socket.destroyed) return false;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > MAX_UNANSWERED) {
      socket.destroy();
      return false;
    }
    unanswered.set(socket, count);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    return true;
  };
}
