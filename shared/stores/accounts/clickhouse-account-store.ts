/** Reads and writes accounts and API keys in ClickHouse. */
import { randomInt } from 'node:crypto';
import { formerAnchorsAfter } from '../../domain/billing/billing-period.js';
import { backOff } from '../../domain/concurrency/retry.js';
import { AppError } from '../../domain/errors.js';
import type { Account, AccountStore, ApiKey } from '../../domain/ports/account-store.js';
import { type Clock, systemClock } from '../../domain/ports/clock.js';
import { isoOf } from '../../domain/time.js';
import { nextMicros } from '../../domain/versions.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';

const ACCOUNT_COLUMNS = `account_id AS accountId, name, monthly_limit AS monthlyLimit,
  toBool(unlimited) AS unlimited, rate_limit AS rateLimit, toBool(early_access) AS earlyAccess,
  billing_anchor_day AS billingAnchorDay, former_anchors, created_at AS createdAt, deleted_at AS deletedAt,
  version`;
/** Columns of a key. If a key was never used, the join gives the epoch, which is read as `null`. */
const KEY_COLUMNS = `key_id AS keyId, account_id AS accountId, name, prefix, hash, created_at AS createdAt,
  expires_at AS expiresAt, revoked_at AS revokedAt, monthly_credit_cap AS monthlyCreditCap,
  nullIf(last_used_at, fromUnixTimestamp64Milli(0, 'UTC')) AS lastUsedAt, version`;

interface AccountRow extends Omit<Account, 'formerAnchors'> {
  former_anchors: { day: number; until: string }[];
  version: number;
}

type KeyRow = ApiKey & { version: number };

const WAITS = { firstMs: 20, lastMs: 500 };

export function createClickHouseAccountStore(
  clickhouse: ClickHouse,
  clock: Clock = systemClock,
): AccountStore {
  const accounts = async (where: string, params: Record<string, unknown> = {}) => {
    const sql = `SELECT ${ACCOUNT_COLUMNS} FROM accounts FINAL WHERE ${where} ORDER BY account_id`;
    return (await clickhouse.rows<AccountRow>(sql, params)).map(accountOf);
  };
  const keys = async (where: string, params: Record<string, unknown>) => {
    const sql = `SELECT ${KEY_COLUMNS}
      FROM (SELECT * FROM api_keys FINAL WHERE ${where}) AS k
      LEFT JOIN (SELECT key_id, max(last_used_at) AS last_used_at FROM api_key_uses
        WHERE key_id IN (SELECT key_id FROM api_keys WHERE ${where}) GROUP BY key_id) AS u
      USING (key_id) ORDER BY created_at, key_id`;
    const rows = await clickhouse.rows<KeyRow>(sql, params);
    return rows.map(({ version, ...value }): Stored<ApiKey> => ({ value, version }));
  };
  const accountsById: Table<Account> = {
    name: 'accounts',
    idColumn: 'account_id',
    read: async (id) => (await accounts('account_id = {id:String}', { id }))[0],
    rowOf: accountRow,
  };
  const keysById: Table<ApiKey> = {
    name: 'api_keys',
    idColumn: 'key_id',
    read: async (id) => (await keys('key_id = {id:String}', { id }))[0],
    rowOf: keyRow,
  };
  return {
    async addAccount(account) {
      const id = account.accountId;
      if (await accountsById.read(id)) return false;
      const value = { ...account, formerAnchors: [] };
      return insertFirst(clickhouse, accountsById, { id, value, token: `new account ${id}` });
    },
    changeAccount: (id, change) =>
      replace(clickhouse, accountsById, id, (stored) => {
        const changed = change(stored);
        if (changed === stored) return stored;
        const { billingAnchorDay } = changed;
        const formerAnchors = formerAnchorsAfter(stored, billingAnchorDay, clock.now());
        return { ...changed, formerAnchors };
      }),
    account: async (id) => (await accountsById.read(id))?.value ?? null,
    accounts: async () => (await accounts('1')).map(({ value }) => value),
    async addKey(key) {
      await clickhouse.insert('api_keys', [{ ...keyRow(key), version: nextMicros() }], 'usage');
    },
    changeKey: (id, change) => replace(clickhouse, keysById, id, change),
    key: async (id) => (await keysById.read(id))?.value ?? null,
    keys: async (id) => (await keys('account_id = {id:String}', { id })).map(({ value }) => value),
    keysByHash: async (hashes) =>
      (await keys('hash IN {hashes:Array(String)}', { hashes })).map(({ value }) => value),
    async touchKeys(uses) {
      const rows = uses.map(({ keyId, usedAt }) => ({ key_id: keyId, last_used_at: usedAt }));
      await clickhouse.insert('api_key_uses', rows, 'usage');
    },
  };
}

interface Stored<Value> {
  value: Value;
  version: number;
}

interface Table<Value> {
  name: string;
  idColumn: string;
  read(id: string): Promise<Stored<Value> | undefined>;
  rowOf(value: Value): object;
}

/** Limits how often a change starts anew because another one came first. */
const MAX_ATTEMPTS = 20;

/** Replaces a value as `AccountStore.changeKey` says. */
async function replace<Value>(
  clickhouse: ClickHouse,
  table: Table<Value>,
  id: string,
  change: (stored: Value) => Value,
): Promise<Value | null> {
  for (let tried = 1; tried <= MAX_ATTEMPTS; tried += 1) {
    const stored = await table.read(id);
    if (!stored) return null;
    const value = change(stored.value);
    if (value === stored.value) return value;
    const token = `${id} after ${stored.version}`;
    const after = stored.version;
    if (await insertFirst(clickhouse, table, { id, value, token, after })) return value;
    await backOff(tried, WAITS);
  }
  throw new AppError('unavailable', `${id} is being changed by other processes. Try again.`);
}

/**
 * Inserts a row, and returns true if it is the first one with the token: the table remembers the
 * token. `after`: the version of the row that it replaces.
 */
async function insertFirst<Value>(
  clickhouse: ClickHouse,
  { name, idColumn, rowOf }: Table<Value>,
  { id, value, token, after = 0 }: { id: string; value: Value; token: string; after?: number },
): Promise<boolean> {
  // Two processes may read the same clock: the random part tells their rows apart.
  const version = Math.max(nextMicros(), after + 1) + randomInt(1_000_000);
  await clickhouse.insert(name, [{ ...rowOf(value), version }], 'usage', {
    async_insert: 0,
    insert_deduplicate: 1,
    insert_deduplication_token: token,
  });
  const rows = await clickhouse.rows(
    `SELECT 1 FROM ${name} WHERE ${idColumn} = {id:String} AND version = {version:UInt64}`,
    { id, version },
    'usage',
  );
  return rows.length > 0;
}

function accountOf({ version, former_anchors: anchors, ...rest }: AccountRow): Stored<Account> {
  const formerAnchors = anchors.map(({ day, until }) => ({ day, untilMs: Date.parse(until) }));
  return { value: { ...rest, formerAnchors }, version };
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
