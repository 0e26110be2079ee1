/** Counts used credits by account, key and billing period, after one read of the ledger. */
import { type BillingPeriod, billingPeriodAt } from '../../domain/billing/billing-period.js';
import type { Account } from '../../domain/ports/account-store.js';
import type { Clock } from '../../domain/ports/clock.js';
import type { Payer } from '../../domain/ports/credit-meter.js';
import type { UsageStore } from '../../domain/ports/usage-store.js';
import { DAY_MS, isoOf } from '../../domain/time.js';

export interface PeriodUse extends BillingPeriod {
  /** `startMs` as the ledger writes it. */
  periodStart: string;
  used: number;
  byKey: Map<string, number>;
}

/** Milliseconds that counts are kept. A clock that is set back by less finds its counts again. */
const KEPT_MS = 70 * DAY_MS;

/** Returns a function that returns the use of the current period, the same object for all calls. */
export function createPeriodUses(usage: UsageStore, clock: Clock) {
  const uses = new Map<string, { startMs: number; use: Promise<PeriodUse> }>();
  const read = async (account: Account, period: BillingPeriod): Promise<PeriodUse> => {
    const periodStart = isoOf(period.startMs);
    const { total, byKey } = await usage.creditsUsed(account.accountId, periodStart);
    return { ...period, periodStart, used: total, byKey: new Map(byKey) };
  };
  const readOnce = (account: Account, period: BillingPeriod): Promise<PeriodUse> => {
    const key = `${account.accountId}|${period.startMs}`;
    const known = uses.get(key);
    if (known) return known.use;
    for (const [each, { startMs }] of uses) {
      if (startMs < period.startMs - KEPT_MS) uses.delete(each);
    }
    const use = read(account, period);
    uses.set(key, { startMs: period.startMs, use });
    use.catch(() => uses.delete(key));
    return use;
  };
  return async ({ account }: Payer): Promise<PeriodUse> => {
    const period = billingPeriodAt(clock.now(), account);
    const use = await readOnce(account, period);
    // A changed anchor day moves the end of a period, never its start.
    use.endMs = period.endMs;
    return use;
  };
}
