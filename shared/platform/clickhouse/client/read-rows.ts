/** The rows of an answer, read in slices, so that other work runs in between: there may be many megabytes of them. */
import type { ResultSet } from '@clickhouse/client';
import { inSlices } from '../../../domain/concurrency/in-slices.js';

/** What is read within a millisecond is read in one go. */
const SMALL_BYTES = 131_072;

export async function readRows<T>(result: ResultSet<'JSONEachRow'>): Promise<T[]> {
  const chunks: T[][] = [];
  for await (const rows of result.stream<T>()) {
    chunks.push(await inSlices(rows, (row) => row.json()));
  }
  return chunks.flat();
}

/** Of an answer in the format JSONEachRow: a row ends where its line does. */
export async function readLines<T>(answer: Uint8Array): Promise<T[]> {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  if (bytes.length <= SMALL_BYTES) {
    return JSON.parse(`[${bytes.toString().trimEnd().replaceAll('\n', ',')}]`);
  }
  return inSlices(linesOf(bytes), (line) => JSON.parse(line));
}

function* linesOf(bytes: Buffer): Generator<string> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start);
    const until = end < 0 ? bytes.length : end;
    if (until > start) yield bytes.toString('utf8', start, until);
    start = until + 1;
  }
}
