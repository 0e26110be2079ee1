/**
 * Closes billing periods: writes one statement for every account and ended period, oldest first.
 * Several processes may do so at once. The store keeps the first statement of a period, and a
 * process that finds the statement of another one stops closing that account. The sources of
 * charges are read before the ledger, so a statement contains every charge that they had moved.
 */
import { randomUUID } from 'node:crypto';
import type { BillingPeriod } from '../../shared/domain/billing/billing-period.js';
import { isTransient } from '../../shared/domain/concurrency/retry.js';
import type { Account, AccountStore } from '../../shared/domain/ports/account-store.js';
import type { BillingStore, Statement } from '../../shared/domain/ports/billing-store.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import type { PublishedSource, SourceStore } from '../../shared/domain/ports/source-store.js';
import { awaitedSources, openPeriods, undrainedSources } from './due-periods.js';
import { composeStatement } from './statements.js';

export interface ClosingDeps {
  accounts: AccountStore;
  billing: BillingStore;
  sources: SourceStore;
  clock: Clock;
  logger: Logger;
  signal?: AbortSignal;
  /** Rejects if charges or statements may be missing. Then no period is closed. */
  requireComplete?: () => Promise<void>;
}

interface WaitingPeriod extends BillingPeriod {
  accountId: string;
  waitsFor: readonly PublishedSource[];
}

export interface ClosingReport {
  /** Statements that this call wrote. */
  closed: Statement[];
  waiting: WaitingPeriod[];
  failed: { accountId: string; error: unknown }[];
  /** True if another process was closing an account, of which periods may still be open. */
  isShared: boolean;
}

/** Closes the periods that have ended at `nowMs`. Throws if the stores are unavailable or incomplete. */
export async function closePeriods(deps: ClosingDeps, nowMs: number): Promise<ClosingReport> {
  await deps.requireComplete?.();
  const sources = await deps.sources.sources();
  const closedTo = await deps.billing.lastPeriodEnds();
  const report: ClosingReport = { closed: [], waiting: [], failed: [], isShared: false };
  for (const account of await deps.accounts.accounts()) {
    if (deps.signal?.aborted) break;
    const { accountId } = account;
    const ready: BillingPeriod[] = [];
    for (const period of openPeriods(account, closedTo.get(accountId), nowMs).ended) {
      const waitsFor = awaitedSources(period, sources, nowMs);
      if (waitsFor.length === 0) ready.push(period);
      else report.waiting.push({ accountId, ...period, waitsFor });
    }
    try {
      const isShared = ready.length > 0 && (await closeAccount(deps, account, ready, report));
      report.isShared ||= isShared;
    } catch (error) {
      if (isTransient(error)) throw error;
      report.failed.push({ accountId, error });
    }
  }
  warnAboutUndrainedSources(deps.logger, sources, report.closed, nowMs);
  return report;
}

/** Returns true if another process has closed a period first. It continues with the later ones. */
async function closeAccount(
  { billing, clock, signal }: ClosingDeps,
  account: Account,
  periods: readonly BillingPeriod[],
  report: Pick<ClosingReport, 'closed'>,
): Promise<boolean> {
  const { accountId } = account;
  const totals = await billing.ledgerTotals(accountId, periods.at(-1)?.endMs ?? 0);
  const statements = await billing.statements(accountId);
  for (const period of periods) {
    if (signal?.aborted) return false;
    const earlier = statements.filter(({ startMs }) => startMs < period.startMs);
    // This statement or a later one exists already.
    if (statements.length > earlier.length) return true;
    const statement = composeStatement({
      statementId: randomUUID(),
      account,
      period,
      totals,
      earlier,
      closedAtMs: clock.now(),
    });
    const stored = await billing.putStatement(statement);
    // Another process has written it in the meantime.
    if (stored.statementId !== statement.statementId) return true;
    statements.push(stored);
    report.closed.push(stored);
  }
  return false;
}

/** Warns of sources that have not reported. Charges they still have will be adjustments. */
function warnAboutUndrainedSources(
  logger: Logger,
  sources: readonly PublishedSource[],
  closed: readonly Statement[],
  nowMs: number,
): void {
  const endMs = Math.max(...closed.map((statement) => statement.endMs));
  const undrained = undrainedSources(endMs, sources, nowMs).map(({ description }) => description);
  if (undrained.length > 0) logger.warn({ sources: undrained }, 'periods_closed_without_sources');
}
