/** Reads signals from ClickHouse: narrow tables find the rows, `signals` has the complete rows. */

import { inSlices } from '../../domain/concurrency/in-slices.js';
import { foldCase } from '../../domain/normalise/fold-case.js';
import type {
  HistoryQuery,
  SignalFilter,
  SignalPage,
  SignalReader,
  SignalsOfOne,
  StoredType,
  TypeCount,
} from '../../domain/ports/signal-reader.js';
import type { Signal } from '../../domain/schemas/types.generated.js';
import { vectorFrom } from '../../domain/vectors.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { aggregateSignals, countEach } from './aggregate-signals.js';
import { isCurrent } from './current-rows.js';
import { EMBEDDING_BASE64 } from './embedding-sql.js';
import { NEWEST_FIRST, SIGNAL_COLUMNS, type SignalRow, signalOf } from './signal-columns.js';
import { filterSql } from './signal-filter-sql.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function createClickHouseSignalReader(clickhouse: ClickHouse): SignalReader {
  return {
    get: (signalId) => getSignal(clickhouse, signalId),
    some: (signalIds) => someSignals(clickhouse, signalIds),
    vectors: (signalIds) => readVectors(clickhouse, signalIds),
    list: (filter, page) => listSignals(clickhouse, filter, page),
    count: async (filter) => {
      const { table, where, params } = filterSql(filter);
      const rows = await clickhouse.rows<{ total: number }>(
        `SELECT count() AS total FROM ${table} FINAL WHERE ${where}`,
        params,
      );
      return rows[0]?.total ?? 0;
    },
    countByType: async (filter) => {
      const { table, where, params } = filterSql(filter);
      const rows = await clickhouse.rows<{ signal_type: string; total: number }>(
        `SELECT signal_type, count() AS total FROM ${table} FINAL WHERE ${where}
         GROUP BY signal_type ORDER BY total DESC, signal_type`,
        params,
      );
      return Object.fromEntries(rows.map((row) => [row.signal_type, row.total]));
    },
    each: (of, keys, filter, limit) => signalsOfEach(clickhouse, of, keys, filter, limit),
    countEach: (companyKeys) => countEach(clickhouse, companyKeys),
    aggregate: (query) => aggregateSignals(clickhouse, query),
    types: (filter) => countTypes(clickhouse, filter),
    history: (query) => readHistory(clickhouse, query),
  };
}

/** 1 MB of text: one answer of all vectors would hold up the process while it is taken in. */
const VECTORS_AT_ONCE = 500;

async function someSignals(
  clickhouse: ClickHouse,
  ids: readonly string[],
): Promise<Map<string, Signal>> {
  if (ids.length === 0) return new Map();
  const rows = await clickhouse.rows<SignalRow>(
    `SELECT ${SIGNAL_COLUMNS} FROM signals FINAL WHERE ${isCurrent('IN {ids:Array(UUID)}')}`,
    { ids },
  );
  const signals = await inSlices(rows, signalOf);
  return new Map(signals.map((signal) => [signal.signal_id, signal]));
}

async function readVectors(
  clickhouse: ClickHouse,
  ids: readonly string[],
): Promise<Map<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>();
  for (let at = 0; at < ids.length; at += VECTORS_AT_ONCE) {
    const rows = await clickhouse.rows<{ id: string; vector: string }>(
      `SELECT toString(signal_id) AS id, ${EMBEDDING_BASE64} AS vector
       FROM signals FINAL WHERE ${isCurrent('IN {ids:Array(UUID)}')}`,
      { ids: ids.slice(at, at + VECTORS_AT_ONCE) },
      'vectors',
    );
    await inSlices(rows, ({ id, vector }) => vectors.set(id, vectorFrom(vector)));
  }
  return vectors;
}

async function getSignal(clickhouse: ClickHouse, signalId: string): Promise<Signal | null> {
  if (!UUID.test(signalId)) return null;
  const rows = await clickhouse.rows<SignalRow>(
    `SELECT ${SIGNAL_COLUMNS} FROM signals FINAL
     WHERE ${isCurrent('= {signalId:UUID}')}`,
    { signalId },
  );
  if (rows[0]) return signalOf(rows[0]);
  const groupId = await groupOfStory(clickhouse, signalId);
  return groupId === null ? null : getSignal(clickhouse, groupId);
}

/** A story that others also report is shown by their group; `null` if it is not such a story. */
async function groupOfStory(clickhouse: ClickHouse, signalId: string): Promise<string | null> {
  const rows = await clickhouse.rows<{ shown: string }>(
    `SELECT toString(group_id) AS shown FROM stories FINAL
     WHERE story_id = {signalId:UUID} AND group_id != story_id`,
    { signalId },
  );
  return rows[0]?.shown ?? null;
}

async function listSignals(
  clickhouse: ClickHouse,
  filter: SignalFilter,
  page: SignalPage,
): Promise<Signal[]> {
  const { table, where, params } = filterSql(filter);
  const conditions = [where];
  if (page.after) {
    // The first condition is implied by the second; it is what the primary key can use.
    conditions.push(
      "detected_at <= fromUnixTimestamp64Milli({afterTime:Int64}, 'UTC')",
      `(detected_at < fromUnixTimestamp64Milli({afterTime:Int64}, 'UTC')
        OR UUIDToNum(signal_id) > UUIDToNum({afterId:UUID}))`,
    );
    params.afterTime = page.after.detectedAtMs;
    params.afterId = page.after.signalId;
  }
  const found = `FROM ${table} FINAL WHERE ${conditions.join(' AND ')}
    ORDER BY ${NEWEST_FIRST} LIMIT {limit:UInt32} OFFSET {offset:UInt32}`;
  const sql =
    table === 'signals'
      ? `SELECT ${SIGNAL_COLUMNS} ${found}`
      : `SELECT ${SIGNAL_COLUMNS} FROM signals FINAL
         WHERE (company_key, detected_at, signal_id) IN (
           SELECT company_key, detected_at, signal_id ${found})
         ORDER BY ${NEWEST_FIRST}`;
  const rows = await clickhouse.rows<SignalRow>(sql, {
    ...params,
    limit: page.limit,
    offset: page.offset ?? 0,
  });
  return inSlices(rows, signalOf);
}

async function signalsOfEach(
  clickhouse: ClickHouse,
  of: 'company' | 'contact',
  keys: readonly string[],
  filter: SignalFilter,
  limit: number,
): Promise<Map<string, SignalsOfOne>> {
  const { table, where, params } = filterSql({ ...filter, [`${of}Keys`]: keys });
  const matches = `FROM ${table} FINAL WHERE ${where}`;
  const [rows, counts] = await Promise.all([
    // All matches are put in order: narrow ones first, whole are only those that are shown.
    clickhouse.rows<SignalRow & { one: string }>(
      `SELECT ${of}_key AS one, ${SIGNAL_COLUMNS} FROM signals FINAL
       WHERE (company_key, detected_at, signal_id) IN (
         SELECT company_key, detected_at, signal_id ${matches}
         ORDER BY ${NEWEST_FIRST} LIMIT {limit:UInt32} BY ${of}_key)
       ORDER BY ${NEWEST_FIRST}`,
      { ...params, limit },
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
  for (const { one, ...row } of rows) entryOf(one).signals.push(signalOf(row));
  return found;
}

interface TypeRow {
  type: string;
  total: number;
  contacts: number;
  subtypes: string[];
}

async function countTypes(
  clickhouse: ClickHouse,
  filter: Pick<SignalFilter, 'association' | 'detectedAfterMs'>,
): Promise<TypeCount[]> {
  const { where, params } = filterSql(filter);
  const rows = await clickhouse.rows<TypeRow>(
    `SELECT signal_type AS type, count() AS total, countIf(association = 'contact') AS contacts,
       arraySort(groupUniqArray(toString(signal_subtype))) AS subtypes
     FROM signals_by_time FINAL WHERE ${where} GROUP BY type ORDER BY type`,
    params,
  );
  return rows.map((row) => ({
    type: row.type,
    association: row.contacts * 2 > row.total ? 'contact' : 'company',
    count: row.total,
    subtypes: row.subtypes,
  }));
}

async function readHistory(
  clickhouse: ClickHouse,
  query: HistoryQuery,
): Promise<{ stored: StoredType | null; counts: Map<string, number> }> {
  const bucket = query.interval === 'monthly' ? 'toStartOfMonth' : 'toMonday';
  const params = { type: foldCase(query.type), from: query.fromMs, until: query.untilMs };
  const [buckets, stored] = await Promise.all([
    clickhouse.rows<{ bucket: string; total: number }>(
      `SELECT toString(${bucket}(toDate32(detected_at))) AS bucket, count() AS total
       FROM signals_by_type FINAL
       WHERE type_key = {type:String}
         AND detected_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
         AND detected_at < fromUnixTimestamp64Milli({until:Int64}, 'UTC')
       GROUP BY bucket`,
      params,
    ),
    query.withStored
      ? clickhouse.rows<StoredType>(
          `SELECT association, min(signal_type) AS type FROM signals_by_type FINAL WHERE type_key = {type:String}
           GROUP BY association ORDER BY count() DESC, association LIMIT 1`,
          params,
        )
      : [],
  ]);
  return {
    stored: stored[0] ?? null,
    counts: new Map(buckets.map((row) => [row.bucket, row.total])),
  };
}
