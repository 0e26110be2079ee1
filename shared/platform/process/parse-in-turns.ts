/**
 * Parses the requests of a connection one after the other. Node.js parses all that has arrived at
 * once: 64 kB can be thousands of requests, which are in memory before any handler could reject
 * them. Here the parser gets the next request when the previous response has been sent, in another
 * turn of the event loop. Until then its bytes wait in the buffer of the socket.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ChunkedBody } from './chunked-body.js';

/** Headers end with it. Node.js accepts no other end. */
const BLANK_LINE = '\r\n\r\n';
const [CR, LF] = Buffer.from('\r\n');
/** The most bytes of a blank line that can arrive before its end. */
const MAX_BEGUN = BLANK_LINE.length - 1;
const NOTHING = Buffer.alloc(0);

interface Connection {
  /** The last bytes of headers whose end has not arrived: their blank line may have begun. */
  headerBytes: Buffer;
  /** The bytes of a body that are still to come. */
  bodyBytes: number;
  /** A chunked body whose end is still to come. */
  chunkedBody: ChunkedBody | undefined;
  /** The request that is being read or answered. */
  request: IncomingMessage | undefined;
  /** Bytes that have arrived and wait until `proceed` is called. */
  waitingBytes: number;
  proceed: () => void;
}

/**
 * Of the requests of all connections, at most about `maxWaitingBytes` wait: connections that exceed
 * it are closed.
 */
export function parseInTurns(server: Server, maxWaitingBytes: number): void {
  const connections = new WeakMap<Socket, Connection>();
  let waitingBytes = 0;

  server.on('connection', (socket: Socket) => {
    const parse = socket.listeners('data')[0] ?? failWithoutParser();
    const setWaiting = (bytes: number): void => {
      waitingBytes += bytes - connection.waitingBytes;
      connection.waitingBytes = bytes;
    };
    const connection: Connection = {
      headerBytes: NOTHING,
      bodyBytes: 0,
      chunkedBody: undefined,
      request: undefined,
      waitingBytes: 0,
      proceed() {
        // A pause by Node.js is ended by Node.js alone.
        if (connection.waitingBytes === 0) return;
        setWaiting(0);
        socket.resume();
      },
    };
    const wait = (rest: Buffer): void => {
      // In this order: a socket that flows would emit the rest at once.
      socket.pause();
      socket.unshift(rest);
      setWaiting(rest.length);
      if (connection.request?.complete && waitingBytes > maxWaitingBytes) socket.destroy();
    };
    const read = (chunk: Buffer): void => {
      setWaiting(0);
      // The last response is being sent, so nothing more is read.
      if (!socket.writable) return;
      if (connection.request?.complete) {
        wait(chunk);
        return;
      }
      const { bodyBytes, chunkedBody, headerBytes } = connection;
      const piece = chunk.subarray(0, endOfPiece(connection, chunk));
      connection.bodyBytes = Math.max(0, bodyBytes - piece.length);
      if (chunkedBody?.isEnded) connection.chunkedBody = undefined;
      Reflect.apply(parse, socket, [piece]);
      const isInHeaders = headerBytes.length > 0 || blankBytes(piece) < piece.length;
      connection.headerBytes =
        isInHeaders && !connection.request ? lastOf([headerBytes, piece]) : NOTHING;
      if (piece.length === chunk.length) return;
      const rest = chunk.subarray(piece.length);
      if (socket.isPaused()) socket.unshift(rest);
      else if (connection.bodyBytes > 0 || connection.chunkedBody) read(rest);
      else {
        wait(rest);
        if (!connection.request?.complete) setImmediate(connection.proceed);
      }
    };
    connections.set(socket, connection);
    socket.removeAllListeners('data').on('data', read);
    socket.once('close', () => setWaiting(0));
  });

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    connection.request = request;
    connection.bodyBytes = Number(request.headers['content-length'] ?? 0);
    connection.chunkedBody = request.headers['transfer-encoding'] ? new ChunkedBody() : undefined;
    response.once('close', () => {
      if (connection.request === request) connection.request = undefined;
      if (connection.waitingBytes > 0) setImmediate(connection.proceed);
    });
  });
}

/** Returns the number of bytes of the blank lines at the start, which come before a request. */
function blankBytes(chunk: Buffer): number {
  let bytes = 0;
  while (chunk[bytes] === CR || chunk[bytes] === LF) bytes += 1;
  return bytes;
}

/** Returns the number of bytes up to the end of the headers or of the body. */
function endOfPiece({ bodyBytes, chunkedBody, headerBytes }: Connection, chunk: Buffer): number {
  if (bodyBytes > 0) return bodyBytes;
  if (chunkedBody) return chunkedBody.take(chunk);
  const isInHeaders = headerBytes.length > 0;
  if (isInHeaders) {
    const begun = Buffer.concat([headerBytes, chunk.subarray(0, MAX_BEGUN)]).indexOf(BLANK_LINE);
    if (begun >= 0) return begun + BLANK_LINE.length - headerBytes.length;
  }
  const at = chunk.indexOf(BLANK_LINE, isInHeaders ? 0 : blankBytes(chunk));
  return at === -1 ? chunk.length : at + BLANK_LINE.length;
}

function lastOf(pieces: readonly Buffer[]): Buffer {
  return Buffer.concat(pieces.map((each) => each.subarray(-MAX_BEGUN))).subarray(-MAX_BEGUN);
}

function failWithoutParser(): never {
  throw new Error('the server has no parser for the connection');
}
