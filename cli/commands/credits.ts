/** Implements `signals credits statement | close-periods`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { closingDocument, statementDocument } from '../../api/credits/billing-documents.js';
import { type ClosingReport, closePeriods } from '../../api/credits/close-periods.js';
import { findStatement } from '../../api/credits/find-statement.js';
import { AppError } from '../../shared/domain/errors.js';
import { parseIsoDate } from '../../shared/domain/normalise/date.js';
import { systemClock } from '../../shared/domain/ports/clock.js';
import type {
  BillingStatement,
  ClosedPeriods,
} from '../../shared/domain/schemas/types.generated.js';
import { isoOf } from '../../shared/domain/time.js';
import { createBillingStores } from '../compose/create-stores.js';
import { type Runtime, withRuntime } from '../compose/with-runtime.js';
import { show, table, tell, UsageError } from '../terminal/output.js';

const MAX_WAIT_FOR_TURN_MS = 600_000;
const POLL_MS = 500;

export function addCreditCommands(program: Command): void {
  const credits = program
    .command('credits')
    .description('show billing statements and close billing periods');
  credits
    .command('statement')
    .description('show the statement of a billing period, by default the last closed one')
    .requiredOption('--account <id>', 'account id')
    .option(
      '--period <day>',
      'any day of the period, YYYY-MM-DD; a period that has not ended is shown as a preview',
      day,
    )
    .option('--json', 'print the result as one JSON document')
    .action((options: StatementOptions) =>
      withRuntime('credits', (runtime) => showStatement(runtime, options)),
    );
  credits
    .command('close-periods')
    .description(
      'write the statements of periods that have ended (the service also does this by itself)',
    )
    .option(
      '--now <iso>',
      'close the periods that have ended by this time, for catching up and for tests; a future time closes periods that are still running',
      instant,
    )
    .option('--json', 'print the result as one JSON document')
    .action((options: { now?: number; json?: boolean }) =>
      withRuntime('credits', async (runtime) => {
        const nowMs = systemClock.now();
        const { now = nowMs } = options;
        if (now > nowMs) {
          tell(
            'warning: --now is later than the clock: periods that are still running are closed, and no period is opened again.',
          );
        }
        const report = await closeInTurn(runtime, now);
        const document = closingDocument(report);
        show(options.json === true, document, () => closingText(document));
        for (const { account_id, error } of document.failed) tell(`error: ${account_id}: ${error}`);
        if (report.failed.length > 0) process.exitCode = 1;
      }),
    );
}

interface StatementOptions {
  account: string;
  period?: number;
  json?: boolean;
}

async function showStatement({ clickhouse }: Runtime, options: StatementOptions): Promise<void> {
  const { accounts, billing } = createBillingStores(clickhouse);
  const account = await accounts.account(options.account);
  if (!account)
    throw new UsageError(
      `Account ${options.account} does not exist. Run accounts list to see all accounts.`,
    );
  const asked = options.period ?? null;
  const found = await findStatement(billing, account, asked, systemClock.now());
  if (!found) {
    const id = account.accountId;
    throw new AppError(
      'not_found',
      asked === null
        ? `No period of ${id} is closed yet. Use --period with a day of the current period to see a preview.`
        : `${isoOf(asked).slice(0, 10)} is not in any period of ${id} so far.`,
    );
  }
  const document = statementDocument(found);
  show(options.json === true, document, () => statementText(document));
}

/** Waits while another process is closing, so that all that can be closed is closed at the end. */
async function closeInTurn({ clickhouse, logger }: Runtime, nowMs: number): Promise<ClosingReport> {
  const deps = {
    ...createBillingStores(clickhouse),
    clock: systemClock,
    logger,
    command: 'credits close-periods',
  };
  const closed: ClosingReport['closed'] = [];
  const deadline = Date.now() + MAX_WAIT_FOR_TURN_MS;
  for (;;) {
    const report = await closePeriods(deps, nowMs);
    closed.push(...report.closed);
    if (!report.heldBy) return { ...report, closed };
    if (Date.now() > deadline) {
      const { command, host, pid } = report.heldBy;
      throw new AppError(
        'unavailable',
        `signals ${command} on ${host} (process ${pid}) is still closing periods.`,
      );
    }
    await sleep(POLL_MS);
  }
}

function statementText(statement: BillingStatement): string {
  const until = statement.period_end.slice(0, 10);
  const limit = statement.unlimited ? 'unlimited' : String(statement.monthly_limit);
  return [
    table([
      ['account', statement.account_id],
      ['period', `${statement.period_start.slice(0, 10)} to ${until} 00:00 UTC`],
      ['closed', statement.closed_at ?? 'no (preview)'],
      ['limit', limit],
      ['used', String(statement.credits_used)],
      ...statement.adjustments.map(({ period_start, credits }) => [
        `adjustment of ${period_start.slice(0, 10)}`,
        String(credits),
      ]),
      ['total', String(statement.credits_total)],
      ['carried over', 'none'],
    ]),
    '',
    table([
      ['route', 'calls', 'credits'],
      ...statement.routes.map(({ route, calls, credits }) => [route, `${calls}`, `${credits}`]),
    ]),
  ].join('\n');
}

function closingText({ closed, waiting }: ClosedPeriods): string {
  const rows = [
    ...closed.map((statement) => [
      statement.account_id,
      statement.period_start.slice(0, 10),
      `closed, ${statement.credits_total} credits`,
    ]),
    ...waiting.map(({ account_id, period_start, waits_for }) => [
      account_id,
      period_start.slice(0, 10),
      `waits for ${waits_for.map(({ description }) => description).join(', ')}`,
    ]),
  ];
  return rows.length === 0
    ? 'No periods to close.'
    : table([['account', 'period', 'state'], ...rows]);
}

function day(text: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseIsoDate(text) : null;
  if (ms !== null) return ms;
  throw new InvalidArgumentError('Use a day such as 2026-03-01.');
}

function instant(text: string): number {
  const ms = parseIsoDate(text);
  if (ms !== null) return ms;
  throw new InvalidArgumentError('Use an ISO 8601 date or a timestamp with offset.');
}
