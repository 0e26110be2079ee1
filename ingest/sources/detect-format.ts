/** Detects the format of standard input, which has no file name, from its first bytes. */
import { Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '../../shared/domain/errors.js';

/**
 * Largest allowed ratio of unpacked to packed bytes. Gzip shrinks events to a tenth, very similar
 * ones to a fiftieth; it can shrink other data to a thousandth.
 */
const MAX_RATIO = 200;
/** Number of unpacked bytes that are allowed whatever the ratio is. */
const FREE_BYTES = 100_000_000;
const TOO_MUCH = `the unpacked data is more than ${MAX_RATIO} times larger than the file. If this is intended, unpack the file before loading it`;
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
/** Number of bytes that tell a format or an encoding. */
const HEAD_BYTES = 3;

/**
 * Returns the unpacked bytes, and whether they are CSV. Only bare payloads may be CSV: their first
 * line is not JSON and has more than one column.
 */
export async function detectFormat(
  source: Readable,
  { mayBeCsv }: { mayBeCsv: boolean },
): Promise<{ bytes: Readable; isCsv: boolean }> {
  const raw = await peek(source);
  const isZipped = raw.head.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC);
  const { head, from } = isZipped ? await peek(unzip(raw.from(0))) : raw;
  const [header = ''] = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split(/[\r\n]/);
  return { bytes: from(0), isCsv: mayBeCsv && !/^[{[]/.test(header) && header.includes(',') };
}

/**
 * Unpacks a gzip stream. The reader of the result also receives the errors of `source`, and an
 * error if the data is many times larger than a file of events would be.
 */
export function unzip(source: Readable, freeBytes = FREE_BYTES): Readable {
  const gunzip = createGunzip();
  let unpackedBytes = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      unpackedBytes += chunk.length;
      const tooMuch = unpackedBytes > freeBytes && unpackedBytes > gunzip.bytesWritten * MAX_RATIO;
      done(tooMuch ? new AppError('invalid_request', TOO_MUCH) : null, chunk);
    },
  });
  source.on('error', (error) => gunzip.destroy(error));
  gunzip.on('error', (error) => bounded.destroy(error));
  bounded.on('error', () => source.destroy());
  return source.pipe(gunzip).pipe(bounded);
}

/**
 * Reads the first bytes, at least `HEAD_BYTES` if there are that many. `from` returns all bytes from
 * a position within them, and may be called once.
 */
export async function peek(
  source: Readable,
): Promise<{ head: Buffer; from(start: number): Readable }> {
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* bytesFrom(start: number): AsyncGenerator<Buffer> {
    try {
      if (head.length > start) yield head.subarray(start);
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
    } finally {
      await chunks.return?.();
    }
  }
  return { head, from: (start) => Readable.from(bytesFrom(start), { objectMode: false }) };
}
