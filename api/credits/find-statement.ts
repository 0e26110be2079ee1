/** Finds the statement of a closed period, or makes a preview of the statement of an open one. */
import { randomUUID } from 'node:crypto';
import { type BillingPeriod, contains } from '../../shared/domain/billing/billing-period.js';
import type { Account } from '../../shared/domain/ports/account-store.js';
import type { BillingStore, Statement } from '../../shared/domain/ports/billing-store.js';
import { composeStatement } from './compose-statement.js';
import { openPeriods } from './due-periods.js';

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
