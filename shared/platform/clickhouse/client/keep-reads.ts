/**
 * A ClickHouse whose small answers are kept until something is written: who asks the same again is answered
 * from memory. Only where this process sees every write (`writes`); elsewhere each statement runs. Use it
 * only for tables whose writes are counted, and for statements without `now()`.
 */
import { LRUCache } from 'lru-cache';
import type { ClickHouse } from './clickhouse.js';

interface Kept {
  /** `ClickHouse.writes` before it was asked. */
  writes: string;
  /** As JSON: each caller gets rows of its own. */
  rows: string;
}

/** Of questions and answers, one or two bytes each. */
const MAX_CHARACTERS = 32_000_000;
/** A search asks for up to 632. To read or write more as JSON in one piece would hold up other requests. */
const MAX_ROWS = 650;
const MAX_ENTRY_CHARACTERS = 300_000;

export function keepReads(clickhouse: ClickHouse): ClickHouse {
  const kept = new LRUCache<string, Kept>({
    maxSize: MAX_CHARACTERS,
    maxEntrySize: MAX_ENTRY_CHARACTERS,
    sizeCalculation: ({ rows }, key) => rows.length + key.length,
  });
  return {
    ...clickhouse,
    async rows<T>(...asked: Parameters<ClickHouse['rows']>): Promise<T[]> {
      const writes = clickhouse.writes();
      if (writes === null) return clickhouse.rows<T>(...asked);
      const key = JSON.stringify(asked);
      const known = kept.get(key);
      if (known?.writes === writes) return JSON.parse(known.rows);
      const rows = await clickhouse.rows<T>(...asked);
      // A write that began meanwhile may be in the answer, or not.
      if (isSmall(rows) && clickhouse.writes() === writes) {
        kept.set(key, { writes, rows: JSON.stringify(rows) });
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
      // Numbers and short texts.
      else if (Array.isArray(value)) characters += 20 * value.length;
    }
    if (characters > MAX_ENTRY_CHARACTERS) return false;
  }
  return true;
}
