import type { Account, ApiKey } from './account-store.js';

/** The balance of an account and of the key in use, in the current billing period. */
export interface Balance {
  unlimited: boolean;
  /** Credits per billing period. Meaningless if `unlimited` is true. */
  limit: number;
  used: number;
  /** Credits that the account has left, never negative. 0 if `unlimited` is true. */
  remaining: number;
  /** Credits left below the key's own cap, never negative; `null` if the key has no cap. */
  keyRemaining: number | null;
  /** First instants of this period and of the next one, in milliseconds since the epoch. */
  periodStartMs: number;
  periodResetMs: number;
  /** False if the counter was unavailable and the ledger was used, which may be seconds behind. */
  isExact: boolean;
}

/** The account and the key that pay for a call. */
export interface Payer {
  account: Account;
  key: ApiKey;
}

/** A client's request to have a repeated call answered in the same way and charged once. */
export interface IdempotencyClaim {
  /** SHA-256 of account, method, path and the client's idempotency key, hexadecimal. */
  scope: string;
  /** SHA-256 of the request's content, hexadecimal. */
  fingerprint: string;
}

/** An idempotency key together with the answer to keep. */
export interface Settlement extends IdempotencyClaim {
  /** The answer to keep, which the meter does not interpret. `null` if it is too long to keep. */
  answer: string | null;
}

/** One charge to make. */
export interface Charge extends Payer {
  requestId: string;
  route: string;
  /** 0 only with a settlement: the key of a priced call is settled even if it costs nothing. */
  credits: number;
  units: number;
  /** `null` if the request has no idempotency key. */
  settlement: Settlement | null;
}

/** The result of `claim`. */
export type ClaimOutcome =
  /** The caller must answer the request and charge it, or call `release`. */
  | { state: 'claimed' }
  /**
   * The request was charged before, but its answer was not kept. The caller computes it again, free
   * of charge, and then calls `release`. This recomputation counts from now on, even if it fails.
   */
  | { state: 'recompute' }
  /** The same request is being answered right now. */
  | { state: 'running' }
  /** The idempotency key was used for another request. */
  | { state: 'reused' }
  /** The request was answered and charged before. `answer` is the kept answer. */
  | { state: 'settled'; answer: string };

/** The result of `charge`. */
export type ChargeOutcome =
  | { state: 'charged'; balance: Balance }
  /** The account or the key cannot pay. Nothing has changed. */
  | { state: 'insufficient'; balance: Balance }
  /** Another call settled the same request first, with this answer, so this one is not charged. */
  | { state: 'settled'; balance: Balance; answer: string }
  /** As `settled`, but that answer was not kept: the caller's answer counts as a recomputation. */
  | { state: 'recompute'; balance: Balance }
  /** Another call settled the idempotency key for another request. Nothing has changed. */
  | { state: 'reused'; balance: Balance };

/**
 * Checks balances, makes charges and remembers idempotency keys. Methods reject with a retriable
 * `AppError` if the meter cannot know or cannot store its decision; then nothing has been decided.
 */
export interface CreditMeter {
  /** Returns the current balance, from the ledger if the counter is unavailable. */
  balance(payer: Payer): Promise<Balance>;
  /**
   * Checks the balance, debits it and settles the idempotency key in one atomic step, or changes
   * nothing. Once it resolves, the charge survives the death of any process. A repeated call is a
   * new charge, unless its `settlement` was settled before. A charge of 0 credits has no entry in
   * the ledger.
   */
  charge(charge: Charge): Promise<ChargeOutcome>;
  /**
   * Claims a request with an idempotency key before it is answered. Settled keys are remembered for
   * 24 hours. If the answer of a settled key was not kept, the state is `recompute` at most five
   * times, within ten minutes, over all processes and restarts. After that, the request is claimed
   * and charged like a new one.
   */
  claim(claim: IdempotencyClaim): Promise<ClaimOutcome>;
  /**
   * Ends a claim for which nothing was charged, so that the request may be tried again. Does
   * nothing if this process does not hold the claim.
   */
  release(claim: IdempotencyClaim): Promise<void>;
  /** Resolves when everything that was charged before this call is in the ledger. */
  drain(): Promise<void>;
}
