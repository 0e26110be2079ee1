/** Finds the periods of an account that have no statement, and the sources they wait for. Pure. */
import { type BillingPeriod, billingPeriodAt } from '../../shared/domain/billing/billing-period.js';
import type { Account } from '../../shared/domain/ports/account-store.js';
import type { PublishedSource } from '../../shared/domain/ports/source-store.js';
import { DAY_MS } from '../../shared/domain/time.js';

/** Milliseconds after its end when a period is closed even if sources have not reported. */
const MAX_WAIT_MS = DAY_MS;
/**
 * An ended stream counts as unused after this time. If another process uses it, that one publishes
 * it again within half a minute.
 */
const UNUSED_AFTER_MS = 60_000;

/**
 * Returns the periods without a statement: those that have ended, oldest first, and the running
 * one. Each begins where the previous one ends, so there are no gaps or overlaps. The first one
 * begins at `closedToMs`, the end of the last closed period; if that is `undefined`, it is the
 * account's first.
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

/** Returns the sources that a period waits for. It waits for none after `MAX_WAIT_MS`. */
export function awaitedSources(
  { endMs }: BillingPeriod,
  sources: readonly PublishedSource[],
  nowMs: number,
): PublishedSource[] {
  return nowMs >= endMs + MAX_WAIT_MS ? [] : undrainedSources(endMs, sources, nowMs);
}

/** Returns the sources that may still have charges from before `endMs`. */
export function undrainedSources(
  endMs: number,
  sources: readonly PublishedSource[],
  nowMs: number,
): PublishedSource[] {
  return sources.filter(({ kind, ended, drainedToMs }) => {
    const isUnused = kind === 'journal' || nowMs - drainedToMs >= UNUSED_AFTER_MS;
    return drainedToMs < endMs && !(ended && isUnused);
  });
}
