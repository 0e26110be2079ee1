/** `signals accounts create | update | delete | list`. */
import { type Command, InvalidArgumentError } from 'commander';
import {
  type AccountSettings,
  createAccount,
  deleteAccount,
  listAccounts,
  updateAccount,
} from '../../api/accounts/change-accounts.js';
import { accountDocument } from '../../api/accounts/documents.js';
import { isAccountId } from '../../shared/domain/billing/account-id.js';
import type { Account } from '../../shared/domain/ports/account-store.js';
import { withAccounts } from '../compose/with-accounts.js';
import { show, table, UsageError } from '../terminal/output.js';
import { MAX_CREDITS, wholeNumber } from '../terminal/whole-number.js';

type SettingOptions = AccountSettings & { id: string; json?: boolean };

export function addAccountCommands(program: Command): void {
  const accounts = program.command('accounts').description('who may call');
  withSettings(accounts.command('create').description('create an account'))
    .requiredOption('--name <name>', 'customer name')
    .action((options: SettingOptions) => changeAccount(options, createAccount));
  withSettings(accounts.command('update').description('change an account; effective within 5 s'))
    .option('--name <name>', 'customer name')
    .action((options: SettingOptions) => changeAccount(options, updateAccount));
  accounts
    .command('delete')
    .description('end an account and its keys within 5 s; its charges and logs stay')
    .requiredOption('--id <id>', 'account id', accountId)
    .option('--json', 'print one JSON document')
    .action(async (options: { id: string; json?: boolean }) => {
      await withAccounts('accounts', async (deps) => {
        const account = await deleteAccount(deps, options.id);
        showAccount(options.json, account, () => `deleted ${account.accountId}`);
      });
    });
  accounts
    .command('list')
    .description('list the accounts')
    .option('--all', 'deleted ones too')
    .option('--json', 'print one JSON document')
    .action(async (options: { all?: boolean; json?: boolean }) => {
      await withAccounts('accounts', async (deps) => {
        const all = await listAccounts(deps, { withDeleted: options.all === true });
        const document = { accounts: all.map(accountDocument) };
        show(options.json === true, document, () => table(rowsOf(all)));
      });
    });
}

function withSettings(command: Command): Command {
  return command
    .requiredOption('--id <id>', 'account id', accountId)
    .option('--monthly-limit <credits>', 'credits per billing period', wholeNumber(0, MAX_CREDITS))
    .option('--unlimited', 'no cap on credits')
    .option('--rate-limit <requests>', 'requests per minute', wholeNumber(1, 1e6))
    .option('--early-access', 'may call announced endpoints')
    .option('--billing-anchor-day <day>', 'day of the month periods start on', wholeNumber(1, 28))
    .option('--json', 'print one JSON document');
}

async function changeAccount(
  { id, json, ...settings }: SettingOptions,
  change: typeof createAccount,
): Promise<void> {
  if (settings.unlimited && settings.monthlyLimit !== undefined) {
    throw new UsageError('--unlimited and --monthly-limit exclude each other');
  }
  await withAccounts('accounts', async (deps) => {
    const account = await change(deps, id, settings);
    showAccount(json, account, () => table(rowsOf([account])));
  });
}

function showAccount(json: boolean | undefined, account: Account, text: () => string): void {
  show(json === true, accountDocument(account), text);
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

function accountId(text: string): string {
  if (isAccountId(text)) return text;
  throw new InvalidArgumentError('letters, digits, dot, dash and underscore, at most 64.');
}
