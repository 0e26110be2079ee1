/**
 * Compares the tables that answers are read from with `signal_keys`, which says what is current:
 * each must have the current version of each signal. Rows of other versions are in no answer, so
 * they are not compared.
 */
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { rangesFor } from './clickhouse-signal-versions.js';

/** Tables, and which current keys they must have. */
const TABLES = {
  signals: '1',
  signals_by_time: '1',
  signals_by_company: '1',
  signals_by_contact: "contact_key != ''",
  signal_records: '1',
  signal_vectors: '1',
};

export interface TableComparison {
  table: keyof typeof TABLES;
  /** The number of signals that the table has in their current version. */
  signals: number;
  /** The number of signals that it does not have in their current version. */
  missing: number;
  /** Some ids of missing signals. */
  examples: string[];
}

/** Each range reads all ids of a table, so there are few ranges. One is 8 MB of JSON. */
const IDS_PER_RANGE = 100_000;
const MAX_EXAMPLES = 20;

/**
 * Compares `total` ids, those of withdrawn signals included. `onProgress` is called with the number
 * of ids that were compared.
 */
export async function compareTables(
  clickhouse: ClickHouse,
  total: number,
  onProgress: (compared: number) => void,
): Promise<TableComparison[]> {
  const tables = Object.keys(TABLES) as (keyof typeof TABLES)[];
  const sums = tables.map((table) => ({ table, signals: 0, missing: 0, examples: [] as string[] }));
  let compared = 0;
  for (const [from, until] of rangesFor(total, IDS_PER_RANGE)) {
    const read = async (table: string, where: string): Promise<string[]> => {
      const rows = await clickhouse.rows<{ row: string }>(
        `SELECT concat(toString(signal_id), ' ', toString(version)) AS row FROM ${table}
         WHERE is_deleted = 0 AND ${where} AND signal_id BETWEEN {from:UUID} AND {until:UUID}`,
        { from, until },
      );
      return rows.map(({ row }) => row);
    };
    for (const sum of sums) {
      const current = await read('signal_keys FINAL', TABLES[sum.table]);
      const found = new Set(await read(sum.table, '1'));
      const missing = current
        .filter((row) => !found.has(row))
        .map((row) => row.split(' ')[0] ?? '');
      sum.signals += current.length - missing.length;
      sum.missing += missing.length;
      sum.examples.push(...missing.slice(0, MAX_EXAMPLES - sum.examples.length));
    }
    compared += IDS_PER_RANGE;
    onProgress(Math.min(compared, total));
  }
  return sums;
}
