/**
 * Calculates the version of a row whose last write must win: higher than every stored version of
 * its key, so that no write is lost if a clock was set back or a host's clock is slow.
 */
import { nextMicros } from '../../../domain/versions.js';
import type { ClickHouse } from './clickhouse.js';

export async function laterVersion(
  clickhouse: ClickHouse,
  table: string,
  column: string,
  key: string,
): Promise<number> {
  const rows = await clickhouse.rows<{ stored: number }>(
    `SELECT max(version) AS stored FROM ${table} WHERE ${column} = {key:String}`,
    { key },
    'usage',
  );
  return Math.max(nextMicros(), (rows[0]?.stored ?? 0) + 1);
}
