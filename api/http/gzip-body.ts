/** Compresses bodies of responses outside the event loop. */
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Response } from 'express';

/** Shorter texts fit into two packets anyway. */
const MIN_CHARACTERS = 2_048;

const zip = promisify<Buffer, { level: number }, Buffer>(gzip);

/**
 * Returns the body to send: compressed if it is long and the client accepts that. The whole body is
 * compressed before any of it is sent, so a slow reader holds no more than the result.
 */
export async function bodyFor(response: Response, body: string): Promise<string | Buffer> {
  if (body.length < MIN_CHARACTERS) return body;
  response.vary('Accept-Encoding');
  if (response.req.acceptsEncodings('gzip', 'identity') !== 'gzip') return body;
  // The best level takes twice as long for a seventh fewer bytes: 1.0 and 0.5 ms for 100 signals.
  const zipped = await zip(Buffer.from(body), { level: constants.Z_BEST_SPEED });
  response.set('Content-Encoding', 'gzip');
  return zipped;
}

/** Compresses a body that is sent many times. */
export function gzipBody(body: Buffer): Promise<Buffer> {
  return zip(body, { level: constants.Z_BEST_COMPRESSION });
}
