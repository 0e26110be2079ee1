/** Operations on the caller's own account: its settings, credits, usage and request log. */
import type { Account } from '../../shared/domain/ports/account-store.js';
import type { RequestLogFilter } from '../../shared/domain/ports/usage-store.js';
import type {
  Credits,
  LogsQuery,
  UsageQuery,
  UsageResponse,
} from '../../shared/domain/schemas/types.generated.js';
import { isoOf, msOf } from '../../shared/domain/time.js';
import { creditsDocument } from '../credits/credit-headers.js';
import { sumOf } from '../credits/statements.js';
import { defineOperation, type Operation } from '../operations/operation.js';
import type { CallContext } from '../services/services.js';
import { paginate } from '../validation/cursor.js';
import { usageBuckets, usageRange, usageRangeFaults } from './usage-buckets.js';

export const ACCOUNT_OPERATIONS: readonly Operation<CallContext>[] = [
  defineOperation({
    id: 'readAccount',
    route: 'GET /v1/account',
    summary: 'Get the account',
    description: 'Returns the account that the key belongs to.',
    responses: ['api/account.response'],
    handle: async (_, context) => ({
      customer_id: context.account.accountId,
      customer_name: context.account.name,
      rate_limit: context.account.rateLimit,
      credits: await readCredits(context),
    }),
  }),
  defineOperation({
    id: 'readCredits',
    route: 'GET /v1/credits',
    summary: 'Get the credit balance',
    description: 'Returns the credit balance of the current billing period.',
    responses: ['credits'],
    handle: (_, context) => readCredits(context),
  }),
  defineOperation({
    id: 'readUsage',
    route: 'GET /v1/usage',
    summary: 'Get usage over time',
    description:
      'Returns calls and credits by day or hour, by route and by key. Calls and credits appear within 2 s; then they agree with `/v1/credits`. One request returns at most 400 buckets.',
    query: 'api/usage.query',
    responses: ['api/usage.response'],
    faults: { query: usageRangeFaults },
    results: (answer) => answer.usage.length,
    handle: ({ query, nowMs }, context) => readUsage(query, nowMs, context),
  }),
  defineOperation({
    id: 'listRequestLogs',
    route: 'GET /v1/logs',
    summary: 'List requests',
    description: 'Returns the requests of the account, newest first. `path` filters by prefix.',
    query: 'api/logs.query',
    responses: ['api/logs.response'],
    page: ({ query: { limit: _, cursor, ...filters } }) => ({ cursor, filters }),
    results: ({ logs }) => logs.length,
    async handle({ query, page: { fingerprint, after } }, { usage, account }) {
      const { limit } = query;
      const filter = logFilter(account, query);
      const [found, total] = await Promise.all([
        usage.logs(filter, { limit: limit + 1, after }),
        usage.countLogs(filter),
      ]);
      const { rows: logs, ...ends } = paginate(found, { limit, fingerprint }, (last) => ({
        timeMs: Date.parse(last.timestamp),
        id: last.log_id,
      }));
      return { logs, total, limit, ...ends };
    },
  }),
];

export async function readCredits({ meter, account, key }: CallContext): Promise<Credits> {
  return creditsDocument(await meter.balance({ account, key }));
}

export async function readUsage(
  query: UsageQuery,
  nowMs: number,
  { usage, account }: CallContext,
): Promise<UsageResponse> {
  const range = usageRange(query, nowMs);
  const rows = await usage.usage({ accountId: account.accountId, ...range });
  return {
    interval: query.interval,
    since: query.since ?? isoOf(range.fromMs),
    before: isoOf(range.toMs),
    ...sumOf(rows),
    usage: usageBuckets(rows, range.bucketMs),
  };
}

function logFilter({ accountId }: Account, query: LogsQuery): RequestLogFilter {
  return {
    accountId,
    pathPrefix: query.path,
    method: query.method,
    statusMin: query.status_min,
    statusMax: query.status_max,
    sinceMs: msOf(query.since),
    beforeMs: msOf(query.before),
  };
}
