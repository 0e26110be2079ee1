/** Finds the periods of an account that have no statement, and what those that have ended wait for. Pure. */
import { type BillingPeriod, billingPeriodAt } from '../../shared/domain/billing/billing-period.js';
import type { Account } from '../../shared/domain/ports/account-store.js';
import type { KnownSource } from '../../shared/domain/ports/source-store.js';
import { DAY_MS } from '../../shared/domain/time.js';

/** After that long a period is closed without those that are silent. */
const MAX_WAIT_MS = DAY_MS;
/** A stream that one process has left empty may be in use by another, which says so within half a minute. */
const LEFT_MS = 60_000;

/**
 * The periods without a statement: those that have ended, oldest first, each from the end of the one before,
 * so that none is left out and none overlaps; then the running one. `closedToMs` is the end of the last
 * closed period; without one the account's first period leads.
 */
export function openPeriods(
  account: Account,
  closedToMs: number | undefined,
  nowMs: number,
): { ended: BillingPeriod[]; running: BillingPeriod } {
  const ended: BillingPeriod[] = [];
  let startMs = closedToMs ?? billingPeriodAt(Date.parse(account.createdAt), account).startMs;
  for (;;) {
    const { endMs } = billingPeriodAt(startMs, account);
    if (endMs > nowMs) return { ended, running: { startMs, endMs } };
    ended.push({ startMs, endMs });
    startMs = endMs;
  }
}

/** Sources that may still hold charges of the period. */
export function awaitedSources(
  { endMs }: BillingPeriod,
  sources: readonly KnownSource[],
  nowMs: number,
): KnownSource[] {
  return nowMs >= endMs + MAX_WAIT_MS ? [] : undrainedSources(endMs, sources, nowMs);
}

export function undrainedSources(
  endMs: number,
  sources: readonly KnownSource[],
  nowMs: number,
): KnownSource[] {
  return sources.filter(({ kind, ended, drainedToMs }) => {
    const isLeft = kind === 'journal' || nowMs - drainedToMs >= LEFT_MS;
    return drainedToMs < endMs && !(ended && isLeft);
  });
}
