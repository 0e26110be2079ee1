/** Reads and writes accounts and API keys in ClickHouse. */
import { randomInt } from 'node:crypto';
import { formerAnchorsAfter } from '../../domain/billing/billing-period.js';
import type { Account, AccountStore, ApiKey } from '../../domain/ports/account-store.js';
import { type Clock, systemClock } from '../../domain/ports/clock.js';
import { isoOf } from '../../domain/time.js';
import { nextMicros } from '../../domain/versions.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { laterVersion } from '../../platform/clickhouse/client/later-version.js';

const ACCOUNT_COLUMNS = `account_id AS accountId, name, monthly_limit AS monthlyLimit,
  toBool(unlimited) AS unlimited, rate_limit AS rateLimit, toBool(early_access) AS earlyAccess,
  billing_anchor_day AS billingAnchorDay, former_anchors, created_at AS createdAt, deleted_at AS deletedAt`;
/** Columns of a key. If a key was never used, the join gives the epoch, which is read as `null`. */
const KEY_COLUMNS = `key_id AS keyId, account_id AS accountId, name, prefix, hash, created_at AS createdAt,
  expires_at AS expiresAt, revoked_at AS revokedAt, monthly_credit_cap AS monthlyCreditCap,
  nullIf(last_used_at, fromUnixTimestamp64Milli(0, 'UTC')) AS lastUsedAt`;

interface AccountRow extends Omit<Account, 'formerAnchors'> {
  former_anchors: { day: number; until: string }[];
}

export function createClickHouseAccountStore(
  clickhouse: ClickHouse,
  clock: Clock = systemClock,
): AccountStore {
  const accounts = async (where: string, params: Record<string, unknown> = {}) => {
    const sql = `SELECT ${ACCOUNT_COLUMNS} FROM accounts FINAL WHERE ${where} ORDER BY account_id`;
    return (await clickhouse.rows<AccountRow>(sql, params)).map(accountOf);
  };
  const accountWith = async (id: string): Promise<Account | null> =>
    (await accounts('account_id = {id:String}', { id }))[0] ?? null;
  const keys = (where: string, params: Record<string, unknown>) => {
    const sql = `SELECT ${KEY_COLUMNS}
      FROM (SELECT * FROM api_keys FINAL WHERE ${where}) AS k
      LEFT JOIN (SELECT key_id, max(last_used_at) AS last_used_at FROM api_key_uses
        WHERE key_id IN (SELECT key_id FROM api_keys WHERE ${where}) GROUP BY key_id) AS u
      USING (key_id) ORDER BY created_at, key_id`;
    return clickhouse.rows<ApiKey>(sql, params);
  };
  return {
    async addAccount(account) {
      const id = account.accountId;
      if (await accountWith(id)) return false;
      // Two processes may read the same clock: the random part tells their rows apart.
      const version = nextMicros() + randomInt(1_000_000);
      const row = { ...accountRow({ ...account, formerAnchors: [] }), version };
      // The table remembers the token: of several calls at the same time, the first insert wins.
      await clickhouse.insert('accounts', [row], 'usage', {
        async_insert: 0,
        insert_deduplicate: 1,
        insert_deduplication_token: `new account ${id}`,
      });
      const stored = await clickhouse.rows(
        'SELECT 1 FROM accounts WHERE account_id = {id:String} AND version = {version:UInt64}',
        { id, version },
        'usage',
      );
      return stored.length > 0;
    },
    async putAccount(account) {
      const present = await accountWith(account.accountId);
      const formerAnchors = present
        ? formerAnchorsAfter(present, account.billingAnchorDay, clock.now())
        : [];
      const { accountId, deletedAt } = account;
      const options = { isEnd: deletedAt !== null };
      const version = await laterVersion(clickhouse, 'accounts', 'account_id', accountId, options);
      const row = { ...accountRow({ ...account, formerAnchors }), version };
      await clickhouse.insert('accounts', [row], 'usage');
    },
    account: accountWith,
    accounts: () => accounts('1'),
    async putKey(key) {
      const options = { isEnd: key.revokedAt !== null };
      const version = await laterVersion(clickhouse, 'api_keys', 'key_id', key.keyId, options);
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

function accountOf({ former_anchors: anchors, ...account }: AccountRow): Account {
  const formerAnchors = anchors.map(({ day, until }) => ({ day, untilMs: Date.parse(until) }));
  return { ...account, formerAnchors };
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
