/** What accounts and keys have used, by billing period: read from the ledger once, then counted here. */
import { type BillingPeriod, billingPeriodAt } from '../../shared/billing-period.js';
import type { Clock } from '../../shared/ports/clock.js';
import type { Payer } from '../../shared/ports/credit-meter.js';
import type { UsageStore } from '../../shared/ports/usage-store.js';

export interface PeriodUse extends BillingPeriod {
  used: number;
  byKey: Map<string, number>;
}

/** A clock that is set back by less finds its counts again. */
const KEPT_MS = 70 * 86_400_000;

export class PeriodUses {
  readonly #usage: UsageStore;
  readonly #clock: Clock;
  readonly #uses = new Map<string, { startMs: number; use: Promise<PeriodUse> }>();

  constructor(usage: UsageStore, clock: Clock) {
    this.#usage = usage;
    this.#clock = clock;
  }

  /** Of the period that runs now. */
  current({ account }: Payer): Promise<PeriodUse> {
    const period = billingPeriodAt(this.#clock.now(), account);
    const name = `${account.accountId}|${period.startMs}`;
    const known = this.#uses.get(name);
    if (known) return known.use.then((use) => endingAt(use, period.endMs));
    this.#forgetBefore(period.startMs - KEPT_MS);
    const use = this.#usage
      .creditsUsed(account.accountId, new Date(period.startMs).toISOString())
      .then(({ total, byKey }) => ({ ...period, used: total, byKey: new Map(byKey) }));
    this.#uses.set(name, { startMs: period.startMs, use });
    use.catch(() => this.#uses.delete(name));
    return use;
  }

  #forgetBefore(startMs: number): void {
    for (const [name, { startMs: start }] of this.#uses) {
      if (start < startMs) this.#uses.delete(name);
    }
  }
}

/** A changed anchor day moves the end of a period, never its start. */
function endingAt(use: PeriodUse, endMs: number): PeriodUse {
  use.endMs = endMs;
  return use;
}
