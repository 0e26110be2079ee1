/**
 * Reads the rows of an answer in slices, so that other work can run in between: an answer may have
 * many megabytes.
 */
import type { ResultSet } from '@clickhouse/client';
import { inSlices } from '../../../domain/concurrency/in-slices.js';

/** Maximum size of an answer that is read in one go, which takes less than a millisecond. */
const SMALL_BYTES = 131_072;

export async function readRows<T>(result: ResultSet<'JSONEachRow'>): Promise<T[]> {
  const chunks: T[][] = [];
  for await (const rows of result.stream<T>()) {
    chunks.push(await inSlices(rows, (row) => row.json()));
  }
  return chunks.flat();
}

/** Reads an answer in the format JSONEachRow, where each line is a row. */
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
