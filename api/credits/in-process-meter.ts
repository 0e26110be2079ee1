/**
 * Credits of one API process: what a period has used is read from the ledger once, then counted in
 * memory; entries follow into the ledger within half a second. The check and the debit happen in one
 * turn of the event loop, so concurrent requests never overspend.
 */
import { randomUUID } from 'node:crypto';
import { billingPeriodAt } from '../../shared/billing-period.js';
import { AppError } from '../../shared/errors.js';
import type { Logger } from '../../shared/logger.js';
import type { Account } from '../../shared/ports/account-store.js';
import type { Clock } from '../../shared/ports/clock.js';
import type { Balance, CreditMeter } from '../../shared/ports/credit-meter.js';
import type { LedgerEntry, UsageStore } from '../../shared/ports/usage-store.js';
import { WriteBehind } from '../write-behind.js';

interface PeriodUse {
  startMs: number;
  endMs: number;
  used: number;
}

const FLUSH_MS = 250;
const MAX_WAITING_ENTRIES = 100_000;

export function createInProcessMeter(
  usage: UsageStore,
  clock: Clock,
  logger: Logger,
): CreditMeter & { flush(): Promise<void> } {
  const entries = new WriteBehind<LedgerEntry>({
    name: 'credit_ledger',
    insert: (rows) => usage.insertLedger(rows),
    logger,
    flushMs: FLUSH_MS,
    maxWaiting: MAX_WAITING_ENTRIES,
  });
  const uses = new Map<string, Promise<PeriodUse>>();

  async function useOf(account: Account): Promise<PeriodUse> {
    const period = billingPeriodAt(clock.now(), account.billingAnchorDay);
    const known = uses.get(account.accountId);
    if (known) {
      const use = await known;
      if (use.startMs === period.startMs) return use;
      if (uses.get(account.accountId) !== known) return useOf(account);
    }
    const loading = usage
      .creditsUsed(account.accountId, new Date(period.startMs).toISOString())
      .then((used) => ({ ...period, used }));
    uses.set(account.accountId, loading);
    loading.catch(() => {
      if (uses.get(account.accountId) === loading) uses.delete(account.accountId);
    });
    return loading;
  }

  return {
    balance: async (account) => balanceOf(account, await useOf(account)),
    async charge({ account, apiKeyId, requestId, route, credits, units }) {
      const use = await useOf(account);
      // From here to the end nothing is awaited.
      if (!account.unlimited && use.used + credits > account.monthlyLimit) {
        return { charged: false, balance: balanceOf(account, use) };
      }
      const taken = entries.add({
        entryId: randomUUID(),
        accountId: account.accountId,
        apiKeyId,
        requestId,
        route,
        credits,
        units,
        periodStart: new Date(use.startMs).toISOString(),
        chargedAt: new Date(clock.now()).toISOString(),
      });
      if (!taken) throw new AppError('unavailable', 'too many charges wait for the ledger');
      use.used += credits;
      return { charged: true, balance: balanceOf(account, use) };
    },
    flush: () => entries.flush(),
  };
}

function balanceOf(account: Account, use: PeriodUse): Balance {
  return {
    unlimited: account.unlimited,
    limit: account.monthlyLimit,
    used: use.used,
    remaining: account.unlimited ? 0 : Math.max(0, account.monthlyLimit - use.used),
    periodStartMs: use.startMs,
    periodResetMs: use.endMs,
  };
}
