/** Reads the newest signals of each of some companies or people, and counts its types. */
import { inSlices } from '../../domain/concurrency/in-slices.js';
import type { SignalFilter, SignalReader, SignalsOfOne } from '../../domain/ports/signal-reader.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { countsByType, readMatchedSignals, readNewest } from './matches-by-key.js';
import { readShownSignals } from './read-records.js';
import { type FilterSql, filterSql } from './signal-filter-sql.js';
import {
  NEWEST_FIRST,
  newestFirst,
  RECORD_LIMITS,
  type RecordRow,
  type ShownSignal,
  shownOf,
} from './signal-record.js';

interface SignalsOfEachDeps extends Pick<SignalReader, 'countByType'> {
  clickhouse: ClickHouse;
}

export async function signalsOfEach(
  deps: SignalsOfEachDeps,
  of: 'company' | 'contact',
  keys: readonly string[],
  filter: SignalFilter,
  limit: number,
): Promise<Map<string, SignalsOfOne>> {
  const keyFilter = { ...filter, [`${of}Keys`]: keys };
  const [key, ...others] = keys;
  if (key === undefined) return new Map();
  if (others.length > 0) return readSignalsOfMany(deps.clickhouse, of, filterSql(keyFilter), limit);
  const one = await readSignalsOfOne(deps, keyFilter, limit);
  return new Map(one.signals.length > 0 ? [[key, one]] : []);
}

async function readSignalsOfOne(
  { clickhouse, countByType }: SignalsOfEachDeps,
  filter: SignalFilter,
  limit: number,
): Promise<SignalsOfOne> {
  const selection = filterSql(filter);
  const { newest, all } = await readNewest(clickhouse, selection, limit);
  const [signals, byType] = await Promise.all([
    readMatchedSignals(clickhouse, selection, newest),
    all ? countsByType(all) : countByType(filter),
  ]);
  return { signals, byType };
}

async function readSignalsOfMany(
  clickhouse: ClickHouse,
  of: 'company' | 'contact',
  { table, where, params }: FilterSql,
  limit: number,
): Promise<Map<string, SignalsOfOne>> {
  const matches = `FROM ${table} FINAL WHERE ${where}`;
  const newest = `${matches} ORDER BY ${NEWEST_FIRST} LIMIT {limit:UInt32} BY ${of}_key`;
  const [shown, counts] = await Promise.all([
    of === 'company'
      ? readNewestOfCompanies(clickhouse, newest, { ...params, limit })
      : readNewestOfContacts(clickhouse, newest, { ...params, limit }),
    clickhouse.rows<{ key: string; type: string; total: number }>(
      `SELECT ${of}_key AS key, min(signal_type) AS type, count() AS total ${matches}
       GROUP BY key, type_key ORDER BY total DESC, type`,
      params,
    ),
  ]);
  const byKey = new Map<string, SignalsOfOne>();
  const entryOf = (key: string): SignalsOfOne => {
    const entry = byKey.get(key) ?? { signals: [], byType: {} };
    byKey.set(key, entry);
    return entry;
  };
  for (const { key, type, total } of counts) entryOf(key).byType[type] = total;
  for (const each of shown.sort(newestFirst)) {
    entryOf(of === 'company' ? each.companyKey : each.contactKey).signals.push(each.signal);
  }
  return byKey;
}

/** Sorts positions, then reads their records: sorting all records would take much memory. */
async function readNewestOfCompanies(
  clickhouse: ClickHouse,
  newest: string,
  params: Record<string, unknown>,
): Promise<ShownSignal[]> {
  const rows = await clickhouse.rows<RecordRow>(
    `SELECT record FROM signals_by_company FINAL
     WHERE (company_key, detected_at, signal_id) IN (
       SELECT company_key, detected_at, signal_id ${newest}) ${RECORD_LIMITS}`,
    params,
  );
  return inSlices(rows, shownOf);
}

async function readNewestOfContacts(
  clickhouse: ClickHouse,
  newest: string,
  params: Record<string, unknown>,
): Promise<ShownSignal[]> {
  const rows = await clickhouse.rows<{ id: string }>(
    `SELECT toString(signal_id) AS id ${newest}`,
    params,
  );
  return readShownSignals(
    clickhouse,
    rows.map(({ id }) => id),
  );
}
