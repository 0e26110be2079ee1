/** The caller's own account: who it is, its credits, its usage and request log. */
import { encodeCursor } from '../../shared/domain/cursor.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import type { CreditMeter } from '../../shared/domain/ports/credit-meter.js';
import type { RequestLogFilter, UsageStore } from '../../shared/domain/ports/usage-store.js';
import type { LogsQuery } from '../../shared/domain/schemas/types.generated.js';
import { creditsOf } from '../credits/credit-headers.js';
import type { Call, Handler } from '../http/request-context.js';
import { fingerprintOf, readCursor } from '../validation/cursor.js';
import { validate } from '../validation/validate-request.js';
import { sumOf, usageBuckets, usageRange } from './usage-buckets.js';

export interface AccountRouteDeps {
  meter: CreditMeter;
  usage: UsageStore;
  clock: Clock;
}

export function accountRoutes({ meter, usage, clock }: AccountRouteDeps): Record<string, Handler> {
  return {
    async readAccount(request, call) {
      validate('api/no-query.query', 'query', request.query);
      const { account } = call;
      const body = {
        customer_id: account.accountId,
        customer_name: account.name,
        rate_limit: account.rateLimit,
        credits: creditsOf(await meter.balance(call)),
      };
      return { body, charge: null, results: null };
    },

    async readCredits(request, call) {
      validate('api/no-query.query', 'query', request.query);
      const body = creditsOf(await meter.balance(call));
      return { body, charge: null, results: null };
    },

    async readUsage(request, { account: { accountId } }) {
      const query = validate('api/usage.query', 'query', request.query);
      const range = usageRange(query, clock.now());
      const rows = await usage.usage({ accountId, ...range });
      const body = {
        interval: query.interval,
        since: query.since ?? new Date(range.fromMs).toISOString(),
        before: new Date(range.toMs).toISOString(),
        ...sumOf(rows),
        usage: usageBuckets(rows, range.bucketMs),
      };
      return { body, charge: null, results: body.usage.length };
    },

    async listRequestLogs(request, call) {
      const { limit, cursor, ...filters } = validate('api/logs.query', 'query', request.query);
      const fingerprint = fingerprintOf(call.route, filters);
      const place = cursor === undefined ? undefined : readCursor(cursor, fingerprint, 'query');
      const after = place ? { timestampMs: place.timeMs, logId: place.id } : undefined;
      const filter = logFilter(call, filters);
      const [rows, total] = await Promise.all([
        usage.logs(filter, { limit: limit + 1, ...(after ? { after } : {}) }),
        usage.countLogs(filter),
      ]);
      const logs = rows.slice(0, limit);
      const last = logs.at(-1);
      const hasMore = rows.length > limit;
      const next =
        hasMore && last
          ? encodeCursor({ fingerprint, timeMs: Date.parse(last.timestamp), id: last.log_id })
          : null;
      const body = { logs, total, limit, has_more: hasMore, next_cursor: next };
      return { body, charge: null, results: logs.length };
    },
  };
}

function logFilter(
  { account }: Call,
  query: Omit<LogsQuery, 'limit' | 'cursor'>,
): RequestLogFilter {
  const { path, method, status_min: low, status_max: high, since, before } = query;
  return {
    accountId: account.accountId,
    ...(path === undefined ? {} : { pathPrefix: path }),
    ...(method === undefined ? {} : { method }),
    ...(low === undefined ? {} : { statusMin: low }),
    ...(high === undefined ? {} : { statusMax: high }),
    ...(since === undefined ? {} : { sinceMs: Date.parse(since) }),
    ...(before === undefined ? {} : { beforeMs: Date.parse(before) }),
  };
}
