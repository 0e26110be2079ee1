/**
 * Responses as they are kept for repeated requests: compressed outside the event loop, as base64 text for
 * the journal, Redis and ClickHouse. Decompressed, they are identical to the byte.
 */
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';

/** Of the JSON text in UTF-8. */
export const MAX_KEPT_BYTES = 1_048_576;

const zip = promisify<Buffer, { level: number }, Buffer>(gzip);
const unzip = promisify<Buffer, Buffer>(gunzip);

/** `null` for an answer that is too long to be kept. */
export async function keepAnswer(body: string): Promise<string | null> {
  if (Buffer.byteLength(body) > MAX_KEPT_BYTES) return null;
  const zipped = await zip(Buffer.from(body), { level: constants.Z_BEST_SPEED });
  return zipped.toString('base64');
}

export async function openAnswer(kept: string): Promise<string> {
  return (await unzip(Buffer.from(kept, 'base64'))).toString('utf8');
}
