/** Calculates the remaining credits of an account and a key in a billing period. Pure. */
import type { BillingPeriod } from '../billing/billing-period.js';
import type { Balance, Payer } from '../ports/credit-meter.js';

export function balanceOf(
  { account, key }: Payer,
  use: BillingPeriod & { used: number; byKey: ReadonlyMap<string, number> },
): Balance {
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

/** Returns true if account and key can pay that many credits. */
export function canPay(balance: Balance, credits: number): boolean {
  if (balance.keyRemaining !== null && credits > balance.keyRemaining) return false;
  return balance.unlimited || credits <= balance.remaining;
}

/** Returns the credits that account and key can still pay, `null` if there is no limit. */
export function creditsLeft({ unlimited, remaining, keyRemaining }: Balance): number | null {
  if (unlimited) return keyRemaining;
  return keyRemaining === null ? remaining : Math.min(remaining, keyRemaining);
}
