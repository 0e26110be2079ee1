/** Builders of an account with a key, and of its charges. */
import type { Account, ApiKey } from '../../shared/domain/ports/account-store.js';
import type { Charge, Payer } from '../../shared/domain/ports/credit-meter.js';

export function payer(
  accountId: string,
  { limit = 1_000, cap = null, key = 'a', ...account }: PayerOptions = {},
): Payer {
  const createdAt = '2026-01-01T00:00:00.000Z';
  return {
    account: {
      accountId,
      name: accountId,
      monthlyLimit: limit,
      unlimited: false,
      rateLimit: 600,
      earlyAccess: false,
      billingAnchorDay: 1,
      createdAt,
      deletedAt: null,
      ...account,
    },
    key: keyOf(accountId, key, cap, createdAt),
  };
}

interface PayerOptions extends Partial<Account> {
  limit?: number;
  cap?: number | null;
  key?: string;
}

export function chargeOf(who: Payer, credits: number, more: Partial<Charge> = {}): Charge {
  return {
    ...who,
    requestId: 'request',
    route: 'POST /v1/signals/search',
    credits,
    units: 1,
    settlement: null,
    ...more,
  };
}

function keyOf(accountId: string, name: string, cap: number | null, createdAt: string): ApiKey {
  return {
    keyId: `${accountId}-${name}`,
    accountId,
    name,
    prefix: 'sig_live_abc',
    hash: '',
    createdAt,
    expiresAt: null,
    revokedAt: null,
    monthlyCreditCap: cap,
    lastUsedAt: null,
  };
}
