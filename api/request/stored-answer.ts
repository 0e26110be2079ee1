/**
 * Compresses responses to store them for repeated requests. Compression runs outside the event loop
 * and makes base64 text for the journal, Redis and ClickHouse. A decompressed response is identical
 * to the byte.
 */
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';

/** The largest JSON text that is stored, in bytes of UTF-8. */
export const MAX_STORED_BYTES = 1_048_576;

const zip = promisify<Buffer, { level: number }, Buffer>(gzip);
const unzip = promisify<Buffer, Buffer>(gunzip);

/** Compresses an answer. Returns `null` if it is too long to be stored. */
export async function compressAnswer(body: string): Promise<string | null> {
  if (Buffer.byteLength(body) > MAX_STORED_BYTES) return null;
  const zipped = await zip(Buffer.from(body), { level: constants.Z_BEST_SPEED });
  return zipped.toString('base64');
}

export async function decompressAnswer(stored: string): Promise<string> {
  return (await unzip(Buffer.from(stored, 'base64'))).toString('utf8');
}
