/**
 * Counts the names with a trigram, to search by the rarest ones. Counts are kept for some minutes:
 * they grow slowly, and decide only what is read first.
 */
import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';

/** The number of kept counts: several times the trigrams of names in Latin letters. */
const MAX_KEPT = 100_000;
const KEPT_MS = 600_000;
/** The number of trigrams used. The first ones of a longer text find enough. */
const MAX_TRIGRAMS = 24;

export type TrigramSizes = ReturnType<typeof createTrigramSizes>;

export function createTrigramSizes(clickhouse: ClickHouse) {
  const cached = new LRUCache<number, number>({ max: MAX_KEPT, ttl: KEPT_MS });
  return {
    /** Returns the rarest first: the first one, and more while all have at most `maxRows` rows. */
    async rarest(all: readonly number[], maxRows: number): Promise<number[]> {
      const trigrams = all.slice(0, MAX_TRIGRAMS);
      const unknown = trigrams.filter((each) => !cached.has(each));
      const counted = await countNames(clickhouse, unknown);
      for (const [each, count] of counted) cached.set(each, count);
      const size = (each: number): number => counted.get(each) ?? cached.get(each) ?? 0;
      let rows = 0;
      // A trigram without rows is kept: it may have some by now, and costs nothing.
      return trigrams
        .toSorted((a, b) => size(a) - size(b))
        .filter((each) => {
          const isFirst = rows === 0;
          rows += size(each);
          return isFirst || rows <= maxRows;
        });
    },
  };
}

/** Counts each on its own: the engine takes it from its index, whatever the number of rows. */
async function countNames(
  clickhouse: ClickHouse,
  trigrams: readonly number[],
): Promise<Map<number, number>> {
  if (trigrams.length === 0) return new Map();
  const rows = await clickhouse.rows<{ at: number; size: number }>(
    trigrams
      .map(
        (_, at) =>
          `SELECT ${at} AS at, count() AS size FROM company_trigrams WHERE trigram = {t${at}:UInt32}`,
      )
      .join(' UNION ALL '),
    Object.fromEntries(trigrams.map((each, at) => [`t${at}`, each])),
  );
  const sizes = new Map(rows.map(({ at, size }) => [at, size]));
  return new Map(trigrams.map((each, at) => [each, sizes.get(at) ?? 0]));
}
