/** Reads signals from ClickHouse. Narrow tables find them; `signal_records` has what is shown. */
import { foldCase } from '../../domain/normalise/fold-case.js';
import type {
  HistoryQuery,
  SignalFilter,
  SignalReader,
  StoredType,
  TypeCount,
} from '../../domain/ports/signal-reader.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { aggregateSignals } from './aggregate-signals.js';
import { type CachedCounts, createCachedCounts } from './cached-counts.js';
import { createCountsByDay } from './counts-by-day.js';
import { listSignals, readPage } from './list-signals.js';
import { createGetSignal, readSignalsById, readTitles } from './read-records.js';
import { readVectors } from './read-vectors.js';
import { filterSql } from './signal-filter-sql.js';
import { signalsOfEach } from './signals-of-each.js';

const MOST_SORTED = 20_000;

export function createClickHouseSignalReader(
  clickhouse: ClickHouse,
  { mostSorted = MOST_SORTED } = {},
): SignalReader {
  const readCounts = createCachedCounts(clickhouse);
  const countsByDay = createCountsByDay(clickhouse);
  const count: SignalReader['count'] = async (filter) => {
    const days = await countsByDay(filter);
    const total = await days?.total();
    if (total !== undefined && days?.areCurrent()) return total;
    const { table, where, params } = filterSql(filter);
    const rows = await readCounts<{ total: number }>(
      { table, params },
      `SELECT count() AS total FROM ${table} FINAL WHERE ${where}`,
    );
    return rows[0]?.total ?? 0;
  };
  const countByType: SignalReader['countByType'] = async (filter) => {
    const { table, where, params } = filterSql(filter);
    const rows = await readCounts<{ type: string; total: number }>(
      { table, params },
      `SELECT min(signal_type) AS type, count() AS total FROM ${table} FINAL
       WHERE ${where} GROUP BY type_key ORDER BY total DESC, type`,
    );
    return Object.fromEntries(rows.map((row) => [row.type, row.total]));
  };
  return {
    get: createGetSignal(clickhouse),
    byIds: (signalIds) => readSignalsById(clickhouse, signalIds),
    titles: (signalIds) => readTitles(clickhouse, signalIds),
    vectors: (signalIds) => readVectors(clickhouse, signalIds),
    list: (filter, page) => listSignals(clickhouse, filter, page),
    page: (filter, page) => readPage({ clickhouse, count, countsByDay, mostSorted }, filter, page),
    count,
    countByType,
    each: (of, keys, filter, limit) =>
      signalsOfEach({ clickhouse, countByType }, of, keys, filter, limit),
    aggregate: (query) => aggregateSignals(readCounts, query),
    types: (filter) => countTypes(readCounts, filter),
    history: (query) => readHistory(readCounts, query),
  };
}

async function countTypes(
  readCounts: CachedCounts,
  filter: Pick<SignalFilter, 'association' | 'detectedAfterMs'>,
): Promise<TypeCount[]> {
  const { where, params } = filterSql(filter);
  const rows = await readCounts<Omit<TypeCount, 'association'> & { contacts: number }>(
    { table: 'signals_by_time', params },
    `SELECT min(signal_type) AS type, count() AS count, countIf(association = 'contact') AS contacts,
       arraySort(groupUniqArray(toString(signal_subtype))) AS subtypes
     FROM signals_by_time FINAL WHERE ${where} GROUP BY type_key ORDER BY type`,
  );
  return rows.map(({ contacts, ...type }) => ({
    ...type,
    association: contacts * 2 > type.count ? 'contact' : 'company',
  }));
}

async function readHistory(
  readCounts: CachedCounts,
  query: HistoryQuery,
): Promise<{ stored: StoredType | null; counts: Map<string, number> }> {
  const bucket = query.interval === 'monthly' ? 'toStartOfMonth' : 'toMonday';
  const table = 'signals_by_type';
  const where = 'type_key = {type:String}';
  const params = { type: foldCase(query.type) };
  const { fromMs: from, untilMs: until } = query;
  const [rows, stored] = await Promise.all([
    readCounts<{ bucket: string; total: number }>(
      { table, params: { ...params, from, until } },
      `SELECT toString(${bucket}(toDate32(detected_at))) AS bucket, count() AS total
       FROM ${table} FINAL
       WHERE ${where}
         AND detected_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
         AND detected_at < fromUnixTimestamp64Milli({until:Int64}, 'UTC')
       GROUP BY bucket`,
    ),
    query.withStored
      ? readCounts<StoredType>(
          { table, params },
          `SELECT association, min(signal_type) AS type FROM ${table} FINAL WHERE ${where}
           GROUP BY association ORDER BY count() DESC, association LIMIT 1`,
        )
      : [],
  ]);
  const counts = new Map(rows.map(({ bucket: start, total }) => [start, total]));
  return { stored: stored[0] ?? null, counts };
}
