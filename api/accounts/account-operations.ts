/** The caller's own account: who it is, its credits, its usage and request log. */
import { encodeCursor } from '../../shared/domain/cursor.js';
import type { Account } from '../../shared/domain/ports/account-store.js';
import type { CreditMeter } from '../../shared/domain/ports/credit-meter.js';
import type { RequestLogFilter, UsageStore } from '../../shared/domain/ports/usage-store.js';
import type { LogsQuery } from '../../shared/domain/schemas/types.generated.js';
import { creditsOf } from '../credits/credit-headers.js';
import type { Caller } from '../http/request-context.js';
import { checkedOperation, NO_QUERY, type Operation, operation } from '../operations/operation.js';
import { checkCursor, fingerprintOf } from '../validation/cursor.js';
import { checkUsageRange, sumOf, usageBuckets } from './usage-buckets.js';

export interface AccountServices {
  meter: CreditMeter;
  usage: UsageStore;
}

type AccountContext = AccountServices & Caller;

export const ACCOUNT_OPERATIONS: readonly Operation<AccountContext>[] = [
  operation({
    id: 'readAccount',
    method: 'GET',
    path: '/v1/account',
    docs: {
      tag: 'Account',
      summary: 'Get the account',
      description: 'Returns the account that the key belongs to.',
    },
    query: NO_QUERY,
    responses: ['api/account.response'],
    handle: async (_, { meter, account, key }: AccountContext) => ({
      customer_id: account.accountId,
      customer_name: account.name,
      rate_limit: account.rateLimit,
      credits: creditsOf(await meter.balance({ account, key })),
    }),
  }),
  operation({
    id: 'readCredits',
    method: 'GET',
    path: '/v1/credits',
    docs: {
      tag: 'Account',
      summary: 'Get the credit balance',
      description: 'Returns the credit balance of the current billing period.',
    },
    query: NO_QUERY,
    responses: ['credits'],
    handle: async (_, { meter, account, key }: AccountContext) =>
      creditsOf(await meter.balance({ account, key })),
  }),
  checkedOperation({
    id: 'readUsage',
    method: 'GET',
    path: '/v1/usage',
    docs: {
      tag: 'Account',
      summary: 'Get usage over time',
      description:
        'Returns calls and credits by day or hour, by route and by key. Calls and credits appear within 2 s; then they agree with `/v1/credits`. One request returns at most 400 buckets.',
    },
    query: 'api/usage.query',
    responses: ['api/usage.response'],
    check: ({ query, nowMs }) => checkUsageRange(query, nowMs),
    results: (answer) => answer.usage.length,
    async handle({ query, found: range }, { usage, account }: AccountContext) {
      const rows = await usage.usage({ accountId: account.accountId, ...range });
      return {
        interval: query.interval,
        since: query.since ?? new Date(range.fromMs).toISOString(),
        before: new Date(range.toMs).toISOString(),
        ...sumOf(rows),
        usage: usageBuckets(rows, range.bucketMs),
      };
    },
  }),
  checkedOperation({
    id: 'listRequestLogs',
    method: 'GET',
    path: '/v1/logs',
    docs: {
      tag: 'Account',
      summary: 'List requests',
      description: 'Returns the requests of the account, newest first. `path` filters by prefix.',
    },
    query: 'api/logs.query',
    responses: ['api/logs.response'],
    check: ({ query: { limit: _, cursor, ...filters } }, route) =>
      checkCursor(cursor, fingerprintOf(route, filters), 'query'),
    results: ({ logs }) => logs.length,
    async handle({ query, found: { fingerprint, after } }, { usage, account }: AccountContext) {
      const { limit } = query;
      const filter = logFilter(account, query);
      const from = after && { after: { timestampMs: after.timeMs, logId: after.id } };
      const [rows, total] = await Promise.all([
        usage.logs(filter, { limit: limit + 1, ...from }),
        usage.countLogs(filter),
      ]);
      const logs = rows.slice(0, limit);
      const last = logs.at(-1);
      const hasMore = rows.length > limit;
      const next =
        hasMore && last
          ? encodeCursor({ fingerprint, timeMs: Date.parse(last.timestamp), id: last.log_id })
          : null;
      return { logs, total, limit, has_more: hasMore, next_cursor: next };
    },
  }),
];

function logFilter({ accountId }: Account, query: LogsQuery): RequestLogFilter {
  const { path, method, status_min: low, status_max: high, since, before } = query;
  return {
    accountId,
    ...(path === undefined ? {} : { pathPrefix: path }),
    ...(method === undefined ? {} : { method }),
    ...(low === undefined ? {} : { statusMin: low }),
    ...(high === undefined ? {} : { statusMax: high }),
    ...(since === undefined ? {} : { sinceMs: Date.parse(since) }),
    ...(before === undefined ? {} : { beforeMs: Date.parse(before) }),
  };
}
