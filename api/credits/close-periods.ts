/**
 * Closes billing periods: writes one statement for every account and ended period, oldest first,
 * even if several processes do so at once or none did for long. The sources of charges are read
 * before the ledger, so a statement contains every charge that they had moved there.
 */
import { randomUUID } from 'node:crypto';
import type { BillingPeriod } from '../../shared/domain/billing/billing-period.js';
import { isTransient } from '../../shared/domain/concurrency/retry.js';
import type { Account, AccountStore } from '../../shared/domain/ports/account-store.js';
import type { BillingStore, Statement } from '../../shared/domain/ports/billing-store.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import type { Lease, LeaseStore } from '../../shared/domain/ports/lease-store.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import type { PublishedSource, SourceStore } from '../../shared/domain/ports/source-store.js';
import { type HeldLease, holdLease, LeaseTakenError } from '../../shared/platform/process/lease.js';
import { composeStatement } from './compose-statement.js';
import { awaitedSources, openPeriods, undrainedSources } from './due-periods.js';

export interface ClosingDeps {
  accounts: AccountStore;
  billing: BillingStore;
  sources: SourceStore;
  leases: LeaseStore;
  clock: Clock;
  logger: Logger;
  /** The command of this process. Other processes see it while this one holds the lease. */
  command: string;
  signal?: AbortSignal;
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
  /** The lease of a process that is closing instead; `null` if this call did all the work. */
  heldBy: Lease | null;
}

interface Plan {
  ready: { account: Account; periods: BillingPeriod[] }[];
  waiting: WaitingPeriod[];
  sources: readonly PublishedSource[];
}

const LEASE = 'billing';

/** Closes the periods that have ended at `nowMs`. Throws if the stores are unavailable. */
export async function closePeriods(deps: ClosingDeps, nowMs: number): Promise<ClosingReport> {
  const { ready, waiting } = await makePlan(deps, nowMs);
  const report: ClosingReport = { closed: [], waiting, failed: [], heldBy: null };
  if (ready.length === 0) return report;
  let lease: HeldLease;
  try {
    lease = await holdLease(deps.leases, LEASE, deps.command, deps);
  } catch (error) {
    if (!(error instanceof LeaseTakenError)) throw error;
    return { ...report, heldBy: error.holder };
  }
  lease.onLost((holder) => {
    report.heldBy = holder;
  });
  try {
    // Another process may have done the work before this one got the lease.
    const plan = await makePlan(deps, nowMs);
    await closeAll(deps, plan, report);
    warnAboutUndrainedSources(deps.logger, plan.sources, report.closed, nowMs);
  } finally {
    await lease.release();
  }
  return report;
}

async function makePlan(deps: ClosingDeps, nowMs: number): Promise<Plan> {
  const sources = await deps.sources.sources();
  const closedTo = await deps.billing.lastPeriodEnds();
  const plan: Plan = { ready: [], waiting: [], sources };
  for (const account of await deps.accounts.accounts()) {
    const { accountId } = account;
    const periods: BillingPeriod[] = [];
    for (const period of openPeriods(account, closedTo.get(accountId), nowMs).ended) {
      const waitsFor = awaitedSources(period, sources, nowMs);
      if (waitsFor.length === 0) periods.push(period);
      else plan.waiting.push({ accountId, ...period, waitsFor });
    }
    if (periods.length > 0) plan.ready.push({ account, periods });
  }
  return plan;
}

async function closeAll(deps: ClosingDeps, plan: Plan, report: ClosingReport): Promise<void> {
  report.waiting = plan.waiting;
  for (const { account, periods } of plan.ready) {
    if (deps.signal?.aborted || report.heldBy) return;
    try {
      await closeAccount(deps, account, periods, report);
    } catch (error) {
      if (isTransient(error)) throw error;
      report.failed.push({ accountId: account.accountId, error });
    }
  }
}

async function closeAccount(
  { billing, clock, signal }: ClosingDeps,
  account: Account,
  periods: readonly BillingPeriod[],
  report: ClosingReport,
): Promise<void> {
  const { accountId } = account;
  const totals = await billing.ledgerTotals(accountId, periods.at(-1)?.endMs ?? 0);
  const statements = await billing.statements(accountId);
  for (const period of periods) {
    if (signal?.aborted || report.heldBy) return;
    const earlier = statements.filter(({ startMs }) => startMs < period.startMs);
    // Another process has written this statement or a later one in the meantime.
    if (statements.length > earlier.length) return;
    const statement = composeStatement({
      statementId: randomUUID(),
      account,
      period,
      totals,
      earlier,
      closedAtMs: clock.now(),
    });
    const stored = await billing.putStatement(statement);
    // Another process has written this statement first and continues from there.
    if (stored.statementId !== statement.statementId) return;
    statements.push(stored);
    report.closed.push(stored);
  }
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
