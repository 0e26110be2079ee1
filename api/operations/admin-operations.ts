/** The endpoints of operators, by accounts and their keys; described like all others. */
import type { ErrorCode } from '../../shared/domain/errors.js';
import { NO_QUERY, type Operation } from './operations.js';

const ACCOUNTS = '/v1/admin/accounts';
const ACCOUNT = `${ACCOUNTS}/:account_id`;
const KEYS = `${ACCOUNT}/keys`;
const KEY = `${KEYS}/:key_id`;

const CHANGE_ERRORS: readonly ErrorCode[] = ['not_found', 'conflict'];

const common = {
  tag: 'Admin',
  cost: null,
  query: NO_QUERY,
  errors: ['not_found'],
} as const;
const ofAccount = { ...common, params: 'api/admin-account.params' } as const;
const ofKey = { ...common, params: 'api/admin-key.params' } as const;

export const ADMIN_OPERATIONS: readonly Operation[] = [
  {
    ...common,
    id: 'listAccounts',
    method: 'GET',
    path: ACCOUNTS,
    summary: 'List accounts',
    description: 'Every account, by id; deleted ones only when `include_deleted=true`.',
    query: 'api/admin-accounts.query',
    responses: ['api/admin-accounts.response'],
  },
  {
    ...common,
    id: 'createAccount',
    method: 'POST',
    path: ACCOUNTS,
    summary: 'Create an account',
    description: 'It can be given keys when this answers. An id that was ever used is a conflict.',
    body: 'api/admin-account-create.request',
    responses: ['admin-account'],
    status: 201,
    errors: CHANGE_ERRORS,
  },
  {
    ...ofAccount,
    id: 'readAccountAsAdmin',
    method: 'GET',
    path: ACCOUNT,
    summary: 'Read an account',
    description: 'One account, a deleted one too.',
    responses: ['admin-account'],
  },
  {
    ...ofAccount,
    id: 'updateAccount',
    method: 'PATCH',
    path: ACCOUNT,
    summary: 'Change an account',
    description:
      'Effective within 5 s in every process. A limit below what is used leaves nothing until it is raised or the period ends.',
    body: 'api/admin-account-update.request',
    responses: ['admin-account'],
    errors: CHANGE_ERRORS,
  },
  {
    ...ofAccount,
    id: 'deleteAccount',
    method: 'DELETE',
    path: ACCOUNT,
    summary: 'Delete an account',
    description:
      'Its keys end within 5 s; its charges and logs stay, and its id is not given out again. Repeating it changes nothing.',
    responses: ['admin-account'],
  },
  {
    ...ofAccount,
    id: 'listKeys',
    method: 'GET',
    path: KEYS,
    summary: 'List the keys of an account',
    description: 'Every key, ended ones included; never the keys themselves.',
    responses: ['api/admin-keys.response'],
  },
  {
    ...ofAccount,
    id: 'issueKey',
    method: 'POST',
    path: KEYS,
    summary: 'Issue a key',
    description: 'The key is shown this once, and works when this answers.',
    body: 'api/admin-key-issue.request',
    responses: ['api/admin-key-issued.response'],
    status: 201,
    errors: CHANGE_ERRORS,
  },
  {
    ...ofKey,
    id: 'updateKey',
    method: 'PATCH',
    path: KEY,
    summary: 'Change a key',
    description: 'Effective within 5 s in every process.',
    body: 'api/admin-key-update.request',
    responses: ['admin-key'],
    errors: CHANGE_ERRORS,
  },
  {
    ...ofKey,
    id: 'revokeKey',
    method: 'DELETE',
    path: KEY,
    summary: 'Revoke a key',
    description: 'Effective within 5 s in every process. Repeating it changes nothing.',
    responses: ['admin-key'],
  },
  {
    ...ofKey,
    id: 'rotateKey',
    method: 'POST',
    path: `${KEY}/rotate`,
    summary: 'Rotate a key',
    description:
      'Issues a successor with the same name and cap, shown this once; what it may spend is counted from zero. The old key ends after the grace period, or earlier where it was to end earlier.',
    body: 'api/admin-key-rotate.request',
    responses: ['api/admin-key-issued.response'],
    status: 201,
    errors: CHANGE_ERRORS,
  },
];
