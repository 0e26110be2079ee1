/**
 * Reads a request to the gateway: fields of the URL, fields of a form (for lists that are too long
 * for a URL), and a body that may be compressed. All sizes are limited.
 */
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createTinyPiecesCheck } from '../../../domain/tiny-pieces.js';

export class GatewayError extends Error {
  readonly status: number;
  readonly clickhouseCode: number;
  constructor(status: number, clickhouseCode: number, message: string) {
    super(message);
    this.status = status;
    this.clickhouseCode = clickhouseCode;
  }
}

export interface BodyLimits {
  bytes: number;
  /** Maximum bytes of a form, whose parts are read line by line. */
  formBytes: number;
  /** What a client with a larger body can do. */
  remedy: string;
}

/** Decoding thousands of fields takes long, and a URL is read before a password is checked. */
const MAX_URL_FIELDS = 500;

export function urlOf({ url = '/' }: IncomingMessage): URL {
  if (url.split('&', MAX_URL_FIELDS + 1).length > MAX_URL_FIELDS) {
    throw new GatewayError(400, 36, `a URL may have at most ${MAX_URL_FIELDS} fields`);
  }
  try {
    return new URL(url, 'http://127.0.0.1');
  } catch {
    throw new GatewayError(400, 36, 'the path of the request is invalid');
  }
}

/** `takeTurn` resolves when the body, which has arrived, may be parsed. */
export async function readFields(
  request: IncomingMessage,
  url: URL,
  limits: BodyLimits,
  takeTurn: () => Promise<unknown> = async () => undefined,
): Promise<{ fields: URLSearchParams; body: Buffer }> {
  const fields = new URLSearchParams(url.searchParams);
  const type = request.headers['content-type'] ?? '';
  const isForm = /^multipart\/form-data\b/i.test(type);
  const maxBytes = isForm ? limits.formBytes : limits.bytes;
  const body = await readBody(request, maxBytes, limits.remedy).catch(throwUnreadable);
  await takeTurn();
  if (!isForm) return { fields, body };
  const form = await new Response(body, { headers: { 'content-type': type } })
    .formData()
    .catch((cause: unknown) => {
      throw new GatewayError(400, 36, `the body is not a valid form: ${String(cause)}`);
    });
  for (const [name, value] of form) {
    if (typeof value !== 'string')
      throw new GatewayError(400, 48, 'external data is not supported');
    fields.append(name, value);
  }
  return { fields, body: Buffer.alloc(0) };
}

function throwUnreadable(cause: unknown): never {
  if (cause instanceof GatewayError) throw cause;
  throw new GatewayError(400, 33, `the body cannot be read: ${String(cause)}`);
}

async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  remedy: string,
): Promise<Buffer<ArrayBuffer>> {
  const isCompressed = /gzip/i.test(String(request.headers['content-encoding'] ?? ''));
  const tooLarge = () =>
    new GatewayError(413, 0, `the body is larger than ${maxBytes} bytes: ${remedy}`);
  const target = isCompressed ? createGunzip() : new PassThrough();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of receive(request, target, { maxBytes, tooLarge })) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Pipes the body into `target`, which fails if the client leaves, or if the body or its pieces have
 * a wrong size as they arrive: a body without end may decompress to nothing.
 */
function receive(
  request: IncomingMessage,
  target: Transform,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: () => GatewayError },
): Transform {
  const isTiny = createTinyPiecesCheck();
  let size = 0;
  request.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > maxBytes) target.destroy(tooLarge());
    else if (isTiny(piece.length)) {
      target.destroy(new GatewayError(400, 0, 'the chunks of the body are too small'));
    }
  });
  request.once('close', () => {
    if (!request.complete) target.destroy(new Error('the client has left'));
  });
  return request.pipe(target);
}

export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
