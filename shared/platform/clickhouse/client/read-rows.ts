/** The rows of an answer, read in slices, so that other work runs in between: there may be many megabytes of them. */
import type { ResultSet } from '@clickhouse/client';
import { inSlices } from '../../../domain/concurrency/in-slices.js';

export async function readRows<T>(result: ResultSet<'JSONEachRow'>): Promise<T[]> {
  const chunks: T[][] = [];
  for await (const rows of result.stream<T>()) {
    chunks.push(await inSlices(rows, (row) => row.json()));
  }
  return chunks.flat();
}
