/** Reference model of a credit meter: counts charges in one list. */
import { billingPeriodAt } from '../../shared/domain/billing/billing-period.js';
import type {
  Balance,
  Charge,
  ChargeOutcome,
  ClaimOutcome,
  IdempotencyClaim,
  Settlement,
} from '../../shared/domain/ports/credit-meter.js';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

export class CreditModel {
  readonly #clock: { now(): number };
  readonly #made: { accountId: string; keyId: string; credits: number; startMs: number }[] = [];
  readonly #settled = new Map<string, Settlement & { atMs: number; recomputed: number }>();

  constructor(clock: { now(): number }) {
    this.#clock = clock;
  }

  claim({ scope, fingerprint }: IdempotencyClaim): ClaimOutcome {
    const settled = this.#settled.get(scope);
    if (!settled || settled.atMs <= this.#clock.now() - DAY_MS) return { state: 'claimed' };
    if (settled.fingerprint !== fingerprint) return { state: 'reused' };
    if (settled.answer !== null) return { state: 'settled', answer: settled.answer };
    const isLate = settled.atMs <= this.#clock.now() - 10 * MINUTE_MS;
    if (isLate || settled.recomputed === 5) return { state: 'claimed' };
    settled.recomputed += 1;
    return { state: 'recompute' };
  }

  charge(charge: Charge): ChargeOutcome {
    const before = this.#balance(charge);
    const { credits, settlement, key, account } = charge;
    const short = credits > before.remaining || credits > (before.keyRemaining ?? credits);
    if (short) return { state: 'insufficient', balance: before };
    const { periodStartMs: startMs } = before;
    this.#made.push({ accountId: account.accountId, keyId: key.keyId, credits, startMs });
    if (settlement) {
      const atMs = this.#clock.now();
      this.#settled.set(settlement.scope, { ...settlement, atMs, recomputed: 0 });
    }
    return { state: 'charged', balance: this.#balance(charge) };
  }

  charged(accountId: string): { credits: number; charges: number } {
    const made = this.#made.filter((each) => each.accountId === accountId && each.credits > 0);
    return { credits: sumOf(made), charges: made.length };
  }

  #balance({ account, key }: Charge): Balance {
    const period = billingPeriodAt(this.#clock.now(), account);
    const made = this.#made.filter(
      (each) => each.accountId === account.accountId && each.startMs === period.startMs,
    );
    const used = sumOf(made);
    const usedByKey = sumOf(made.filter((each) => each.keyId === key.keyId));
    const cap = key.monthlyCreditCap;
    return {
      unlimited: false,
      limit: account.monthlyLimit,
      used,
      remaining: Math.max(0, account.monthlyLimit - used),
      keyRemaining: cap === null ? null : Math.max(0, cap - usedByKey),
      periodStartMs: period.startMs,
      periodResetMs: period.endMs,
      isExact: true,
    };
  }
}

function sumOf(made: readonly { credits: number }[]): number {
  return made.reduce((sum, { credits }) => sum + credits, 0);
}
