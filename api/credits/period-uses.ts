/** What accounts and keys have used, by billing period: read from the ledger once, then counted here. */
import { billingPeriodAt } from '../../shared/billing-period.js';
import type { Clock } from '../../shared/ports/clock.js';
import type { Balance, Payer } from '../../shared/ports/credit-meter.js';
import type { UsageStore } from '../../shared/ports/usage-store.js';

export interface PeriodUse {
  startMs: number;
  endMs: number;
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

export function balanceOf({ account, key }: Payer, use: PeriodUse): Balance {
  const cap = key.monthlyCreditCap;
  return {
    unlimited: account.unlimited,
    limit: account.monthlyLimit,
    used: use.used,
    remaining: account.unlimited ? 0 : Math.max(0, account.monthlyLimit - use.used),
    keyRemaining: cap === null ? null : Math.max(0, cap - (use.byKey.get(key.keyId) ?? 0)),
    periodStartMs: use.startMs,
    periodResetMs: use.endMs,
    isExact: true,
  };
}

/** Whether account and key can pay that much. */
export function canPay(balance: Balance, credits: number): boolean {
  if (balance.keyRemaining !== null && credits > balance.keyRemaining) return false;
  return balance.unlimited || credits <= balance.remaining;
}

/** What account and key can pay yet; `null` without a limit. */
export function creditsLeft({ unlimited, remaining, keyRemaining }: Balance): number | null {
  if (unlimited) return keyRemaining;
  return keyRemaining === null ? remaining : Math.min(remaining, keyRemaining);
}
