/** The rows of an answer, read in turns with whatever else waits: there may be many megabytes of them. */
import type { ResultSet } from '@clickhouse/client';
import { inTurns } from '../../../domain/concurrency/in-turns.js';

export async function readRows<T>(result: ResultSet<'JSONEachRow'>): Promise<T[]> {
  const chunks: T[][] = [];
  for await (const rows of result.stream<T>()) {
    chunks.push(await inTurns(rows, (row) => row.json()));
  }
  return chunks.flat();
}
