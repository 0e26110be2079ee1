/**
 * Sends a body that does not change while the process runs. It is compressed once, and a client
 * that has it already gets 304 instead.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';

type SendFixed = (request: Request, response: Response) => void;

/** `encoded` has the compressed forms by encoding, best first. */
export function sendFixed(plain: Buffer, encoded: ReadonlyMap<string, Buffer>): SendFixed {
  const hash = createHash('sha256').update(plain).digest('base64url');
  return (request, response) => {
    // A weak tag, because it is the same for all compressed forms.
    response.vary('Accept-Encoding').set('ETag', `W/"${hash}"`);
    const encoding = request.acceptsEncodings([...encoded.keys(), 'identity']);
    const body = encoding === false ? undefined : encoded.get(encoding);
    if (body) response.set('Content-Encoding', String(encoding));
    response.send(body ?? plain);
  };
}

/** Returns a handler that reads and compresses the body when it is requested for the first time. */
export function serveFixed(
  headers: Record<string, string>,
  read: () => Promise<Buffer> | Buffer,
): RequestHandler {
  const prepare = async (): Promise<SendFixed> => {
    const plain = await read();
    const zipped = await promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION });
    return sendFixed(plain, new Map([['gzip', zipped]]));
  };
  let prepared: Promise<SendFixed> | undefined;
  return async (request, response) => {
    prepared ??= prepare().catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    const send = await prepared;
    response.set(headers);
    send(request, response);
  };
}
