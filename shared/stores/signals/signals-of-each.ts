/** Reads the newest signals of each of some companies or people, and counts its types. */

import { inSlices } from '../../domain/concurrency/in-slices.js';
import type { SignalFilter, SignalReader, SignalsOfOne } from '../../domain/ports/signal-reader.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { countsByType, readNewest, showMatches, signalsOf } from './matches-by-key.js';
import { shownSignals } from './read-records.js';
import { type FilterSql, filterSql } from './signal-filter-sql.js';
import {
  NEWEST_FIRST,
  newestFirst,
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
  const whose = { ...filter, [`${of}Keys`]: keys };
  const [key, ...others] = keys;
  if (key === undefined) return new Map();
  if (others.length > 0) return signalsOfMany(deps.clickhouse, of, filterSql(whose), limit);
  const one = await signalsOfOne(deps, whose, limit);
  return new Map(one.signals.length > 0 ? [[key, one]] : []);
}

async function signalsOfOne(
  { clickhouse, countByType }: SignalsOfEachDeps,
  filter: SignalFilter,
  limit: number,
): Promise<SignalsOfOne> {
  const found = filterSql(filter);
  const { newest, all } = await readNewest(clickhouse, found, limit);
  const [shown, byType] = await Promise.all([
    showMatches(clickhouse, found, newest),
    all ? countsByType(all) : countByType(filter),
  ]);
  return { signals: signalsOf(shown), byType };
}

async function signalsOfMany(
  clickhouse: ClickHouse,
  of: 'company' | 'contact',
  { table, where, params }: FilterSql,
  limit: number,
): Promise<Map<string, SignalsOfOne>> {
  const matches = `FROM ${table} FINAL WHERE ${where}`;
  const newest = `${matches} ORDER BY ${NEWEST_FIRST} LIMIT {limit:UInt32} BY ${of}_key`;
  const [shown, counts] = await Promise.all([
    of === 'company'
      ? newestOfCompanies(clickhouse, newest, { ...params, limit })
      : newestOfContacts(clickhouse, newest, { ...params, limit }),
    clickhouse.rows<{ one: string; type: string; total: number }>(
      `SELECT ${of}_key AS one, min(signal_type) AS type, count() AS total ${matches}
       GROUP BY one, type_key ORDER BY total DESC, type`,
      params,
    ),
  ]);
  const found = new Map<string, SignalsOfOne>();
  const entryOf = (one: string): SignalsOfOne => {
    const entry = found.get(one) ?? { signals: [], byType: {} };
    found.set(one, entry);
    return entry;
  };
  for (const { one, type, total } of counts) entryOf(one).byType[type] = total;
  for (const each of shown.sort(newestFirst)) {
    entryOf(of === 'company' ? each.companyKey : each.contactKey).signals.push(each.signal);
  }
  return found;
}

/** Sorts positions, then reads their records: sorting all records would take much memory. */
async function newestOfCompanies(
  clickhouse: ClickHouse,
  newest: string,
  params: Record<string, unknown>,
): Promise<ShownSignal[]> {
  const rows = await clickhouse.rows<RecordRow>(
    `SELECT record FROM signals_by_company FINAL
     WHERE (company_key, detected_at, signal_id) IN (
       SELECT company_key, detected_at, signal_id ${newest})`,
    params,
  );
  return inSlices(rows, shownOf);
}

async function newestOfContacts(
  clickhouse: ClickHouse,
  newest: string,
  params: Record<string, unknown>,
): Promise<ShownSignal[]> {
  const rows = await clickhouse.rows<{ id: string }>(
    `SELECT toString(signal_id) AS id ${newest}`,
    params,
  );
  return shownSignals(
    clickhouse,
    rows.map(({ id }) => id),
  );
}
