/** Operations on keys for operators. They apply the same rules as the command line. */
import { AppError, type ErrorDetail } from '../../shared/domain/errors.js';
import type { AdminKeyParams } from '../../shared/domain/schemas/types.generated.js';
import { defineOperation, type Operation } from '../operations/operation.js';
import { ACCOUNT_PATH } from './admin-account-operations.js';
import { type AccountDeps, requireAccount } from './change-accounts.js';
import { issueKey, requireKey, revokeKey, rotateKey, updateKey } from './change-keys.js';
import { issuedKeyDocument, keyDocument } from './documents.js';

const KEYS = `${ACCOUNT_PATH}/keys`;
const KEY = `${KEYS}/:key_id`;

export const ADMIN_KEY_OPERATIONS: readonly Operation<AccountDeps>[] = [
  defineOperation({
    id: 'listKeys',
    route: `GET ${KEYS}`,
    summary: 'List the keys of an account',
    description:
      'Returns all keys of an account, including expired and revoked ones. The keys themselves are never returned.',
    params: 'api/admin-account.params',
    responses: ['api/admin-keys.response'],
    async handle({ params }, { accounts }) {
      const { accountId } = await requireAccount(accounts, params.account_id);
      return { keys: (await accounts.keys(accountId)).map(keyDocument) };
    },
  }),
  defineOperation({
    id: 'issueKey',
    route: `POST ${KEYS}`,
    summary: 'Issue a key',
    description:
      'Issues a key. The key is shown only in this response, and works as soon as the response arrives.',
    params: 'api/admin-account.params',
    body: 'api/admin-key-issue.request',
    faults: { body: expiryFaults },
    responses: ['api/admin-key-issued.response'],
    status: 201,
    errors: ['conflict'],
    async handle({ params, body }, deps) {
      const { name, expires_at: expiresAt = null, monthly_credit_cap: cap = null } = body;
      const newKey = { name, expiresAt, monthlyCreditCap: cap };
      return issuedKeyDocument(await issueKey(deps, params.account_id, newKey));
    },
  }),
  defineOperation({
    id: 'updateKey',
    route: `PATCH ${KEY}`,
    summary: 'Change a key',
    description:
      'Changes the name or the cap of a key. Changes take effect within 5 s in every process.',
    params: 'api/admin-key.params',
    body: 'api/admin-key-update.request',
    responses: ['admin-key'],
    errors: ['conflict'],
    async handle({ params, body }, deps) {
      const { name, monthly_credit_cap: monthlyCreditCap } = body;
      const keyId = await requireKeyId(deps, params);
      return keyDocument(await updateKey(deps, keyId, { name, monthlyCreditCap }));
    },
  }),
  defineOperation({
    id: 'revokeKey',
    route: `DELETE ${KEY}`,
    summary: 'Revoke a key',
    description:
      'Revokes a key. It stops working within 5 s in every process. Revoking it again changes nothing.',
    params: 'api/admin-key.params',
    responses: ['admin-key'],
    handle: async ({ params }, deps) =>
      keyDocument(await revokeKey(deps, await requireKeyId(deps, params))),
  }),
  defineOperation({
    id: 'rotateKey',
    route: `POST ${KEY}/rotate`,
    summary: 'Rotate a key',
    description:
      'Issues a new key with the same name and the same cap. The new key is shown only in this response, and its spending is counted from zero. The old key expires after the grace period, or at its own expiry if that is earlier.',
    params: 'api/admin-key.params',
    body: 'api/admin-key-rotate.request',
    faults: { body: expiryFaults },
    responses: ['api/admin-key-issued.response'],
    status: 201,
    errors: ['conflict'],
    async handle({ params, body }, deps) {
      const { grace_seconds: graceSeconds, expires_at: expiresAt = null } = body;
      const graceMs = graceSeconds * 1_000;
      const keyId = await requireKeyId(deps, params);
      return issuedKeyDocument(await rotateKey(deps, keyId, { graceMs, expiresAt }));
    },
  }),
];

/** Returns the id of the key. Throws `not_found` if the account does not have the key. */
async function requireKeyId(
  { accounts }: AccountDeps,
  { account_id: accountId, key_id: keyId }: AdminKeyParams,
): Promise<string> {
  const key = await requireKey(accounts, keyId);
  if (key.accountId === accountId) return keyId;
  throw new AppError('not_found', `Account ${accountId} has no key ${keyId}.`);
}

/** Reports an expiry that is not in the future, because such a key would be useless. */
function expiryFaults(body: { expires_at?: string | null }, nowMs: number): ErrorDetail[] {
  const { expires_at: expiresAt = null } = body;
  if (expiresAt === null || Date.parse(expiresAt) > nowMs) return [];
  const message = '`expires_at` must be in the future.';
  return [{ field: 'expires_at', location: 'body', code: 'invalid_range', message, meta: {} }];
}
