/**
 * Reads pages of signals, newest first. A narrow table finds the signals; only the records of those
 * that are shown are read.
 */
import type { SignalFilter, SignalPage, SignalReader } from '../../domain/ports/signal-reader.js';
import type { Signal } from '../../domain/schemas/types.generated.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import type { CountsByDay } from './counts-by-day.js';
import { readMatchedSignals, readMatches, readNewest } from './matches-by-key.js';
import { readShownSignals } from './read-records.js';
import {
  detectedRange,
  type FilterSql,
  filterSql,
  isByCompanyOrContact,
} from './signal-filter-sql.js';
import { NEWEST_FIRST, sortedSignals } from './signal-record.js';

/** Rows that a page reads in addition, because some of the newest may be superseded. */
const SPARE_ROWS = 64;

export async function listSignals(
  clickhouse: ClickHouse,
  filter: SignalFilter,
  page: SignalPage,
): Promise<Signal[]> {
  const selection = pageSql(filter, page);
  if (isByCompanyOrContact(selection)) {
    const matches = await readMatches(clickhouse, selection, PAGE);
    return readMatchedSignals(clickhouse, selection, matches);
  }
  const shown = await readShownSignals(clickhouse, await findIds(clickhouse, selection, page));
  return sortedSignals(shown);
}

interface PageReader {
  clickhouse: ClickHouse;
  count: SignalReader['count'];
  countsByDay: CountsByDay;
  /** Up to this many matches are sorted and counted in one statement, which is faster than two. */
  mostSorted: number;
}

export async function readPage(
  reader: PageReader,
  filter: SignalFilter,
  page: SignalPage,
): Promise<{ signals: Signal[]; total: number }> {
  const { clickhouse, count, mostSorted } = reader;
  const selection = filterSql(filter);
  const isFirst = !page.after && !page.offset;
  if (isFirst && isByCompanyOrContact(selection)) {
    const { newest, all } = await readNewest(clickhouse, selection, page.limit);
    const [signals, total] = await Promise.all([
      readMatchedSignals(clickhouse, selection, newest),
      all ? all.length : count(filter),
    ]);
    return { signals, total };
  }
  if (isFirst && detectedRange(filter).after !== undefined) {
    const read =
      (await readByDays(reader, filter, page.limit)) ??
      (await readCounted(clickhouse, selection, page.limit, mostSorted));
    if (read) return read;
  }
  const list = listSignals(clickhouse, filter, page);
  const [signals, total] = await Promise.all([list, count(filter)]);
  return { signals, total };
}

/** Returns the newest and the total that counts by day give; `null` if these are not kept. */
async function readByDays(
  { clickhouse, countsByDay }: PageReader,
  filter: SignalFilter,
  limit: number,
): Promise<{ signals: Signal[]; total: number } | null> {
  const days = await countsByDay(filter);
  if (!days) return null;
  // If the range has enough whole days and no end, its newest are the newest of all, which may be
  // in memory.
  const { detectedAfterMs, ...untimed } = filter;
  const isNewestOfAll = filter.detectedBeforeMs === undefined && days.onWholeDays >= limit;
  const [signals, total] = await Promise.all([
    listSignals(clickhouse, isNewestOfAll ? untimed : filter, { limit }),
    days.total(),
  ]);
  return days.areCurrent() ? { signals, total } : null;
}

/** Returns the newest and the total by one statement; `null` if more than `most` match. */
async function readCounted(
  clickhouse: ClickHouse,
  { table, where, params }: FilterSql,
  limit: number,
  most: number,
): Promise<{ signals: Signal[]; total: number } | null> {
  const rows = await clickhouse.rows<{ id: string; total: number }>(
    `SELECT toString(signal_id) AS id, toUInt32(count() OVER ()) AS total
     FROM (SELECT signal_id, detected_at FROM ${table} FINAL WHERE ${where} LIMIT {most:UInt32})
     ORDER BY ${NEWEST_FIRST} LIMIT {limit:UInt32}`,
    { ...params, limit, most: most + 1 },
  );
  const total = rows[0]?.total ?? 0;
  if (total > most) return null;
  const shown = await readShownSignals(
    clickhouse,
    rows.map(({ id }) => id),
  );
  return { signals: sortedSignals(shown), total };
}

const PAGE = 'LIMIT {limit:UInt32} OFFSET {offset:UInt32}';

function pageSql(filter: SignalFilter, { after, limit, offset = 0 }: SignalPage): FilterSql {
  const { table, where, params } = filterSql(filter);
  if (!after) return { table, where, params: { ...params, limit, offset } };
  // The first condition excludes newer rows; the primary key can use it.
  const behind = `detected_at <= fromUnixTimestamp64Milli({afterTime:Int64}, 'UTC')
    AND (detected_at < fromUnixTimestamp64Milli({afterTime:Int64}, 'UTC')
      OR UUIDToNum(signal_id) > UUIDToNum({afterId:UUID}))`;
  return {
    table,
    where: `${where} AND ${behind}`,
    params: { ...params, limit, offset, afterTime: after.timeMs, afterId: after.id },
  };
}

interface PageRow {
  id: string;
  scanned: number;
}

/**
 * Finds the ids of a page. First it merges only rows that are as new as the newest few, superseded
 * ones included. They contain the page, unless too many are superseded; then all rows are merged,
 * which takes time in proportion to the table.
 */
async function findIds(
  clickhouse: ClickHouse,
  { table, where, params }: FilterSql,
  { limit, offset = 0 }: SignalPage,
): Promise<string[]> {
  const page = `ORDER BY ${NEWEST_FIRST} ${PAGE}`;
  const scan = offset + limit + SPARE_ROWS;
  const newest = await clickhouse.rows<PageRow>(
    `WITH (SELECT (min(detected_at), count()) FROM (SELECT detected_at FROM ${table}
       WHERE is_deleted = 0 AND ${where} ORDER BY detected_at DESC LIMIT {scan:UInt32})) AS newest
     SELECT toString(signal_id) AS id, newest.2 AS scanned FROM ${table} FINAL
     WHERE detected_at >= newest.1 AND ${where} ${page}`,
    { ...params, scan },
  );
  const scanned = newest[0]?.scanned ?? scan;
  if (newest.length === limit || scanned < scan) return newest.map(({ id }) => id);
  const rows = await clickhouse.rows<{ id: string }>(
    `SELECT toString(signal_id) AS id FROM ${table} FINAL WHERE ${where} ${page}`,
    params,
  );
  return rows.map(({ id }) => id);
}
