import type { BillingAnchors } from '../billing/billing-period.js';

export interface Account extends BillingAnchors {
  accountId: string;
  name: string;
  /** Credits per billing period; meaningless when `unlimited`. */
  monthlyLimit: number;
  unlimited: boolean;
  /** Requests per minute. */
  rateLimit: number;
  earlyAccess: boolean;
  /**
   * Day of the month, 1 to 28, at 00:00 UTC. The store keeps `formerAnchors` when it changes, whatever
   * is given there.
   */
  billingAnchorDay: number;
  createdAt: string;
  /** A deleted account cannot call; its charges are kept. */
  deletedAt: string | null;
}

/** The stored facts of a key; the secret itself is never stored. */
export interface ApiKey {
  keyId: string;
  accountId: string;
  name: string;
  /** The first 12 characters, to recognise a key by. */
  prefix: string;
  /** SHA-256 of the whole key, hexadecimal. */
  hash: string;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  /** Credits per billing period that this key may spend; `null`: as much as the account. */
  monthlyCreditCap: number | null;
  lastUsedAt: string | null;
}

/** Accounts and keys. Writes are visible to every process once they resolve. */
export interface AccountStore {
  putAccount(account: Account): Promise<void>;
  account(accountId: string): Promise<Account | null>;
  accounts(): Promise<Account[]>;
  putKey(key: ApiKey): Promise<void>;
  key(keyId: string): Promise<ApiKey | null>;
  keys(accountId: string): Promise<ApiKey[]>;
  /** Those that are known, in no order. */
  keysByHash(hashes: readonly string[]): Promise<ApiKey[]>;
  /** Best effort; never moves a time backwards. */
  touchKeys(uses: readonly { keyId: string; usedAt: string }[]): Promise<void>;
}
