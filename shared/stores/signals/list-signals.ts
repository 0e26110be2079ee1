/**
 * Pages of signals, newest first, and the newest of each of many companies or people. A narrow table says
 * which signals; their records are read whole, and no more of them than are shown.
 */

import { inSlices } from '../../domain/concurrency/in-slices.js';
import type { SignalFilter, SignalPage, SignalsOfOne } from '../../domain/ports/signal-reader.js';
import type { Signal } from '../../domain/schemas/types.generated.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { shownSignals } from './read-records.js';
import { NEWEST_FIRST } from './signal-columns.js';
import { type FilterSql, filterSql } from './signal-filter-sql.js';
import { newestFirst, type RecordRow, type ShownSignal, shownOf } from './signal-record.js';

/** Superseded rows among the newest that a page may meet without looking further. */
const SPARE_ROWS = 64;

export async function listSignals(
  clickhouse: ClickHouse,
  filter: SignalFilter,
  page: SignalPage,
): Promise<Signal[]> {
  const found = pageSql(filter, page);
  const shown =
    found.table === 'signals_by_company'
      ? await shownOfCompanies(clickhouse, found, `ORDER BY ${NEWEST_FIRST} ${PAGE}`)
      : await shownSignals(clickhouse, await findIds(clickhouse, found, page));
  return shown.sort(newestFirst).map(({ signal }) => signal);
}

const PAGE = 'LIMIT {limit:UInt32} OFFSET {offset:UInt32}';

function pageSql(filter: SignalFilter, { after, limit, offset = 0 }: SignalPage): FilterSql {
  const { table, where, params } = filterSql(filter);
  if (!after) return { table, where, params: { ...params, limit, offset } };
  // The first condition is implied by the second; it is what the primary key can use.
  const behind = `detected_at <= fromUnixTimestamp64Milli({afterTime:Int64}, 'UTC')
    AND (detected_at < fromUnixTimestamp64Milli({afterTime:Int64}, 'UTC')
      OR UUIDToNum(signal_id) > UUIDToNum({afterId:UUID}))`;
  return {
    table,
    where: `${where} AND ${behind}`,
    params: { ...params, limit, offset, afterTime: after.detectedAtMs, afterId: after.signalId },
  };
}

/** Both a company's place and its records are in one table: what is found there is there whole. */
async function shownOfCompanies(
  clickhouse: ClickHouse,
  { where, params }: FilterSql,
  ordered: string,
): Promise<ShownSignal[]> {
  const rows = await clickhouse.rows<RecordRow>(
    `SELECT record FROM signals_by_company FINAL
     WHERE (company_key, detected_at, signal_id) IN (
       SELECT company_key, detected_at, signal_id FROM signals_by_company FINAL
       WHERE ${where} ${ordered})`,
    params,
  );
  return inSlices(rows, shownOf);
}

interface PlaceRow {
  id: string;
  scanned: number;
}

/**
 * Rows newer than the newest few, superseded ones among them, contain the page unless too many of those are
 * superseded: then all rows are looked at. Merging them all takes time in proportion to the table.
 */
async function findIds(
  clickhouse: ClickHouse,
  { table, where, params }: FilterSql,
  { limit, offset = 0 }: SignalPage,
): Promise<string[]> {
  const page = `ORDER BY ${NEWEST_FIRST} ${PAGE}`;
  if (table !== 'signals_by_contact') {
    const scan = offset + limit + SPARE_ROWS;
    const rows = await clickhouse.rows<PlaceRow>(
      `WITH (SELECT (min(detected_at), count()) FROM (SELECT detected_at FROM ${table}
         WHERE is_deleted = 0 AND ${where} ORDER BY detected_at DESC LIMIT {scan:UInt32})) AS newest
       SELECT toString(signal_id) AS id, newest.2 AS scanned FROM ${table} FINAL
       WHERE detected_at >= newest.1 AND ${where} ${page}`,
      { ...params, scan },
    );
    const scanned = rows[0]?.scanned ?? scan;
    if (rows.length === limit || scanned < scan) return rows.map(({ id }) => id);
  }
  const rows = await clickhouse.rows<{ id: string }>(
    `SELECT toString(signal_id) AS id FROM ${table} FINAL WHERE ${where} ${page}`,
    params,
  );
  return rows.map(({ id }) => id);
}

export async function signalsOfEach(
  clickhouse: ClickHouse,
  of: 'company' | 'contact',
  keys: readonly string[],
  filter: SignalFilter,
  limit: number,
): Promise<Map<string, SignalsOfOne>> {
  const { table, where, params } = filterSql({ ...filter, [`${of}Keys`]: keys });
  const matches = `FROM ${table} FINAL WHERE ${where}`;
  const newest = `ORDER BY ${NEWEST_FIRST} LIMIT {limit:UInt32} BY ${of}_key`;
  const [shown, counts] = await Promise.all([
    of === 'company'
      ? shownOfCompanies(clickhouse, { table, where, params: { ...params, limit } }, newest)
      : clickhouse
          .rows<{ id: string }>(`SELECT toString(signal_id) AS id ${matches} ${newest}`, {
            ...params,
            limit,
          })
          .then((rows) =>
            shownSignals(
              clickhouse,
              rows.map(({ id }) => id),
            ),
          ),
    clickhouse.rows<{ one: string; signal_type: string; total: number }>(
      `SELECT ${of}_key AS one, signal_type, count() AS total ${matches}
       GROUP BY one, signal_type ORDER BY total DESC, signal_type`,
      params,
    ),
  ]);
  const found = new Map<string, SignalsOfOne>();
  const entryOf = (one: string): SignalsOfOne => {
    const entry = found.get(one) ?? { signals: [], byType: {} };
    found.set(one, entry);
    return entry;
  };
  for (const { one, signal_type: type, total } of counts) entryOf(one).byType[type] = total;
  for (const each of shown.sort(newestFirst)) {
    entryOf(of === 'company' ? each.companyKey : each.contactKey).signals.push(each.signal);
  }
  return found;
}
