/** `signals accounts create | update | list`. */
import { type Command, InvalidArgumentError } from 'commander';
import type { Account, AccountStore } from '../../shared/ports/account-store.js';
import { createClickHouseAccountStore } from '../../shared/stores/clickhouse-account-store.js';
import { show, table, UsageError, withRuntime } from '../runtime.js';

interface AccountOptions {
  id: string;
  name?: string;
  monthlyLimit?: number;
  unlimited?: boolean;
  rateLimit?: number;
  earlyAccess?: boolean;
  billingAnchorDay?: number;
  json?: boolean;
}

export const DEFAULT_MONTHLY_LIMIT = 1_000;
export const DEFAULT_RATE_LIMIT = 600;

export function addAccountCommands(program: Command): void {
  const accounts = program.command('accounts').description('who may call');
  withSettings(accounts.command('create').description('create an account'))
    .requiredOption('--name <name>', 'customer name')
    .action((options: AccountOptions) => createAccount(options));
  withSettings(accounts.command('update').description('change an account; effective within 5 s'))
    .option('--name <name>', 'customer name')
    .action((options: AccountOptions) => updateAccount(options));
  accounts
    .command('list')
    .description('list the accounts')
    .option('--json', 'print one JSON document')
    .action(async (options: { json?: boolean }) => {
      await withRuntime('accounts', async ({ clickhouse }) => {
        const all = await createClickHouseAccountStore(clickhouse).accounts();
        show(options.json === true, { accounts: all.map(documentOf) }, () => table(rowsOf(all)));
      });
    });
}

function withSettings(command: Command): Command {
  return command
    .requiredOption('--id <id>', 'account id', accountId)
    .option('--monthly-limit <credits>', 'credits per billing period', wholeNumber(0, 1e12))
    .option('--unlimited', 'no cap on credits')
    .option('--rate-limit <requests>', 'requests per minute', wholeNumber(1, 1e6))
    .option('--early-access', 'may call announced endpoints')
    .option('--billing-anchor-day <day>', 'day of the month periods start on', wholeNumber(1, 28))
    .option('--json', 'print one JSON document');
}

async function createAccount(options: AccountOptions): Promise<void> {
  await changeAccount(options, async (store) => {
    if (await store.account(options.id)) {
      throw new UsageError(`account ${options.id} exists; use accounts update`);
    }
    return {
      accountId: options.id,
      name: options.id,
      monthlyLimit: DEFAULT_MONTHLY_LIMIT,
      unlimited: false,
      rateLimit: DEFAULT_RATE_LIMIT,
      earlyAccess: false,
      billingAnchorDay: 1,
      createdAt: new Date().toISOString(),
      deletedAt: null,
    };
  });
}

async function updateAccount(options: AccountOptions): Promise<void> {
  await changeAccount(options, async (store) => {
    const account = await store.account(options.id);
    if (!account) throw new UsageError(`no account ${options.id}; use accounts create`);
    return account;
  });
}

async function changeAccount(
  options: AccountOptions,
  load: (store: AccountStore) => Promise<Account>,
): Promise<void> {
  if (options.unlimited && options.monthlyLimit !== undefined) {
    throw new UsageError('--unlimited and --monthly-limit exclude each other');
  }
  await withRuntime('accounts', async ({ clickhouse }) => {
    const store = createClickHouseAccountStore(clickhouse);
    const base = await load(store);
    const account: Account = {
      ...base,
      name: options.name ?? base.name,
      monthlyLimit: options.monthlyLimit ?? base.monthlyLimit,
      // A limit ends being unlimited.
      unlimited: options.unlimited ?? (options.monthlyLimit === undefined && base.unlimited),
      rateLimit: options.rateLimit ?? base.rateLimit,
      earlyAccess: options.earlyAccess ?? base.earlyAccess,
      billingAnchorDay: options.billingAnchorDay ?? base.billingAnchorDay,
    };
    await store.putAccount(account);
    show(options.json === true, documentOf(account), () => table(rowsOf([account])));
  });
}

function documentOf(account: Account) {
  return {
    account_id: account.accountId,
    name: account.name,
    monthly_limit: account.monthlyLimit,
    unlimited: account.unlimited,
    rate_limit: account.rateLimit,
    early_access: account.earlyAccess,
    billing_anchor_day: account.billingAnchorDay,
    created_at: account.createdAt,
  };
}

function rowsOf(accounts: readonly Account[]): string[][] {
  const heads = ['account', 'name', 'monthly limit', 'rate limit', 'anchor day', 'early access'];
  return [
    heads,
    ...accounts.map((account) => [
      account.accountId,
      account.name,
      account.unlimited ? 'unlimited' : String(account.monthlyLimit),
      `${account.rateLimit}/min`,
      String(account.billingAnchorDay),
      account.earlyAccess ? 'yes' : 'no',
    ]),
  ];
}

function accountId(text: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text)) return text;
  throw new InvalidArgumentError('letters, digits, dot, dash and underscore, at most 64.');
}

function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`a whole number from ${min} to ${max}.`);
  };
}
