/** Reading the rows of an answer of the engine from its lines. */
import { expect, it } from 'vitest';
import { readLines } from '../../../../../../shared/platform/clickhouse/client/read-rows.js';

const linesOf = (rows: readonly object[]): Uint8Array =>
  Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

it.each([0, 1, 3, 20_000])('readLines returns all %i rows', async (count) => {
  const rows = Array.from({ length: count }, (_, at) => ({ at, text: `"é",\n]\u2028{${at}` }));
  expect(await readLines(linesOf(rows))).toEqual(rows);
});
