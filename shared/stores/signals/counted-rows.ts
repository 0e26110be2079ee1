/**
 * Counts of signals, kept for as long as their table stays as it is: to count anew takes time in proportion
 * to the table. Exact with any number of processes: each answer first asks the table whether rows have
 * arrived. Not on a cluster. At most `MAX_CHARACTERS` of results are kept.
 */
import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { type FilterSql, SCANNED } from './signal-filter-sql.js';

export type CountedRows = <T>(counted: FilterSql, sql: string) => Promise<T[]>;

interface Kept {
  /** Of the table when it was counted; `null` for what was asked once only. */
  version: string | null;
  /** As JSON. */
  rows: string;
}

const MAX_CHARACTERS = 4_000_000;

export function createCountedRows(clickhouse: ClickHouse): CountedRows {
  const kept = new LRUCache<string, Kept>({
    maxSize: MAX_CHARACTERS,
    maxEntrySize: MAX_CHARACTERS / 10,
    sizeCalculation: ({ rows }, key) => rows.length + key.length,
  });
  return async <T>({ table, params }: FilterSql, sql: string): Promise<T[]> => {
    const count = (): Promise<T[]> => clickhouse.rows<T>(sql, params);
    if (clickhouse.cluster) return count();
    const key = JSON.stringify([sql, params]);
    const known = kept.get(key);
    // Of other tables, to count anew costs no more than to ask for the version.
    // Most are never asked again, such as those of a moving time: these do not ask for the version.
    const version = known && SCANNED.has(table) ? await tableVersion(clickhouse, table) : null;
    if (known && version !== null && known.version === version) return JSON.parse(known.rows);
    // What arrives after the version was read changes the version: these rows are then never used again.
    const rows = await count();
    kept.set(key, { version, rows: JSON.stringify(rows) });
    return rows;
  };
}

/**
 * Differs after every insert and every change of a table of one server; `null` for an empty table and for
 * one with replicas, which receive rows at different moments. Two inserts at once may end in another order
 * than their blocks have, so all blocks are counted; a merge counts as what it merges.
 */
async function tableVersion(clickhouse: ClickHouse, table: string): Promise<string | null> {
  const [row] = await clickhouse.rows<{ parts: number; version: string }>(
    `SELECT count() AS parts, concat(toString(max(max_block_number)), ' ',
       toString(sum(max_block_number - min_block_number + 1)), ' ', toString(max(data_version))) AS version
     FROM system.parts
     WHERE active AND database = currentDatabase() AND table = {table:String}
       AND engine = 'ReplacingMergeTree'`,
    { table },
  );
  return row && row.parts > 0 ? row.version : null;
}
