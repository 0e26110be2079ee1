/** `signals keys issue | list | revoke | rotate`. */
import { randomUUID } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import { generateApiKey } from '../../shared/api-key.js';
import { parseIsoDate } from '../../shared/normalise/date.js';
import type { AccountStore, ApiKey } from '../../shared/ports/account-store.js';
import { createClickHouseAccountStore } from '../../shared/stores/clickhouse-account-store.js';
import { show, table, UsageError, withRuntime } from '../runtime.js';

const HOUR_MS = 3_600_000;
const MAX_GRACE_MS = 7 * 24 * HOUR_MS;

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('keys of accounts');
  keys
    .command('issue')
    .description('issue a key; it is shown once')
    .requiredOption('--account <id>', 'account id')
    .option('--name <name>', 'what the key is for', 'default')
    .option('--expires <iso>', 'when it ends', futureDate)
    .option('--json', 'print one JSON document')
    .action(async (options: IssueOptions) => {
      await withStore(async (store) => {
        if (!(await store.account(options.account))) {
          throw new UsageError(`no account ${options.account}; use accounts create`);
        }
        const expiresAt = options.expires ?? null;
        const issued = await issueKey(store, options.account, options.name, expiresAt);
        showIssued(options.json === true, issued);
      });
    });
  keys
    .command('list')
    .description('list the keys of an account')
    .requiredOption('--account <id>', 'account id')
    .option('--json', 'print one JSON document')
    .action(async (options: { account: string; json?: boolean }) => {
      await withStore(async (store) => {
        const all = await store.keys(options.account);
        show(options.json === true, { keys: all.map(documentOf) }, () => table(rowsOf(all)));
      });
    });
  keys
    .command('revoke')
    .description('end a key; effective within 5 s')
    .requiredOption('--key-id <id>', 'key id')
    .option('--json', 'print one JSON document')
    .action(async (options: { keyId: string; json?: boolean }) => {
      await withStore(async (store) => {
        const key = await requireKey(store, options.keyId);
        const revoked = { ...key, revokedAt: key.revokedAt ?? new Date().toISOString() };
        await store.putKey(revoked);
        show(options.json === true, documentOf(revoked), () => `revoked ${key.keyId}`);
      });
    });
  keys
    .command('rotate')
    .description('issue a successor and end the key after a grace period')
    .requiredOption('--key-id <id>', 'key id')
    .option(
      '--grace <duration>',
      'how long the old key still works: 0, 30m, 24h, 7d',
      graceMs,
      24 * HOUR_MS,
    )
    .option('--json', 'print one JSON document')
    .action(async (options: { keyId: string; grace: number; json?: boolean }) => {
      await withStore(async (store) => {
        const old = await requireKey(store, options.keyId);
        if (old.revokedAt) throw new UsageError(`key ${old.keyId} is revoked; issue a new one`);
        const issued = await issueKey(store, old.accountId, old.name, null);
        const end = new Date(Date.now() + options.grace).toISOString();
        const expiresAt = old.expiresAt && old.expiresAt < end ? old.expiresAt : end;
        await store.putKey({ ...old, expiresAt });
        showIssued(options.json === true, issued);
      });
    });
}

interface IssueOptions {
  account: string;
  name: string;
  expires?: string;
  json?: boolean;
}

export type IssuedKey = ApiKey & { key: string };

/** Stores a new key; the answer is the only place where it stands whole. */
export async function issueKey(
  store: AccountStore,
  accountId: string,
  name: string,
  expiresAt: string | null,
): Promise<IssuedKey> {
  const { key, prefix, hash } = generateApiKey();
  const stored: ApiKey = {
    keyId: randomUUID(),
    accountId,
    name,
    prefix,
    hash,
    createdAt: new Date().toISOString(),
    expiresAt,
    revokedAt: null,
    monthlyCreditCap: null,
    lastUsedAt: null,
  };
  await store.putKey(stored);
  return { ...stored, key };
}

async function withStore(work: (store: AccountStore) => Promise<void>): Promise<void> {
  await withRuntime('keys', ({ clickhouse }) => work(createClickHouseAccountStore(clickhouse)));
}

async function requireKey(store: AccountStore, keyId: string): Promise<ApiKey> {
  const key = await store.key(keyId);
  if (!key) throw new UsageError(`no key ${keyId}; keys list shows the keys of an account`);
  return key;
}

function showIssued(json: boolean, issued: IssuedKey): void {
  const { key_id, ...rest } = documentOf(issued);
  show(json, { key_id, key: issued.key, ...rest }, () =>
    [`key     ${issued.key}`, `key id  ${issued.keyId}`, 'It is not shown again.'].join('\n'),
  );
}

function documentOf(key: ApiKey) {
  return {
    key_id: key.keyId,
    account_id: key.accountId,
    name: key.name,
    prefix: key.prefix,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    last_used_at: key.lastUsedAt,
  };
}

function rowsOf(keys: readonly ApiKey[]): string[][] {
  return [
    ['key id', 'starts with', 'name', 'last used', 'expires', 'revoked'],
    ...keys.map((key) => [
      key.keyId,
      key.prefix,
      key.name,
      key.lastUsedAt ?? 'never',
      key.expiresAt ?? 'never',
      key.revokedAt ?? 'no',
    ]),
  ];
}

function futureDate(text: string): string {
  const ms = parseIsoDate(text);
  if (ms !== null && ms > Date.now()) return new Date(ms).toISOString();
  throw new InvalidArgumentError('an ISO 8601 date in the future.');
}

function graceMs(text: string): number {
  const match = /^(\d+)(m|h|d)?$/.exec(text);
  const unit = { m: 60_000, h: HOUR_MS, d: 24 * HOUR_MS }[match?.[2] ?? 'h'] ?? HOUR_MS;
  const ms = Number(match?.[1]) * unit;
  if (match && ms <= MAX_GRACE_MS) return ms;
  throw new InvalidArgumentError('a duration from 0 to 7d, for instance 24h.');
}
