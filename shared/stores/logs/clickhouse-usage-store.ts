/** Reads and writes the credit ledger and request logs; FINAL counts a repeated insert once. */
import type { CursorPosition } from '../../domain/cursor.js';
import type {
  RequestLogFilter,
  SettledKey,
  UsageRow,
  UsageStore,
} from '../../domain/ports/usage-store.js';
import type { RequestLog } from '../../domain/schemas/types.generated.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { joinConditions, timeOf } from '../../platform/clickhouse/client/conditions.js';

const LOG_COLUMNS = `log_id, request_id, timestamp, method, path, nullIf(route, '') AS route, status,
  nullIf(error, '') AS error, latency_ms, credits_charged, result_count, api_key_id, source,
  nullIf(user_agent, '') AS user_agent`;

export function createClickHouseUsageStore(clickhouse: ClickHouse): UsageStore {
  return {
    async insertLedger(entries) {
      const rows = entries.map((entry) => ({
        entry_id: entry.entryId,
        account_id: entry.accountId,
        api_key_id: entry.apiKeyId,
        request_id: entry.requestId,
        route: entry.route,
        credits: entry.credits,
        units: entry.units,
        period_start: entry.periodStart,
        charged_at: entry.chargedAt,
        voided: entry.isVoid ? 1 : 0,
      }));
      await clickhouse.insert('credit_ledger', rows, 'usage');
    },
    async insertLogs(rows) {
      const stored = rows.map((row) => ({
        ...row,
        route: row.route ?? '',
        error: row.error ?? '',
        user_agent: row.user_agent ?? '',
      }));
      await clickhouse.insert('request_logs', stored, 'usage');
    },
    async insertSettledKeys(keys) {
      const rows = keys.map((key) => ({
        scope: key.scope,
        account_id: key.accountId,
        fingerprint: key.fingerprint,
        answer: key.answer,
        recomputed: key.recomputed,
        settled_at: key.settledAt,
      }));
      await clickhouse.insert('idempotency_keys', rows, 'usage');
    },
    async settledKey(scope, since) {
      const [row] = await clickhouse.rows<SettledKey>(
        `SELECT scope, account_id AS accountId, fingerprint, answer, recomputed, settled_at AS settledAt
         FROM idempotency_keys FINAL
         WHERE scope = {scope:String}
           AND settled_at >= parseDateTime64BestEffort({since:String}, 3, 'UTC')`,
        { scope, since },
      );
      return row ?? null;
    },
    async creditsUsed(accountId, periodStart, exceptEntryIds = []) {
      const rows = await clickhouse.rows<{ api_key_id: string; used: number }>(
        `SELECT api_key_id, sum(credits) AS used FROM credit_ledger FINAL
         WHERE account_id = {accountId:String}
           AND period_start = parseDateTime64BestEffort({periodStart:String}, 3, 'UTC')
           AND NOT has({exceptEntryIds:Array(String)}, toString(entry_id))
         GROUP BY api_key_id`,
        { accountId, periodStart, exceptEntryIds },
      );
      return {
        total: rows.reduce((sum, row) => sum + row.used, 0),
        byKey: new Map(rows.map((row) => [row.api_key_id, row.used])),
      };
    },
    async logs(filter, page) {
      const { where, params } = logConditions(filter, page.after);
      return clickhouse.rows<RequestLog>(
        `SELECT ${LOG_COLUMNS} FROM request_logs FINAL WHERE ${where}
         ORDER BY timestamp DESC, toString(log_id) LIMIT {limit:UInt32}`,
        { ...params, limit: page.limit },
      );
    },
    async countLogs(filter) {
      const { where, params } = logConditions(filter);
      const rows = await clickhouse.rows<{ total: number }>(
        `SELECT count() AS total FROM request_logs FINAL WHERE ${where}`,
        params,
      );
      return rows[0]?.total ?? 0;
    },
    usage: (filter) => clickhouse.rows<UsageRow>(USAGE, { ...filter }),
  };
}

const bucketOf = (column: string) =>
  `intDiv(toUnixTimestamp64Milli(${column}), {bucketMs:Int64}) * {bucketMs:Int64}`;
const between = (column: string) =>
  `${column} >= ${timeOf('fromMs')} AND ${column} < ${timeOf('toMs')}`;

/** A period has at most 31 days, so charges of a range are in few periods of the sorting key. */
const USAGE = `SELECT startMs, route, apiKeyId, sum(calls) AS calls, sum(credits) AS credits
FROM (
  SELECT ${bucketOf('timestamp')} AS startMs, nullIf(toString(route), '') AS route, api_key_id AS apiKeyId,
    1 AS calls, 0 AS credits
  FROM request_logs FINAL
  WHERE account_id = {accountId:String} AND ${between('timestamp')}
  UNION ALL
  SELECT ${bucketOf('charged_at')} AS startMs, nullIf(toString(route), '') AS route, api_key_id AS apiKeyId,
    0 AS calls, credits
  FROM credit_ledger FINAL
  WHERE account_id = {accountId:String} AND ${between('charged_at')}
    AND period_start >= ${timeOf('fromMs')} - INTERVAL 62 DAY
    AND period_start < ${timeOf('toMs')}
)
GROUP BY startMs, route, apiKeyId`;

function logConditions(filter: RequestLogFilter, after?: CursorPosition) {
  return joinConditions([
    ['account_id = {accountId:String}', { accountId: filter.accountId }],
    ['startsWith(path, {path:String})', { path: filter.pathPrefix }],
    ['method = {method:String}', { method: filter.method }],
    ['status >= {statusMin:UInt32}', { statusMin: filter.statusMin }],
    ['status <= {statusMax:UInt32}', { statusMax: filter.statusMax }],
    [`timestamp > ${timeOf('since')}`, { since: filter.sinceMs }],
    [`timestamp < ${timeOf('before')}`, { before: filter.beforeMs }],
    [
      `timestamp <= ${timeOf('afterTime')} AND (timestamp < ${timeOf('afterTime')}
         OR toString(log_id) > {afterId:String})`,
      { afterTime: after?.timeMs, afterId: after?.id },
    ],
  ]);
}
