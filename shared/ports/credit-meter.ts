import type { Account } from './account-store.js';

/** Where an account stands in its running billing period. */
export interface Balance {
  unlimited: boolean;
  /** Credits per period. */
  limit: number;
  used: number;
  /** Never negative. */
  remaining: number;
  /** Milliseconds since the epoch: first instant of this period and of the next one. */
  periodStartMs: number;
  periodResetMs: number;
}

export interface Charge {
  account: Account;
  apiKeyId: string;
  requestId: string;
  route: string;
  credits: number;
  units: number;
}

export type ChargeOutcome = { charged: boolean; balance: Balance };

/** Decides what may be charged. Throws a retriable `AppError` when the ledger cannot be read. */
export interface CreditMeter {
  balance(account: Account): Promise<Balance>;
  /** One atomic step: checks and debits, or leaves everything as it is (`charged: false`). */
  charge(charge: Charge): Promise<ChargeOutcome>;
}
