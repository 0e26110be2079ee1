/**
 * Calculates the version of a row whose last write must win: higher than every stored version of
 * its key, so that no write is lost if a clock was set back or a host's clock is slow.
 */
import { nextMicros } from '../../../domain/versions.js';
import type { ClickHouse } from './clickhouse.js';

/**
 * Versions from here on end a row, such as a revocation: a row that was read before the end and is
 * written after it does not undo it. Microseconds of the epoch reach this in 2112.
 */
const END_VERSION = 2 ** 52;

/** `isEnd`: the row wins over all rows that do not end it, whenever they are written. */
export async function laterVersion(
  clickhouse: ClickHouse,
  table: string,
  column: string,
  key: string,
  { isEnd = false } = {},
): Promise<number> {
  const base = isEnd ? END_VERSION : 0;
  const rows = await clickhouse.rows<{ stored: number }>(
    `SELECT maxIf(version, version >= {base:UInt64} AND version < {base:UInt64} + {end:UInt64}) AS stored
     FROM ${table} WHERE ${column} = {key:String}`,
    { key, base, end: END_VERSION },
    'usage',
  );
  return Math.max(base + nextMicros(), (rows[0]?.stored ?? 0) + 1);
}
