/**
 * Counts the signals of a time range without counting all of them each time. It keeps the matches
 * of each day, and the times of the first and the last day of the range, until something is
 * written. It needs a process that sees every write (`ClickHouse.writes`) and a filter that was
 * asked for before since the last write: while rows arrive, kept counts would be of no use.
 */
import { LRUCache } from 'lru-cache';
import type { SignalFilter } from '../../domain/ports/signal-reader.js';
import { DAY_MS } from '../../domain/time.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { detectedRange, filterSql, isByCompanyOrContact } from './signal-filter-sql.js';

export type CountsByDay = ReturnType<typeof createCountsByDay>;

type Days = ReadonlyMap<number, number>;

interface CachedDays {
  writes: string;
  /** By day since 1970. Absent until the second request; `null` if the days are too many. */
  days?: Promise<Days | null>;
}

const MAX_FILTERS = 100;
/** The number of days that are kept: over fifty years. */
const MAX_DAYS = 20_000;
/** The times of a day with more matches are not kept; a statement counts them. */
const MAX_TIMES = 5_000;

/**
 * `clickhouse` must keep what it has read (`cacheReads`). The function that is returned resolves to
 * `null` if nothing is kept, so that a statement has to count.
 */
export function createCountsByDay(clickhouse: ClickHouse) {
  const cache = new LRUCache<string, CachedDays>({ max: MAX_FILTERS });
  /** Returns the kept matches by day of a filter without times; `null` if none are kept. */
  const keptDays = async (untimed: SignalFilter, writes: string): Promise<Days | null> => {
    const key = JSON.stringify(untimed);
    const cached = cache.get(key);
    if (cached?.writes !== writes) {
      cache.set(key, { writes });
      return null;
    }
    cached.days ??= readDays(clickhouse, untimed);
    return cached.days.catch((error: unknown) => {
      cache.delete(key);
      throw error;
    });
  };
  return async (filter: SignalFilter) => {
    const writes = clickhouse.writes();
    const range = detectedRange(filter);
    const isRange = range.after !== undefined || range.before !== undefined;
    if (writes === null || !isRange || isByCompanyOrContact(filterSql(filter))) return null;
    const { detectedAfterMs, detectedBeforeMs, ...untimed } = filter;
    const days = await keptDays(untimed, writes);
    if (!days) return null;
    const { after = -Infinity, before = Infinity } = range;
    const [first, last] = [dayOf(after), dayOf(before)];
    const edges = [...new Set([first, last])].filter((day) => days.has(day));
    const onWholeDays = sum(
      [...days].map(([day, matches]) => (day > first && day < last ? matches : 0)),
    );
    const countEdge = async (day: number): Promise<number> => {
      if ((days.get(day) ?? 0) > MAX_TIMES) {
        return readOnDay<number>(clickhouse, COUNT, filter, day);
      }
      const times = await readOnDay<number[]>(clickhouse, TIMES, untimed, day);
      return times.filter((ms) => ms > after && ms < before).length;
    };
    return {
      onWholeDays,
      /** Resolves to the matches in the range. Exact if nothing was written meanwhile. */
      total: async (): Promise<number> =>
        onWholeDays + sum(await Promise.all(edges.map(countEdge))),
      areCurrent: (): boolean => clickhouse.writes() === writes,
    };
  };
}

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

async function readDays(clickhouse: ClickHouse, filter: SignalFilter): Promise<Days | null> {
  const { table, where, params } = filterSql(filter);
  const rows = await clickhouse.rows<{ day: number; matches: number }>(
    `SELECT toInt32(floor(toUnixTimestamp64Milli(detected_at) / ${DAY_MS})) AS day, count() AS matches
     FROM ${table} FINAL WHERE ${where} GROUP BY day LIMIT ${MAX_DAYS + 1}`,
    params,
  );
  if (rows.length > MAX_DAYS) return null;
  return new Map(rows.map(({ day, matches }) => [day, matches]));
}

const ON_DAY = `detected_at >= fromUnixTimestamp64Milli({dayStart:Int64}, 'UTC')
  AND detected_at < fromUnixTimestamp64Milli({dayStart:Int64} + ${DAY_MS}, 'UTC')`;

const COUNT = 'count()';
const TIMES = 'groupArray(toUnixTimestamp64Milli(detected_at))';

/** Returns what `select` makes of the matches of a day. */
async function readOnDay<T>(
  clickhouse: ClickHouse,
  select: typeof COUNT | typeof TIMES,
  filter: SignalFilter,
  day: number,
): Promise<T> {
  const { table, where, params } = filterSql(filter);
  const [row] = await clickhouse.rows<{ value: T }>(
    `SELECT ${select} AS value FROM ${table} FINAL WHERE ${where} AND ${ON_DAY}`,
    { ...params, dayStart: day * DAY_MS },
  );
  if (!row) throw new Error('an aggregate has one row');
  return row.value;
}
