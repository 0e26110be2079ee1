/**
 * Keeps counts of signals for as long as their table does not change, because a new count takes
 * time in proportion to the table. Counts are exact with any number of processes: each answer first
 * asks the table whether rows have arrived. On a cluster nothing is kept. At most `MAX_CHARACTERS`
 * of results are kept.
 */
import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { type FilterSql, isByCompanyOrContact } from './signal-filter-sql.js';

/** Reads counts by a statement with these parameters on a table, from memory if it is unchanged. */
export type CachedCounts = <T>(source: CountSource, sql: string) => Promise<T[]>;

type CountSource = Pick<FilterSql, 'table' | 'params'>;

interface CachedCount {
  /** The version of the table when it was counted; `null` if the count was asked for only once. */
  version: string | null;
  rows: string;
}

const MAX_CHARACTERS = 4_000_000;

export function createCachedCounts(clickhouse: ClickHouse): CachedCounts {
  const cache = new LRUCache<string, CachedCount>({
    maxSize: MAX_CHARACTERS,
    maxEntrySize: MAX_CHARACTERS / 10,
    sizeCalculation: ({ rows }, key) => rows.length + key.length,
  });
  return async <T>({ table, params }: CountSource, sql: string): Promise<T[]> => {
    const count = (): Promise<T[]> => clickhouse.rows<T>(sql, params);
    if (clickhouse.cluster) return count();
    const key = JSON.stringify([sql, params]);
    const cached = cache.get(key);
    // In other tables, a new count costs no more than the version. The first time the version is
    // not read either: most counts, such as those up to a moving time, are never asked for again.
    const version =
      cached && !isByCompanyOrContact({ table }) ? await tableVersion(clickhouse, table) : null;
    if (cached && version !== null && cached.version === version) return JSON.parse(cached.rows);
    // Rows that arrive after the version was read change it: this count is then never used again.
    const rows = await count();
    cache.set(key, { version, rows: JSON.stringify(rows) });
    return rows;
  };
}

/**
 * Returns the version of a table on one server, which differs after every insert and every change.
 * `null` for an empty table and for one with replicas, which receive rows at different moments. Two
 * inserts at once may end in another order than that of their block numbers, so all blocks are
 * counted. A merged part counts as the parts that it was merged from.
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
