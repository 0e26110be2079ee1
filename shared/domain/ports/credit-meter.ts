import type { Account, ApiKey } from './account-store.js';

/** The balance of an account, and of the key in use, in the current billing period. */
export interface Balance {
  unlimited: boolean;
  /** Credits per period. */
  limit: number;
  used: number;
  /** Of the account; never negative. */
  remaining: number;
  /** What the key's own cap leaves, never negative; `null` for a key without a cap. */
  keyRemaining: number | null;
  /** Milliseconds since the epoch: first instant of this period and of the next one. */
  periodStartMs: number;
  periodResetMs: number;
  /** False if the counter was unavailable and the ledger was used instead: it may be seconds behind. */
  isExact: boolean;
}

/** Who pays. */
export interface Payer {
  account: Account;
  key: ApiKey;
}

/** A client's wish that a repeated request is answered and charged once. */
export interface IdempotencyClaim {
  /** SHA-256 of account, method, path and the client's key, hexadecimal. */
  scope: string;
  /** SHA-256 of the request, hexadecimal. */
  fingerprint: string;
}

export interface Settlement extends IdempotencyClaim {
  /** The answer as it is to be kept, opaque to the meter; `null` when it is too long. */
  answer: string | null;
}

export interface Charge extends Payer {
  requestId: string;
  route: string;
  /** Above 0: a free answer is neither charged nor settled. */
  credits: number;
  units: number;
  settlement: Settlement | null;
}

export type ClaimOutcome =
  /** This caller's to answer and to charge; `release` follows wherever nothing was charged. */
  | { state: 'claimed' }
  /**
   * Charged before, but the response was not kept: this caller computes it again, free of charge, and then
   * calls `release`. The recomputation counts from now on, whatever its result.
   */
  | { state: 'owed' }
  /** The same request is being answered right now. */
  | { state: 'running' }
  /** The key was used for another request. */
  | { state: 'reused' }
  /** Answered and charged before. */
  | { state: 'settled'; answer: string };

export type ChargeOutcome =
  | { state: 'charged'; balance: Balance }
  /** Account or key cannot pay; nothing has changed. */
  | { state: 'insufficient'; balance: Balance }
  /** Somebody else settled the same request first; without a kept answer this one counts as owed. */
  | { state: 'settled'; balance: Balance; answer: string | null }
  /** Somebody else settled the idempotency key for another request; nothing has changed. */
  | { state: 'reused'; balance: Balance };

/**
 * Decides what may be charged. Every method throws a retriable `AppError` (`unavailable`) if it cannot
 * know or cannot store its decision; nothing is decided then.
 */
export interface CreditMeter {
  balance(payer: Payer): Promise<Balance>;
  /**
   * One atomic step: checks, debits, and settles the idempotency key; or leaves everything as it is.
   * When it resolves, the charge survives the death of any process.
   */
  charge(charge: Charge): Promise<ChargeOutcome>;
  /**
   * Settled keys are known for 24 h. One whose answer was not kept is owed five times within ten
   * minutes, over all processes and restarts; then the same request is claimed and charged as a new one.
   */
  claim(claim: IdempotencyClaim): Promise<ClaimOutcome>;
  /** Nothing was charged for the claimed request: it may be tried again. */
  release(claim: IdempotencyClaim): Promise<void>;
  /** Resolves when everything charged before the call is in the ledger. */
  drain(): Promise<void>;
}
