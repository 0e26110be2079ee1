/**
 * Compresses responses to keep them for repeated requests. Compression runs outside the event loop
 * and makes base64 text for the journal, Redis and ClickHouse. A decompressed response is identical
 * to the byte.
 */
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';

/** The largest JSON text that is kept, in bytes of UTF-8. */
export const MAX_KEPT_BYTES = 1_048_576;

const zip = promisify<Buffer, { level: number }, Buffer>(gzip);
const unzip = promisify<Buffer, Buffer>(gunzip);

/** Compresses an answer. Returns `null` if it is too long to be kept. */
export async function compressAnswer(body: string): Promise<string | null> {
  if (Buffer.byteLength(body) > MAX_KEPT_BYTES) return null;
  const zipped = await zip(Buffer.from(body), { level: constants.Z_BEST_SPEED });
  return zipped.toString('base64');
}

/** Decompresses a kept answer. */
export async function decompressAnswer(kept: string): Promise<string> {
  return (await unzip(Buffer.from(kept, 'base64'))).toString('utf8');
}
