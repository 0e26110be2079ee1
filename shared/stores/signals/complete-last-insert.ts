/**
 * Completes an insert into `signals` during which the database was killed. Views fill the narrow
 * tables, each in a part of its own, so some of them may lack rows that `signals` has. Those rows
 * are inserted again as they are, versions included, which changes nothing where they exist.
 */
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';

/** Microseconds after which an insert is sent again at the latest. */
export const LAST_MICROS = 30_000_000;

/** The number of signals that a process at full speed writes in that time. */
export const MAX_LAST = 50_000;

/** The time of writing in microseconds: the lower half of a version. */
export const WRITTEN = 'toUInt64(bitAnd(version, toUInt128(18446744073709551615)))';

/** A table filled from `signals`, with the columns of its sorting key. */
interface Filled {
  table: string;
  key: readonly string[];
  /** The rows of `signals` that it has. */
  from?: string;
}

/** Other tables filled from `signals` only collect identifiers and domains of companies and people. */
const FILLED: readonly Filled[] = [
  { table: 'signal_keys', key: ['signal_id'] },
  { table: 'signal_records', key: ['signal_id'] },
  { table: 'signals_by_company', key: ['company_key', 'detected_at', 'signal_id'] },
  { table: 'signals_by_time', key: ['detected_at', 'signal_id'] },
  { table: 'signals_by_type', key: ['type_key', 'detected_at', 'signal_id'] },
  {
    table: 'signals_by_contact',
    key: ['contact_key', 'detected_at', 'signal_id'],
    from: "signals WHERE contact_key != ''",
  },
  {
    table: 'signal_references',
    key: ['identifier', 'signal_id'],
    from: 'signals ARRAY JOIN identifiers AS identifier WHERE is_deleted = 0',
  },
];

export async function completeLastInsert(clickhouse: ClickHouse): Promise<void> {
  const [last] = await clickhouse.rows<{ written: string }>(
    `SELECT toString(max(${WRITTEN})) AS written FROM signals`,
  );
  const since = String(BigInt(last?.written ?? 0) - BigInt(LAST_MICROS));
  if (since.startsWith('-')) return;
  const missing = await clickhouse.rows<{ id: string; version: string }>(
    `SELECT DISTINCT toString(signal_id) AS id, toString(newest) AS version
     FROM (${FILLED.map(missingRows).join(' UNION ALL ')}) LIMIT {limit:UInt32}`,
    { since, limit: MAX_LAST },
  );
  if (missing.length === 0) return;
  await clickhouse.command(
    `INSERT INTO signals SELECT * FROM signals
     WHERE ${WRITTEN} >= {since:UInt64} AND (toString(signal_id), toString(version)) IN (
       SELECT arrayJoin(arrayZip({ids:Array(String)}, {versions:Array(String)})))`,
    { since, ids: missing.map(({ id }) => id), versions: missing.map(({ version }) => version) },
  );
}

/** A row is missing if the table has none with its key, or only an older one. */
function missingRows({ table, key, from = 'signals WHERE 1' }: Filled): string {
  const columns = key.join(', ');
  const last = `${from} AND ${WRITTEN} >= {since:UInt64}`;
  return `SELECT signal_id, newest FROM (
      SELECT ${columns}, max(version) AS newest FROM ${last} GROUP BY ${columns}) AS written
    LEFT JOIN (
      SELECT ${columns}, max(version) AS present FROM ${table}
      WHERE (${columns}) IN (SELECT ${columns} FROM ${last}) GROUP BY ${columns}) AS filled
    USING (${columns}) WHERE newest > present`;
}
