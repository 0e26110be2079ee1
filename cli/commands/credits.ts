/** Implements `signals credits statement | close-periods`. */
import { type Command, InvalidArgumentError } from 'commander';
import { closingDocument, statementDocument } from '../../api/credits/billing-documents.js';
import { type ClosingReport, closePeriods } from '../../api/credits/close-periods.js';
import { findStatement } from '../../api/credits/statements.js';
import { AppError } from '../../shared/domain/errors.js';
import { parseIsoDate } from '../../shared/domain/normalise/date.js';
import { systemClock } from '../../shared/domain/ports/clock.js';
import type {
  BillingStatement,
  ClosedPeriods,
} from '../../shared/domain/schemas/types.generated.js';
import { DAY_MS, isoOf } from '../../shared/domain/time.js';
import { createBillingStores } from '../compose/create-stores.js';
import { type Runtime, withRuntime } from '../compose/with-runtime.js';
import { counted, printNotice, printResult, table, UsageError } from '../terminal/output.js';

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
      parseDay,
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
      parseInstant,
    )
    .option('--json', 'print the result as one JSON document')
    .action((options: ClosingOptions) =>
      withRuntime('credits', (runtime) => closeEndedPeriods(runtime, options)),
    );
}

/** How far `--now` may be ahead of the clock: less than a mistaken year. */
const MAX_AHEAD_MS = 200 * DAY_MS;

interface StatementOptions {
  account: string;
  /** Start of the day in milliseconds since the epoch. */
  period?: number;
  json?: boolean;
}

interface ClosingOptions {
  /** Time in milliseconds since the epoch. */
  now?: number;
  json?: boolean;
}

async function showStatement({ clickhouse }: Runtime, options: StatementOptions): Promise<void> {
  const { accounts, billing } = createBillingStores(clickhouse);
  const account = await accounts.account(options.account);
  if (!account)
    throw new UsageError(
      `Account ${options.account} does not exist. Run accounts list to see all accounts.`,
    );
  const dayMs = options.period ?? null;
  const statement = await findStatement(billing, account, dayMs, systemClock.now());
  if (!statement) {
    const id = account.accountId;
    throw new AppError(
      'not_found',
      dayMs === null
        ? `No period of ${id} is closed yet. Use --period with a day of the current period to see a preview.`
        : `${isoOf(dayMs).slice(0, 10)} is not in any period of ${id} so far.`,
    );
  }
  const document = statementDocument(statement);
  printResult(options.json, document, () => statementText(document));
}

async function closeEndedPeriods(runtime: Runtime, options: ClosingOptions): Promise<void> {
  const nowMs = systemClock.now();
  const untilMs = options.now ?? nowMs;
  if (untilMs > nowMs + MAX_AHEAD_MS) {
    const days = MAX_AHEAD_MS / DAY_MS;
    throw new UsageError(
      `--now is more than ${days} days later than the clock. Closed periods are never opened again, so what is charged in them could be billed only after that time. Correct --now, or the clock.`,
    );
  }
  if (untilMs > nowMs) {
    printNotice(
      'warning: --now is later than the clock: periods that are still running are closed, and no period is opened again.',
    );
  }
  const document = closingDocument(await closeAll(runtime, untilMs));
  printResult(options.json, document, () => closingText(document));
  for (const { account_id, error } of document.failed)
    printNotice(`error: ${account_id}: ${error}`);
  if (document.failed.length > 0) process.exitCode = 1;
}

/** Tries again if another process was closing too, so that all that can be closed is closed. */
async function closeAll({ clickhouse, logger }: Runtime, nowMs: number): Promise<ClosingReport> {
  const deps = { ...createBillingStores(clickhouse), clock: systemClock, logger };
  const closed: ClosingReport['closed'] = [];
  for (;;) {
    const report = await closePeriods(deps, nowMs);
    closed.push(...report.closed);
    if (!report.isShared) return { ...report, closed };
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
      `closed, ${counted(statement.credits_total, 'credit')}`,
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

function parseDay(text: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseIsoDate(text) : null;
  if (ms !== null) return ms;
  throw new InvalidArgumentError('Use a day such as 2026-03-01.');
}

function parseInstant(text: string): number {
  const ms = parseIsoDate(text);
  if (ms !== null) return ms;
  throw new InvalidArgumentError('Use an ISO 8601 date or a timestamp with offset.');
}
