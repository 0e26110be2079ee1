/**
 * Compares the tables that answers are read from with `signal_keys`, which says what is current:
 * each must have the current version of each signal, and no other version that counts.
 */
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { rangesFor } from './clickhouse-signal-versions.js';

const TABLES = [
  ...['signals', 'signals_by_time', 'signals_by_type', 'signals_by_company', 'signals_by_contact'],
  ...['signal_records', 'signal_vectors'],
];
const KEYS = 'signal_keys FINAL';
/** Has only the signals of people. */
const OF_CONTACTS = 'signals_by_contact';
/** A search compares the versions of vectors with `signal_keys`, so other versions do not count. */
const VECTORS = 'signal_vectors';

export interface TableComparison {
  table: string;
  /** The number of signals that the table has in their current version. */
  signals: number;
  /** The number of signals that it does not have in their current version. */
  missing: number;
  /** The number of its rows that count as current, but are of another version or withdrawn. */
  extra: number;
  examples: { missing: string[]; extra: string[] };
}

interface CompareTablesOptions {
  /** The number of ids, those of withdrawn signals included. */
  total: number;
  onProgress: (compared: number) => void;
  idsPerRange?: number;
}

/** Each range reads all ids of a table, so there are few ranges. One is 20 MB of JSON. */
const IDS_PER_RANGE = 250_000;
const MAX_EXAMPLES = 20;

export async function compareTables(
  clickhouse: ClickHouse,
  { total, onProgress, idsPerRange = IDS_PER_RANGE }: CompareTablesOptions,
): Promise<TableComparison[]> {
  const sums = TABLES.map(
    (table): TableComparison => ({
      ...{ table, signals: 0, missing: 0, extra: 0 },
      examples: { missing: [], extra: [] },
    }),
  );
  let compared = 0;
  for (const [from, until] of rangesFor(total, idsPerRange)) {
    const read = (table: string): Promise<{ row: string; is_contact: boolean }[]> =>
      clickhouse.rows(
        `SELECT concat(toString(signal_id), ' ', toString(version)) AS row,
           toBool(${table === KEYS ? "contact_key != ''" : '0'}) AS is_contact
         FROM ${table} WHERE is_deleted = 0 AND signal_id BETWEEN {from:UUID} AND {until:UUID}`,
        { from, until },
      );
    const keys = await read(KEYS);
    const all = new Set(keys.map(({ row }) => row));
    const ofContacts = new Set(keys.flatMap(({ row, is_contact }) => (is_contact ? [row] : [])));
    for (const sum of sums) {
      const current = sum.table === OF_CONTACTS ? ofContacts : all;
      const rows = await read(sum.table === VECTORS ? VECTORS : `${sum.table} FINAL`);
      const found = new Set(rows.map(({ row }) => row));
      const missing = [...current].filter((row) => !found.has(row));
      const extra = sum.table === VECTORS ? [] : [...found].filter((row) => !current.has(row));
      sum.signals += current.size - missing.length;
      sum.missing += missing.length;
      sum.extra += extra.length;
      addExamples(sum.examples.missing, missing);
      addExamples(sum.examples.extra, extra);
    }
    compared += idsPerRange;
    onProgress(Math.min(compared, total));
  }
  return sums;
}

/** `rows`: an id and a version each. */
function addExamples(examples: string[], rows: readonly string[]): void {
  const ids = rows.slice(0, MAX_EXAMPLES - examples.length).map((row) => row.split(' ')[0] ?? '');
  examples.push(...ids);
}
