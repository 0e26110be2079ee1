/**
 * Keeps small answers of a ClickHouse until something is written: a repeated statement is answered
 * from memory. This needs a process that sees every write (`writes`); in others each statement
 * runs. Use it only for tables whose writes are counted, and for statements without `now()`.
 */
import { LRUCache } from 'lru-cache';
import type { ClickHouse } from './clickhouse.js';

interface CachedAnswer {
  writes: string;
  /** The rows as JSON, so that each caller gets rows of its own. */
  rows: string;
}

/** Maximum characters of all statements and answers that are kept, of one or two bytes each. */
const MAX_CHARACTERS = 32_000_000;
/**
 * Maximum rows of an answer that is kept. A search asks for up to 632. Reading or writing more rows
 * as JSON in one piece would hold up other requests.
 */
const MAX_ROWS = 650;
const MAX_ENTRY_CHARACTERS = 300_000;

export function cacheReads(clickhouse: ClickHouse): ClickHouse {
  const cache = new LRUCache<string, CachedAnswer>({
    maxSize: MAX_CHARACTERS,
    maxEntrySize: MAX_ENTRY_CHARACTERS,
    sizeCalculation: ({ rows }, key) => rows.length + key.length,
  });
  return {
    ...clickhouse,
    async rows<T>(...query: Parameters<ClickHouse['rows']>): Promise<T[]> {
      const writes = clickhouse.writes();
      if (writes === null) return clickhouse.rows<T>(...query);
      const key = JSON.stringify(query);
      const cached = cache.get(key);
      if (cached?.writes === writes) return JSON.parse(cached.rows);
      const rows = await clickhouse.rows<T>(...query);
      // A write that began meanwhile may or may not be in the answer, so the answer is not kept.
      if (isSmall(rows) && clickhouse.writes() === writes) {
        cache.set(key, { writes, rows: JSON.stringify(rows) });
      }
      return rows;
    },
  };
}

function isSmall(rows: readonly unknown[]): boolean {
  if (rows.length > MAX_ROWS) return false;
  let characters = 0;
  for (const row of rows) {
    for (const value of Object.values(row ?? {})) {
      if (typeof value === 'string') characters += value.length;
      // Lists contain numbers and short texts, for which 20 characters each are assumed.
      else if (Array.isArray(value)) characters += 20 * value.length;
    }
    if (characters > MAX_ENTRY_CHARACTERS) return false;
  }
  return true;
}
