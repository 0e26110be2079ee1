import type { BillingAnchors } from '../billing/billing-period.js';

/** A client's account: its limits and its billing. */
export interface Account extends BillingAnchors {
  accountId: string;
  name: string;
  /** Credits per billing period. Meaningless if `unlimited` is true. */
  monthlyLimit: number;
  unlimited: boolean;
  /** Requests per minute, over all keys of the account. */
  rateLimit: number;
  earlyAccess: boolean;
  /**
   * Day of the month, 1 to 28, on which billing periods start (00:00 UTC). If it changes, the store
   * itself adds the old day to `formerAnchors`; it ignores the `formerAnchors` that it is given.
   */
  billingAnchorDay: number;
  createdAt: string;
  /** `null` if the account is not deleted. A deleted account cannot call; its charges are kept. */
  deletedAt: string | null;
}

/** What is stored about an API key. The secret itself is never stored. */
export interface ApiKey {
  keyId: string;
  accountId: string;
  name: string;
  /** The first 12 characters of the key, which let people recognize it. */
  prefix: string;
  /** SHA-256 of the whole key, hexadecimal. */
  hash: string;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  /** Credits per billing period that this key may spend; `null` if it has no cap of its own. */
  monthlyCreditCap: number | null;
  lastUsedAt: string | null;
}

/** Returns what is to replace the stored value. */
type Change<Value> = (stored: Value) => Value;

/**
 * Stores accounts and API keys. When a write resolves, every process can see it. Methods reject
 * with a retriable `AppError` if the store is unavailable.
 */
export interface AccountStore {
  /**
   * Stores a new account. Returns false, and stores nothing, if its id is or was in use. Of several
   * calls at the same time, also in several processes, one returns true.
   */
  addAccount(account: Account): Promise<boolean>;
  /** Changes an account as `changeKey` changes a key. */
  changeAccount(accountId: string, change: Change<Account>): Promise<Account | null>;
  /** Returns the account, a deleted one too. `null` if the id is unknown. */
  account(accountId: string): Promise<Account | null>;
  /** Returns all accounts, deleted ones too, sorted by id. */
  accounts(): Promise<Account[]>;
  /** Stores a new key. */
  addKey(key: ApiKey): Promise<void>;
  /**
   * Replaces the stored key by what `change` returns, and returns that; `null` if the id is unknown.
   * If another process replaces the key at the same time, `change` is called again with the newer
   * key, so no change is lost. If `change` throws or returns the key that it got, nothing is stored.
   * Does not change `lastUsedAt`; see `touchKeys`.
   */
  changeKey(keyId: string, change: Change<ApiKey>): Promise<ApiKey | null>;
  /** Returns the key, an expired or revoked one too. `null` if the id is unknown. */
  key(keyId: string): Promise<ApiKey | null>;
  /** Returns all keys of the account, the oldest first. */
  keys(accountId: string): Promise<ApiKey[]>;
  /** Returns the keys that have one of these hashes, in any order. Unknown hashes are left out. */
  keysByHash(hashes: readonly string[]): Promise<ApiKey[]>;
  /** Records when keys were last used. An earlier time never replaces a later one. */
  touchKeys(uses: readonly { keyId: string; usedAt: string }[]): Promise<void>;
}
