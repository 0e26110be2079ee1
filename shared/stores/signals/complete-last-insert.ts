/**
 * Completes an insert into `signals` during which the database was killed. Views fill the narrow
 * tables, each in a part of its own, so some of them may lack rows that `signals` has. Those rows
 * are inserted again as they are, versions included, which changes nothing where they exist.
 */
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { LAST_MICROS, MAX_LAST, WRITTEN } from './written-last.js';

/** Tables filled from `signals`. Of each position the newest row must exist. */
const FILLED: readonly { table: string; position: readonly string[]; rows?: string }[] = [
  { table: 'signal_keys', position: [] },
  { table: 'signal_records', position: [] },
  { table: 'signals_by_company', position: ['company_key', 'detected_at'] },
  { table: 'signals_by_time', position: ['detected_at'] },
  { table: 'signals_by_type', position: ['type_key', 'detected_at'] },
  {
    table: 'signals_by_contact',
    position: ['contact_key', 'detected_at'],
    rows: "contact_key != ''",
  },
  { table: 'signal_references', position: [], rows: 'is_deleted = 0 AND notEmpty(identifiers)' },
];

export async function completeLastInsert(clickhouse: ClickHouse): Promise<void> {
  const [last] = await clickhouse.rows<{ written: string }>(
    `SELECT toString(max(${WRITTEN})) AS written FROM signals`,
  );
  const since = BigInt(last?.written ?? 0) - BigInt(LAST_MICROS);
  if (since <= 0n) return;
  const missing = await clickhouse.rows<{ id: string; version: string }>(
    `SELECT DISTINCT toString(signal_id) AS id, toString(newest) AS version
     FROM (${FILLED.map(missingRows).join(' UNION ALL ')}) LIMIT {limit:UInt32}`,
    { since: String(since), limit: MAX_LAST },
  );
  if (missing.length === 0) return;
  await clickhouse.command(
    `INSERT INTO signals SELECT * FROM signals WHERE (toString(signal_id), toString(version)) IN (
       SELECT arrayJoin(arrayZip({ids:Array(String)}, {versions:Array(String)})))
     SETTINGS insert_deduplicate = 0`,
    { ids: missing.map(({ id }) => id), versions: missing.map(({ version }) => version) },
  );
}

function missingRows({ table, position, rows = '1' }: (typeof FILLED)[number]): string {
  return `SELECT signal_id, max(version) AS newest FROM signals
    WHERE ${WRITTEN} >= {since:UInt64} AND ${rows}
    GROUP BY ${['signal_id', ...position].join(', ')}
    HAVING (signal_id, newest) NOT IN (
      SELECT signal_id, version FROM ${table} WHERE ${WRITTEN} >= {since:UInt64})`;
}
