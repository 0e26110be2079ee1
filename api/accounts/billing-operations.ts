/** Operations on the caller's own keys and billing statements. */
import { AppError } from '../../shared/domain/errors.js';
import type { ApiKey } from '../../shared/domain/ports/account-store.js';
import type { BillingStatement, OwnKey } from '../../shared/domain/schemas/types.generated.js';
import { statementDocument } from '../credits/billing-documents.js';
import { findStatement } from '../credits/statements.js';
import type { CsvFile } from '../http/send-answer.js';
import { defineOperation, type Operation } from '../operations/operation.js';
import type { CallContext } from '../services/services.js';
import { paginate } from '../validation/cursor.js';
import { keyDocument } from './documents.js';

export const BILLING_OPERATIONS: readonly Operation<CallContext>[] = [
  defineOperation({
    id: 'listOwnKeys',
    route: 'GET /v1/keys',
    summary: 'List the keys of the account',
    description:
      'Returns all keys of the account, newest first, including expired and revoked ones. The keys themselves are never returned.',
    responses: ['api/keys.response'],
    results: ({ keys }) => keys.length,
    async handle(_, { accounts, account, key: callersKey }) {
      const keys = await accounts.keys(account.accountId);
      return { keys: keys.toReversed().map((key) => ownKeyDocument(key, callersKey)) };
    },
  }),
  defineOperation({
    id: 'listStatements',
    route: 'GET /v1/statements',
    summary: 'List billing statements',
    description: 'Returns the statements of closed billing periods, newest first.',
    query: 'api/statements.query',
    responses: ['api/statements.response'],
    page: ({ query: { cursor } }) => ({ cursor, filters: {} }),
    results: ({ statements }) => statements.length,
    async handle({ query: { limit }, page: { fingerprint, after } }, { billing, account }) {
      const closed = (await billing.statements(account.accountId)).toReversed();
      const remaining = after ? closed.filter(({ startMs }) => startMs < after.timeMs) : closed;
      const { rows, ...ends } = paginate(
        remaining.slice(0, limit + 1),
        { limit, fingerprint },
        ({ startMs, statementId }) => ({ timeMs: startMs, id: statementId }),
      );
      const statements = rows.map((statement) => statementDocument({ statement, isOpen: false }));
      return { statements, total: closed.length, limit, ...ends };
    },
  }),
  defineOperation({
    id: 'readStatement',
    route: 'GET /v1/statements/:day',
    summary: 'Get a billing statement',
    description:
      'Returns the statement of the billing period that the day is in. A period that is not closed returns a preview, with `open` set to true.',
    params: 'api/statement.params',
    responses: ['billing-statement'],
    errors: ['not_found'],
    csv: statementCsv,
    async handle({ params: { day }, nowMs }, { billing, account }) {
      const found = await findStatement(billing, account, Date.parse(day), nowMs);
      if (found) return statementDocument(found);
      throw new AppError('not_found', `${day} is not in any billing period of the account so far.`);
    },
  }),
];

function ownKeyDocument(key: ApiKey, callersKey: ApiKey): OwnKey {
  const { account_id: _, ...document } = keyDocument(key);
  return { ...document, current: key.keyId === callersKey.keyId };
}

const STATEMENT_COLUMNS =
  'account_id period_start period_end kind item calls credits closed_at'.split(' ');

/**
 * Makes a CSV file with one line per route and per adjustment, and the total in the last line.
 * `closed_at` is empty in a preview of the running period.
 */
function statementCsv(statement: BillingStatement): CsvFile {
  const { account_id: account, period_start: start, period_end: end } = statement;
  const calls = statement.routes.reduce((sum, route) => sum + route.calls, 0);
  const lines = [
    ...statement.routes.map((each) => ['route', each.route, each.calls, each.credits]),
    ...statement.adjustments.map((each) => ['adjustment', each.period_start, '', each.credits]),
    ['total', '', calls, statement.credits_total],
  ];
  return {
    name: `statement-${account}-${start.slice(0, 10)}.csv`,
    columns: STATEMENT_COLUMNS,
    rows: lines.map((line) => [account, start, end, ...line, statement.closed_at ?? '']),
  };
}
