/** What standard input holds, which has no name that says so: told by its first bytes. */
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/** Bare payloads may come as CSV: its header is no JSON and has more than one column. */
export async function sniff(
  source: Readable,
  { mayBeCsv }: { mayBeCsv: boolean },
): Promise<{ bytes: Readable; isCsv: boolean }> {
  const given = await peek(source);
  const isZipped = given.head.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC);
  const { head, whole } = isZipped ? await peek(unzip(given.whole)) : given;
  const [header = ''] = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split(/[\r\n]/);
  return { bytes: whole, isCsv: mayBeCsv && !/^[{[]/.test(header) && header.includes(',') };
}

/** Errors of the source reach whoever reads the unzipped bytes. */
export function unzip(source: Readable): Readable {
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  return source.pipe(gunzip);
}

async function peek(source: Readable): Promise<{ head: Buffer; whole: Readable }> {
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  const head = first.done ? Buffer.alloc(0) : first.value;
  async function* all(): AsyncGenerator<Buffer> {
    try {
      for (let next = first; !next.done; next = await chunks.next()) yield next.value;
    } finally {
      await chunks.return?.();
    }
  }
  return { head, whole: Readable.from(all(), { objectMode: false }) };
}
