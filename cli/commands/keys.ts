/** Implements `signals keys issue | update | list | revoke | rotate`. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { requireAccount } from '../../api/accounts/change-accounts.js';
import {
  DEFAULT_GRACE_MS,
  type IssuedKey,
  issueKey,
  MAX_GRACE_MS,
  revokeKey,
  rotateKey,
  updateKey,
} from '../../api/accounts/change-keys.js';
import { issuedKeyDocument, keyDocument } from '../../api/accounts/documents.js';
import { parseIsoDate } from '../../shared/domain/normalise/date.js';
import type { ApiKey } from '../../shared/domain/ports/account-store.js';
import { HOUR_MS, isoOf } from '../../shared/domain/time.js';
import { withAccounts } from '../compose/with-accounts.js';
import { MAX_CREDITS, parseName, wholeNumber } from '../terminal/option-values.js';
import { printResult, table, UsageError } from '../terminal/output.js';

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('manage API keys of accounts');
  addIssuingCommands(keys);
  keys
    .command('update')
    .description('change a key; takes effect within 5 s')
    .requiredOption('--key-id <id>', 'key id')
    .option('--name <name>', 'name of the key', parseName)
    .option(
      '--monthly-credit-cap <credits>',
      'maximum credits per billing period, or none',
      parseCap,
    )
    .option('--json', 'print the result as one JSON document')
    .action(async ({ keyId, name, monthlyCreditCap, json }: UpdateOptions) => {
      if (name === undefined && monthlyCreditCap === undefined) {
        throw new UsageError('There is nothing to change. Use --name or --monthly-credit-cap.');
      }
      await withAccounts('keys', async (deps) => {
        const changed = await updateKey(deps, keyId, {
          name,
          monthlyCreditCap: monthlyCreditCap === 'none' ? null : monthlyCreditCap,
        });
        printResult(json, keyDocument(changed), () => table(rowsOf([changed])));
      });
    });
  keys
    .command('list')
    .description('list the keys of an account')
    .requiredOption('--account <id>', 'account id')
    .option('--json', 'print the result as one JSON document')
    .action(async (options: { account: string; json?: boolean }) => {
      await withAccounts('keys', async ({ accounts }) => {
        await requireAccount(accounts, options.account);
        const all = await accounts.keys(options.account);
        printResult(options.json, { keys: all.map(keyDocument) }, () => table(rowsOf(all)));
      });
    });
  keys
    .command('revoke')
    .description('revoke a key; takes effect within 5 s')
    .requiredOption('--key-id <id>', 'key id')
    .option('--json', 'print the result as one JSON document')
    .action(async (options: { keyId: string; json?: boolean }) => {
      await withAccounts('keys', async (deps) => {
        const revoked = await revokeKey(deps, options.keyId);
        printResult(options.json, keyDocument(revoked), () => `Revoked key ${revoked.keyId}.`);
      });
    });
}

/** Adds the commands that show a new key. */
function addIssuingCommands(keys: Command): void {
  keys
    .command('issue')
    .description('issue a key; it is shown only once')
    .requiredOption('--account <id>', 'account id')
    .option('--name <name>', 'name of the key', parseName, 'default')
    .option('--expires <iso>', 'when the key expires', parseFutureDate)
    .option(
      '--monthly-credit-cap <credits>',
      'maximum credits per billing period',
      wholeNumber(0, MAX_CREDITS),
    )
    .option('--json', 'print the result as one JSON document')
    .action(async ({ account, name, expires, monthlyCreditCap, json }: IssueOptions) => {
      await withAccounts('keys', async (deps) => {
        const newKey = {
          name,
          expiresAt: expires ?? null,
          monthlyCreditCap: monthlyCreditCap ?? null,
        };
        await issueKey(deps, account, newKey, (issued) => showIssued(json, issued));
      });
    });
  keys
    .command('rotate')
    .description(
      'issue a new key with the same name and cap; the old key expires after a grace period',
    )
    .requiredOption('--key-id <id>', 'key id')
    .addOption(
      new Option('--grace <duration>', 'how long the old key keeps working: 0, 30m, 24h, 7d')
        .argParser(parseGraceMs)
        .default(DEFAULT_GRACE_MS, '24h'),
    )
    .option('--expires <iso>', 'when the new key expires (default: never)', parseFutureDate)
    .option('--json', 'print the result as one JSON document')
    .action(async ({ keyId, grace, expires, json }: RotateOptions) => {
      await withAccounts('keys', async (deps) => {
        const times = { graceMs: grace, expiresAt: expires ?? null };
        await rotateKey(deps, keyId, times, (issued) => showIssued(json, issued));
      });
    });
}

interface IssueOptions {
  account: string;
  name: string;
  expires?: string;
  monthlyCreditCap?: number;
  json?: boolean;
}

interface UpdateOptions {
  keyId: string;
  name?: string;
  monthlyCreditCap?: number | 'none';
  json?: boolean;
}

interface RotateOptions {
  keyId: string;
  grace: number;
  expires?: string;
  json?: boolean;
}

/** Resolves once the key is written. */
function showIssued(json: boolean | undefined, issued: IssuedKey): Promise<void> {
  const lines = [`key     ${issued.key}`, `key id  ${issued.keyId}`, 'The key is not shown again.'];
  return new Promise((resolve) => {
    printResult(json, issuedKeyDocument(issued), () => lines.join('\n'), resolve);
  });
}

function rowsOf(keys: readonly ApiKey[]): string[][] {
  return [
    ['key id', 'starts with', 'name', 'cap', 'last used', 'expires', 'revoked'],
    ...keys.map((key) => [
      key.keyId,
      key.prefix,
      key.name,
      key.monthlyCreditCap === null ? 'none' : String(key.monthlyCreditCap),
      key.lastUsedAt ?? 'never',
      key.expiresAt ?? 'never',
      key.revokedAt ?? 'no',
    ]),
  ];
}

function parseCap(text: string): number | 'none' {
  return text === 'none' ? text : wholeNumber(0, MAX_CREDITS)(text);
}

function parseFutureDate(text: string): string {
  const ms = parseIsoDate(text);
  if (ms !== null && ms > Date.now()) return isoOf(ms);
  throw new InvalidArgumentError('Use an ISO 8601 date in the future.');
}

function parseGraceMs(text: string): number {
  const match = /^(\d+)(m|h|d)?$/.exec(text);
  const unit = { m: 60_000, h: HOUR_MS, d: 24 * HOUR_MS }[match?.[2] ?? 'h'] ?? HOUR_MS;
  const ms = Number(match?.[1]) * unit;
  if (match && ms <= MAX_GRACE_MS) return ms;
  throw new InvalidArgumentError('Use a duration from 0 to 7d, for example 24h.');
}
