/** Implements `signals accounts create | update | delete | list`. */
import { type Command, InvalidArgumentError } from 'commander';
import {
  type AccountSettings,
  createAccount,
  deleteAccount,
  listAccounts,
  updateAccount,
} from '../../api/accounts/change-accounts.js';
import { accountDocument } from '../../api/accounts/documents.js';
import { ACCOUNT_ID_RULE, isAccountId } from '../../shared/domain/billing/account-id.js';
import type { Account } from '../../shared/domain/ports/account-store.js';
import { withAccounts } from '../compose/with-accounts.js';
import { MAX_CREDITS, parseName, wholeNumber } from '../terminal/option-values.js';
import { printResult, table, UsageError } from '../terminal/output.js';

type SettingOptions = AccountSettings & { id: string; json?: boolean };

export function addAccountCommands(program: Command): void {
  const accounts = program.command('accounts').description('manage accounts');
  withSettings(accounts.command('create').description('create an account'))
    .requiredOption('--name <name>', 'customer name', parseName)
    .action((options: SettingOptions) => changeAccount(options, createAccount));
  withSettings(accounts.command('update').description('change an account; takes effect within 5 s'))
    .option('--name <name>', 'customer name', parseName)
    .option('--no-early-access', 'disable endpoints in early access')
    .action((options: SettingOptions) => {
      const { id, json: _, ...settings } = options;
      if (Object.keys(settings).length === 0) {
        throw new UsageError(`Name a setting of ${id} to change, such as --monthly-limit.`);
      }
      return changeAccount(options, updateAccount);
    });
  accounts
    .command('delete')
    .description(
      'delete an account; its keys stop working within 5 s, its charges and logs are kept',
    )
    .requiredOption('--id <id>', 'account id', parseAccountId)
    .option('--json', 'print the result as one JSON document')
    .action(async (options: { id: string; json?: boolean }) => {
      await withAccounts('accounts', async (deps) => {
        const account = await deleteAccount(deps, options.id);
        showAccount(options.json, account, () => `Deleted account ${account.accountId}.`);
      });
    });
  accounts
    .command('list')
    .description('list accounts')
    .option('--all', 'include deleted accounts')
    .option('--json', 'print the result as one JSON document')
    .action(async (options: { all?: boolean; json?: boolean }) => {
      await withAccounts('accounts', async (deps) => {
        const all = await listAccounts(deps, { withDeleted: options.all === true });
        const document = { accounts: all.map(accountDocument) };
        printResult(options.json, document, () => table(rowsOf(all)));
      });
    });
}

function withSettings(command: Command): Command {
  return command
    .requiredOption('--id <id>', 'account id', parseAccountId)
    .option('--monthly-limit <credits>', 'credits per billing period', wholeNumber(0, MAX_CREDITS))
    .option('--unlimited', 'no credit limit')
    .option('--rate-limit <requests>', 'requests per minute', wholeNumber(1, 1e6))
    .option('--early-access', 'enable endpoints in early access')
    .option(
      '--billing-anchor-day <day>',
      'day of the month on which billing periods start',
      wholeNumber(1, 28),
    )
    .option('--json', 'print the result as one JSON document');
}

async function changeAccount(
  { id, json, ...settings }: SettingOptions,
  change: typeof createAccount,
): Promise<void> {
  if (settings.unlimited && settings.monthlyLimit !== undefined) {
    throw new UsageError('--unlimited and --monthly-limit cannot be used together.');
  }
  await withAccounts('accounts', async (deps) => {
    const account = await change(deps, id, settings);
    showAccount(json, account, () => table(rowsOf([account])));
  });
}

function showAccount(json: boolean | undefined, account: Account, text: () => string): void {
  printResult(json, accountDocument(account), text);
}

function rowsOf(accounts: readonly Account[]): string[][] {
  const heads = ['account', 'name', 'monthly limit', 'rate limit', 'anchor day', 'early access'];
  return [
    [...heads, 'deleted'],
    ...accounts.map((account) => [
      account.accountId,
      account.name,
      account.unlimited ? 'unlimited' : String(account.monthlyLimit),
      `${account.rateLimit}/min`,
      String(account.billingAnchorDay),
      account.earlyAccess ? 'yes' : 'no',
      account.deletedAt ?? 'no',
    ]),
  ];
}

function parseAccountId(text: string): string {
  if (isAccountId(text)) return text;
  throw new InvalidArgumentError(`Use ${ACCOUNT_ID_RULE}.`);
}
