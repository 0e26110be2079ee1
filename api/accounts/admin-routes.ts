/** Accounts and keys for operators: what a request says, handed to the rules the command line follows. */

import { AppError } from '../../shared/domain/errors.js';
import type {
  AdminAccountUpdateRequest,
  AdminKeyParams,
} from '../../shared/domain/schemas/types.generated.js';
import type { RawRequest } from '../http/request-context.js';
import { type CheckedPart, checkPart, refuseFaults } from '../validation/validate-request.js';
import {
  type AccountDeps,
  type AccountSettings,
  createAccount,
  deleteAccount,
  knownAccount,
  listAccounts,
  updateAccount,
} from './change-accounts.js';
import { issueKey, knownKey, revokeKey, rotateKey, updateKey } from './change-keys.js';
import { accountDocument, issuedKeyDocument, keyDocument } from './documents.js';

/** Answers with the body. */
export type AdminHandler = (request: RawRequest) => Promise<object>;

export function adminRoutes(deps: AccountDeps): Record<string, AdminHandler> {
  return { ...accountHandlers(deps), ...keyHandlers(deps) };
}

function accountHandlers(deps: AccountDeps): Record<string, AdminHandler> {
  return {
    async listAccounts(request) {
      const query = checkPart('api/admin-accounts.query', 'query', request.query);
      const withDeleted = query.value.include_deleted;
      return { accounts: (await listAccounts(deps, { withDeleted })).map(accountDocument) };
    },

    async createAccount(request) {
      const query = noQuery(request);
      const body = checkPart('api/admin-account-create.request', 'body', request.body);
      refuseFaults(query, body);
      const { account_id: accountId, ...settings } = body.value;
      return accountDocument(await createAccount(deps, accountId, settingsOf(settings)));
    },

    async readAccountAsAdmin(request) {
      return accountDocument(await knownAccount(deps.accounts, accountOf(request)));
    },

    async updateAccount(request) {
      const query = noQuery(request);
      const params = checkPart('api/admin-account.params', 'path', request.params);
      const body = checkPart('api/admin-account-update.request', 'body', request.body);
      refuseFaults(query, params, body);
      const { account_id: accountId } = params.value;
      return accountDocument(await updateAccount(deps, accountId, settingsOf(body.value)));
    },

    async deleteAccount(request) {
      return accountDocument(await deleteAccount(deps, accountOf(request)));
    },
  };
}

function keyHandlers(deps: AccountDeps): Record<string, AdminHandler> {
  const { accounts, clock } = deps;
  return {
    async listKeys(request) {
      const { accountId } = await knownAccount(accounts, accountOf(request));
      return { keys: (await accounts.keys(accountId)).map(keyDocument) };
    },

    async issueKey(request) {
      const query = noQuery(request);
      const params = checkPart('api/admin-account.params', 'path', request.params);
      const body = checkPart('api/admin-key-issue.request', 'body', request.body);
      refuseFaults(query, params, body, inFuture(body, clock.now()));
      const { name, expires_at: expiresAt = null, monthly_credit_cap: cap = null } = body.value;
      const wanted = { name, expiresAt, monthlyCreditCap: cap };
      return issuedKeyDocument(await issueKey(deps, params.value.account_id, wanted));
    },

    async updateKey(request) {
      const query = noQuery(request);
      const params = checkPart('api/admin-key.params', 'path', request.params);
      const body = checkPart('api/admin-key-update.request', 'body', request.body);
      refuseFaults(query, params, body);
      const keyId = await keyOf(deps, params.value);
      const { name, monthly_credit_cap: monthlyCreditCap } = body.value;
      return keyDocument(await updateKey(deps, keyId, { name, monthlyCreditCap }));
    },

    async revokeKey(request) {
      const query = noQuery(request);
      const params = checkPart('api/admin-key.params', 'path', request.params);
      refuseFaults(query, params);
      return keyDocument(await revokeKey(deps, await keyOf(deps, params.value)));
    },

    async rotateKey(request) {
      const query = noQuery(request);
      const params = checkPart('api/admin-key.params', 'path', request.params);
      const body = checkPart('api/admin-key-rotate.request', 'body', request.body);
      refuseFaults(query, params, body, inFuture(body, clock.now()));
      const keyId = await keyOf(deps, params.value);
      const { grace_seconds: graceSeconds, expires_at: expiresAt = null } = body.value;
      const graceMs = graceSeconds * 1_000;
      return issuedKeyDocument(await rotateKey(deps, keyId, { graceMs, expiresAt }));
    },
  };
}

function noQuery(request: RawRequest): CheckedPart<unknown> {
  return checkPart('api/no-query.query', 'query', request.query);
}

/** Of a request that says nothing else. */
function accountOf(request: RawRequest): string {
  const params = checkPart('api/admin-account.params', 'path', request.params);
  refuseFaults(noQuery(request), params);
  return params.value.account_id;
}

/** Throws `not_found` for a key of another account. */
async function keyOf(
  { accounts }: AccountDeps,
  { account_id: accountId, key_id: keyId }: AdminKeyParams,
): Promise<string> {
  const key = await knownKey(accounts, keyId);
  if (key.accountId === accountId) return keyId;
  throw new AppError('not_found', `Account ${accountId} has no key ${keyId}.`);
}

function settingsOf(body: Partial<AdminAccountUpdateRequest>): AccountSettings {
  return {
    name: body.name,
    monthlyLimit: body.monthly_limit,
    unlimited: body.unlimited,
    rateLimit: body.rate_limit,
    earlyAccess: body.early_access,
    billingAnchorDay: body.billing_anchor_day,
  };
}

/** A key that has ended before it is made helps nobody. */
function inFuture(
  body: CheckedPart<{ expires_at?: string | null }>,
  nowMs: number,
): CheckedPart<null> {
  if (body.details.length > 0) return { details: [], value: null };
  const { expires_at: expiresAt = null } = body.value;
  if (expiresAt === null || Date.parse(expiresAt) > nowMs) return { details: [], value: null };
  const message = '`expires_at` must lie in the future.';
  return {
    details: [{ field: 'expires_at', location: 'body', code: 'invalid_range', message, meta: {} }],
    value: null,
  };
}
