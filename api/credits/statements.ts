/**
 * Finds statements, and composes them from the ledger and the earlier statements. Credits of earlier
 * periods that are in the ledger but on no statement become adjustments. So all statements together
 * always equal the ledger at the time of the last one.
 */
import { randomUUID } from 'node:crypto';
import { type BillingPeriod, contains } from '../../shared/domain/billing/billing-period.js';
import { groupBy } from '../../shared/domain/group-by.js';
import type { Account } from '../../shared/domain/ports/account-store.js';
import type {
  Adjustment,
  BillingStore,
  LedgerTotal,
  RouteUse,
  Statement,
} from '../../shared/domain/ports/billing-store.js';
import { openPeriods } from './due-periods.js';

interface StatementParts {
  statementId: string;
  account: Account;
  period: BillingPeriod;
  /** The ledger totals of this period and of all earlier ones. */
  totals: readonly LedgerTotal[];
  /** All statements of the account for earlier periods. */
  earlier: readonly Statement[];
  closedAtMs: number;
}

export function composeStatement(parts: StatementParts): Statement {
  const { account, period, totals, earlier } = parts;
  const ofPeriod = totals.filter(({ periodStartMs }) => contains(period, periodStartMs));
  return {
    ...period,
    statementId: parts.statementId,
    accountId: account.accountId,
    creditsUsed: sumOf(ofPeriod).credits,
    monthlyLimit: account.monthlyLimit,
    unlimited: account.unlimited,
    routes: [...groupBy(ofPeriod, ({ route }) => route)]
      .map(([route, some]) => ({ route, ...sumOf(some) }))
      .sort((a, b) => (a.route < b.route ? -1 : 1)),
    adjustments: unbilled(
      totals.filter(({ periodStartMs }) => periodStartMs < period.startMs),
      earlier,
    ),
    closedAtMs: parts.closedAtMs,
  };
}

export type Use = Omit<RouteUse, 'route'>;

export function sumOf(uses: readonly Use[]): Use {
  return {
    calls: uses.reduce((sum, { calls }) => sum + calls, 0),
    credits: uses.reduce((sum, { credits }) => sum + credits, 0),
  };
}

/** Returns ledger minus statements, by period; negative if the statements exceed the ledger. */
function unbilled(totals: readonly LedgerTotal[], earlier: readonly Statement[]): Adjustment[] {
  const unbilledByStart = new Map<number, number>();
  const add = (periodStartMs: number, credits: number): void => {
    // A process whose clock is far behind may charge at a time that has no statement. Such a time
    // counts as a period of its own.
    const statement = earlier.find((each) => contains(each, periodStartMs));
    const startMs = statement?.startMs ?? periodStartMs;
    unbilledByStart.set(startMs, (unbilledByStart.get(startMs) ?? 0) + credits);
  };
  for (const { periodStartMs, credits } of totals) add(periodStartMs, credits);
  for (const { startMs, creditsUsed, adjustments } of earlier) {
    add(startMs, -creditsUsed);
    for (const { periodStartMs, credits } of adjustments) add(periodStartMs, -credits);
  }
  return [...unbilledByStart]
    .filter(([, credits]) => credits !== 0)
    .map(([periodStartMs, credits]) => ({ periodStartMs, credits }))
    .sort((a, b) => a.periodStartMs - b.periodStartMs);
}

export interface FoundStatement {
  statement: Statement;
  /** True if the period is not closed: the statement is a preview of what it would be now. */
  isOpen: boolean;
}

/**
 * Returns the statement of the period that contains `dayMs`, or of the last closed period if
 * `dayMs` is `null`. Returns `null` if no period is closed yet, or if the day is outside the
 * periods from the account's first to the current one.
 */
export async function findStatement(
  billing: BillingStore,
  account: Account,
  dayMs: number | null,
  nowMs: number,
): Promise<FoundStatement | null> {
  const closed = await billing.statements(account.accountId);
  const last = closed.at(-1);
  const found = dayMs === null ? last : closed.find((each) => contains(each, dayMs));
  if (found) return { statement: found, isOpen: false };
  if (dayMs === null) return null;
  const { ended, running } = openPeriods(account, last?.endMs, nowMs);
  const period = [...ended, running].find((each) => contains(each, dayMs));
  if (!period) return null;
  const totals = await billing.ledgerTotals(account.accountId, period.endMs);
  const compose = (ofPeriod: BillingPeriod, earlier: readonly Statement[]) =>
    composeStatement({
      statementId: randomUUID(),
      account,
      period: ofPeriod,
      totals,
      earlier,
      closedAtMs: nowMs,
    });
  // Periods are closed oldest first. What the earlier ended periods will state is not part of this
  // one, so their statements are composed first.
  const earlier = [...closed];
  for (const each of ended) if (each.startMs < period.startMs) earlier.push(compose(each, earlier));
  return { statement: compose(period, earlier), isOpen: true };
}
