/**
 * Converts accounts and keys to JSON documents, for the command line and the admin API. No document
 * contains the hash of a key, and only `issuedKeyDocument` contains the key itself.
 */
import type { Account, ApiKey } from '../../shared/domain/ports/account-store.js';
import type {
  AdminAccount,
  AdminKey,
  AdminKeyIssuedResponse,
} from '../../shared/domain/schemas/types.generated.js';
import type { IssuedKey } from './change-keys.js';

export function accountDocument(account: Account): AdminAccount {
  return {
    account_id: account.accountId,
    name: account.name,
    monthly_limit: account.monthlyLimit,
    unlimited: account.unlimited,
    rate_limit: account.rateLimit,
    early_access: account.earlyAccess,
    billing_anchor_day: account.billingAnchorDay,
    created_at: account.createdAt,
    deleted_at: account.deletedAt,
  };
}

export function keyDocument(key: ApiKey): AdminKey {
  return {
    key_id: key.keyId,
    account_id: key.accountId,
    name: key.name,
    prefix: key.prefix,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    monthly_credit_cap: key.monthlyCreditCap,
    last_used_at: key.lastUsedAt,
  };
}

/** Makes the only document that contains the key itself. */
export function issuedKeyDocument(issued: IssuedKey): AdminKeyIssuedResponse {
  const { key_id, ...rest } = keyDocument(issued);
  return { key_id, key: issued.key, ...rest };
}
