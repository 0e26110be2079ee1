/**
 * Creates, changes and deletes accounts, for the command line and the admin API. A deleted account
 * keeps its row: its id is never used again, and its charges remain.
 */
import { AppError } from '../../shared/domain/errors.js';
import type { Account, AccountStore } from '../../shared/domain/ports/account-store.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import { isoOf } from '../../shared/domain/time.js';

export interface AccountDeps {
  accounts: AccountStore;
  clock: Clock;
}

/** Settings that are `undefined` keep their value; for a new account, their default. */
export interface AccountSettings {
  name?: string | undefined;
  monthlyLimit?: number | undefined;
  unlimited?: boolean | undefined;
  rateLimit?: number | undefined;
  earlyAccess?: boolean | undefined;
  billingAnchorDay?: number | undefined;
}

const DEFAULT_MONTHLY_LIMIT = 1_000;
const DEFAULT_RATE_LIMIT = 600;

/** Creates an account. Throws `conflict` if the id is, or ever was, in use. */
export async function createAccount(
  { accounts, clock }: AccountDeps,
  accountId: string,
  settings: AccountSettings,
): Promise<Account> {
  const defaults: Account = {
    accountId,
    name: accountId,
    monthlyLimit: DEFAULT_MONTHLY_LIMIT,
    unlimited: false,
    rateLimit: DEFAULT_RATE_LIMIT,
    earlyAccess: false,
    billingAnchorDay: 1,
    createdAt: isoOf(clock.now()),
    deletedAt: null,
  };
  const account = withSettings(defaults, settings);
  if (await accounts.addAccount(account)) return account;
  await requireActiveAccount(accounts, accountId);
  throw new AppError('conflict', `Account ${accountId} already exists.`);
}

/** Changes settings. Throws `not_found`, or `conflict` for a deleted account. */
export async function updateAccount(
  { accounts }: AccountDeps,
  accountId: string,
  settings: AccountSettings,
): Promise<Account> {
  const changed = await accounts.changeAccount(accountId, (account) => {
    requireNotDeleted(account);
    return withSettings(account, settings);
  });
  return present(changed, accountId);
}

/** Deletes an account: its keys stop working. Repeating it changes nothing. Throws `not_found`. */
export async function deleteAccount(
  { accounts, clock }: AccountDeps,
  accountId: string,
): Promise<Account> {
  const deleted = await accounts.changeAccount(accountId, (account) =>
    account.deletedAt === null ? { ...account, deletedAt: isoOf(clock.now()) } : account,
  );
  return present(deleted, accountId);
}

export async function listAccounts(
  { accounts }: Pick<AccountDeps, 'accounts'>,
  { withDeleted }: { withDeleted: boolean },
): Promise<Account[]> {
  const all = await accounts.accounts();
  return withDeleted ? all : all.filter(({ deletedAt }) => deletedAt === null);
}

/** Returns an account, even a deleted one. Throws `not_found`. */
export async function requireAccount(accounts: AccountStore, accountId: string): Promise<Account> {
  return present(await accounts.account(accountId), accountId);
}

function present(account: Account | null, accountId: string): Account {
  if (account) return account;
  throw new AppError('not_found', `Account ${accountId} does not exist.`);
}

/** Returns an account. Throws `not_found`, or `conflict` for a deleted account. */
export async function requireActiveAccount(
  accounts: AccountStore,
  accountId: string,
): Promise<Account> {
  const account = await requireAccount(accounts, accountId);
  requireNotDeleted(account);
  return account;
}

function requireNotDeleted({ accountId, deletedAt }: Account): void {
  if (deletedAt === null) return;
  throw new AppError(
    'conflict',
    `Account ${accountId} was deleted at ${deletedAt}; it cannot be changed, and its id cannot be used again.`,
  );
}

function withSettings(base: Account, settings: AccountSettings): Account {
  return {
    ...base,
    name: settings.name ?? base.name,
    monthlyLimit: settings.monthlyLimit ?? base.monthlyLimit,
    // Setting a limit also ends the state "unlimited", unless `unlimited` is set as well.
    unlimited: settings.unlimited ?? (settings.monthlyLimit === undefined && base.unlimited),
    rateLimit: settings.rateLimit ?? base.rateLimit,
    earlyAccess: settings.earlyAccess ?? base.earlyAccess,
    billingAnchorDay: settings.billingAnchorDay ?? base.billingAnchorDay,
  };
}
