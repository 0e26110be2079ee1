/** Accounts and API keys in ClickHouse. */
import { formerAnchorsAfter } from '../../domain/billing/billing-period.js';
import type { Account, AccountStore, ApiKey } from '../../domain/ports/account-store.js';
import { type Clock, systemClock } from '../../domain/ports/clock.js';
import { isoOf } from '../../domain/time.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { laterVersion } from '../../platform/clickhouse/client/later-version.js';

interface AccountRow {
  account_id: string;
  name: string;
  monthly_limit: number;
  unlimited: number;
  rate_limit: number;
  early_access: number;
  billing_anchor_day: number;
  former_anchors: { day: number; until: string }[];
  created_at: string;
  deleted_at: string | null;
}

interface KeyRow {
  key_id: string;
  account_id: string;
  name: string;
  prefix: string;
  hash: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  monthly_credit_cap: number | null;
  last_used_at: string;
}

export function createClickHouseAccountStore(
  clickhouse: ClickHouse,
  clock: Clock = systemClock,
): AccountStore {
  const accounts = async (where: string, params: Record<string, unknown> = {}) => {
    const sql = `SELECT * FROM accounts FINAL WHERE ${where} ORDER BY account_id`;
    return (await clickhouse.rows<AccountRow>(sql, params)).map(accountOf);
  };
  const keys = async (where: string, params: Record<string, unknown>) => {
    const sql = `SELECT k.*, u.last_used_at AS last_used_at
      FROM (SELECT * FROM api_keys FINAL WHERE ${where}) AS k
      LEFT JOIN (SELECT key_id, max(last_used_at) AS last_used_at FROM api_key_uses
        WHERE key_id IN (SELECT key_id FROM api_keys WHERE ${where}) GROUP BY key_id) AS u
      USING (key_id) ORDER BY created_at, key_id`;
    return (await clickhouse.rows<KeyRow>(sql, params)).map(keyOf);
  };
  return {
    async putAccount(account) {
      const [present] = await accounts('account_id = {id:String}', { id: account.accountId });
      const formerAnchors = present
        ? formerAnchorsAfter(present, account.billingAnchorDay, clock.now())
        : [];
      const version = await laterVersion(clickhouse, 'accounts', 'account_id', account.accountId);
      const row = { ...accountRow({ ...account, formerAnchors }), version };
      await clickhouse.insert('accounts', [row], 'usage');
    },
    account: async (id) => (await accounts('account_id = {id:String}', { id }))[0] ?? null,
    accounts: () => accounts('1'),
    async putKey(key) {
      const version = await laterVersion(clickhouse, 'api_keys', 'key_id', key.keyId);
      await clickhouse.insert('api_keys', [{ ...keyRow(key), version }], 'usage');
    },
    key: async (id) => (await keys('key_id = {id:String}', { id }))[0] ?? null,
    keys: (id) => keys('account_id = {id:String}', { id }),
    keysByHash: (hashes) => keys('hash IN {hashes:Array(String)}', { hashes }),
    async touchKeys(uses) {
      const rows = uses.map(({ keyId, usedAt }) => ({ key_id: keyId, last_used_at: usedAt }));
      await clickhouse.insert('api_key_uses', rows, 'usage');
    },
  };
}

function accountOf(row: AccountRow): Account {
  return {
    accountId: row.account_id,
    name: row.name,
    monthlyLimit: row.monthly_limit,
    unlimited: row.unlimited === 1,
    rateLimit: row.rate_limit,
    earlyAccess: row.early_access === 1,
    billingAnchorDay: row.billing_anchor_day,
    formerAnchors: row.former_anchors.map(({ day, until }) => ({
      day,
      untilMs: Date.parse(until),
    })),
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
  };
}

function accountRow(account: Account): object {
  return {
    account_id: account.accountId,
    name: account.name,
    monthly_limit: account.monthlyLimit,
    unlimited: Number(account.unlimited),
    rate_limit: account.rateLimit,
    early_access: Number(account.earlyAccess),
    billing_anchor_day: account.billingAnchorDay,
    former_anchors: (account.formerAnchors ?? []).map(({ day, untilMs }) => ({
      day,
      until: isoOf(untilMs),
    })),
    created_at: account.createdAt,
    deleted_at: account.deletedAt,
  };
}

function keyOf(row: KeyRow): ApiKey {
  return {
    keyId: row.key_id,
    accountId: row.account_id,
    name: row.name,
    prefix: row.prefix,
    hash: row.hash,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    monthlyCreditCap: row.monthly_credit_cap,
    // The epoch is what an absent row joins as.
    lastUsedAt: row.last_used_at.startsWith('1970-') ? null : row.last_used_at,
  };
}

function keyRow(key: ApiKey): object {
  return {
    key_id: key.keyId,
    account_id: key.accountId,
    name: key.name,
    prefix: key.prefix,
    hash: key.hash,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    monthly_credit_cap: key.monthlyCreditCap,
  };
}
