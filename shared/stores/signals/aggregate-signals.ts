/** Counts signals by one or two keys, from the narrow tables that filters read. */
import type {
  Aggregate,
  AggregateQuery,
  GroupKey,
  SignalGroup,
} from '../../domain/ports/signal-reader.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import type { CachedCounts } from './cached-counts.js';
import { filterSql } from './signal-filter-sql.js';

const EXPRESSIONS: Readonly<Record<GroupKey, string>> = {
  signal_type: 'type_key',
  signal_subtype: 'subtype_key',
  company: 'company_key',
  industry: 'industry',
  day: 'toDate32(detected_at)',
  // The functions of ClickHouse for weeks and months do not support dates before 1970.
  week: 'toDate32(detected_at) - (toDayOfWeek(detected_at) - 1)',
  month: 'toDate32(detected_at) - (toDayOfMonth(detected_at) - 1)',
};
/** The form in which a group is shown that has several spellings; others are shown as compared. */
const SPELLINGS: Partial<Record<GroupKey, string>> = {
  signal_type: 'min(signal_type)',
  signal_subtype: 'min(signal_subtype)',
};
const TIMES: ReadonlySet<GroupKey> = new Set(['day', 'week', 'month']);

/** Makes a row per industry of a signal. Its first row (`place = 1`) counts the signal once. */
const INDUSTRIES = `ARRAY JOIN if(empty(industry_keys), [''], industry_keys) AS industry,
  arrayEnumerate(if(empty(industry_keys), [''], industry_keys)) AS place`;

interface GroupRow {
  keys: string[];
  matches: number;
  company: string;
  total: number;
  group_count: number;
}

export async function aggregateSignals(
  readCounts: CachedCounts,
  { filter, groupBy, limit }: AggregateQuery,
): Promise<Aggregate> {
  const { table, where, params } = filterSql(filter);
  const byIndustry = groupBy.includes('industry');
  const names = groupBy.map((_, at) => `key${at}`);
  const rows = await readCounts<GroupRow>(
    { table, params: { ...params, limit } },
    `SELECT keys, matches, company,
       sum(signals) OVER () AS total, count() OVER () AS group_count
     FROM (
       SELECT ${groupBy.map((key, at) => `${EXPRESSIONS[key]} AS key${at}`).join(', ')},
         [${groupBy.map((key, at) => `toString(${SPELLINGS[key] ?? `key${at}`})`).join(', ')}] AS keys,
         count() AS matches, min(company_key) AS company,
         ${byIndustry ? 'countIf(place = 1)' : 'count()'} AS signals
       FROM ${table} FINAL ${byIndustry ? INDUSTRIES : ''}
       WHERE ${where} GROUP BY ${names.join(', ')})
     ORDER BY ${orderOf(groupBy)} LIMIT {limit:UInt32}`,
  );
  return {
    total: rows[0]?.total ?? 0,
    groups: rows.map((row) => groupOf(row, groupBy)),
    groupCount: rows[0]?.group_count ?? 0,
  };
}

/** Counts the signals of each of these companies, by key. Companies without any are absent. */
export async function countByCompany(
  clickhouse: ClickHouse,
  companyKeys: readonly string[],
): Promise<Map<string, number>> {
  if (companyKeys.length === 0) return new Map();
  const { table, where, params } = filterSql({ companyKeys });
  const rows = await clickhouse.rows<{ company_key: string; total: number }>(
    `SELECT company_key, count() AS total FROM ${table} FINAL WHERE ${where} GROUP BY company_key`,
    params,
  );
  return new Map(rows.map((row) => [row.company_key, row.total]));
}

/** Returns the order: times ascending, then largest first, then by key, the same every time. */
function orderOf(groupBy: readonly GroupKey[]): string {
  const times = groupBy.flatMap((key, at) => (TIMES.has(key) ? [`key${at}`] : []));
  return [...times, 'matches DESC', ...groupBy.map((_, at) => `key${at}`)].join(', ');
}

function groupOf({ keys, matches, company }: GroupRow, groupBy: readonly GroupKey[]): SignalGroup {
  const values = groupBy.map((key, at) => [key, keys[at] ?? '']);
  return { key: Object.fromEntries(values), count: matches, companyKey: company };
}
