import type { Account, ApiKey } from './account-store.js';

/** Where an account, and the key in use, stand in the running billing period. */
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
  /** False when the counter was away and the ledger answered: it may be seconds behind. */
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
  /** Body of the answer; `null` when it is too long to be kept. */
  answer: string | null;
}

export interface Charge extends Payer {
  requestId: string;
  route: string;
  /** 0 settles the idempotency key alone. */
  credits: number;
  units: number;
  settlement: Settlement | null;
}

export type ClaimOutcome =
  /** The request is this caller's to answer: `charge` or `release` follows. */
  | { state: 'claimed' }
  /** The same request is being answered right now. */
  | { state: 'running' }
  /** The key was used for another request. */
  | { state: 'reused' }
  /** Answered and charged before; `answer` is `null` when it was not kept. */
  | { state: 'settled'; answer: string | null };

export type ChargeOutcome =
  | { state: 'charged'; balance: Balance }
  /** Account or key cannot pay; nothing has changed. */
  | { state: 'insufficient'; balance: Balance }
  /** Somebody else settled the same idempotency key first; nothing has changed. */
  | { state: 'settled'; balance: Balance; answer: string | null };

/**
 * Decides what may be charged. Every method throws a retriable `AppError` (`unavailable`) when it
 * cannot know or cannot write down what it decides; then nothing was decided.
 */
export interface CreditMeter {
  balance(payer: Payer): Promise<Balance>;
  /**
   * One atomic step: checks, debits, and settles the idempotency key; or leaves everything as it is.
   * When it resolves, the charge survives the death of any process.
   */
  charge(charge: Charge): Promise<ChargeOutcome>;
  /** Settled keys are known for 24 h. */
  claim(claim: IdempotencyClaim): Promise<ClaimOutcome>;
  /** The claimed request failed: the same request may be tried again. */
  release(claim: IdempotencyClaim): Promise<void>;
  /** Resolves when everything charged before the call is in the ledger. */
  drain(): Promise<void>;
}
