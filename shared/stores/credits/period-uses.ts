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

export class PeriodUses {
  readonly #usage: UsageStore;
  readonly #clock: Clock;
  readonly #uses = new Map<string, { startMs: number; use: Promise<PeriodUse> }>();

  constructor(usage: UsageStore, clock: Clock) {
    this.#usage = usage;
    this.#clock = clock;
  }

  async current({ account }: Payer): Promise<PeriodUse> {
    const period = billingPeriodAt(this.#clock.now(), account);
    const key = `${account.accountId}|${period.startMs}`;
    const use = await (this.#uses.get(key)?.use ?? this.#read(key, account, period));
    // A changed anchor day moves the end of a period, never its start.
    use.endMs = period.endMs;
    return use;
  }

  #read(key: string, account: Account, period: BillingPeriod): Promise<PeriodUse> {
    this.#forgetBefore(period.startMs - KEPT_MS);
    const periodStart = isoOf(period.startMs);
    const use = this.#usage
      .creditsUsed(account.accountId, periodStart)
      .then(({ total, byKey }) => ({
        ...period,
        periodStart,
        used: total,
        byKey: new Map(byKey),
      }));
    this.#uses.set(key, { startMs: period.startMs, use });
    use.catch(() => this.#uses.delete(key));
    return use;
  }

  #forgetBefore(startMs: number): void {
    for (const [key, each] of this.#uses) {
      if (each.startMs < startMs) this.#uses.delete(key);
    }
  }
}
