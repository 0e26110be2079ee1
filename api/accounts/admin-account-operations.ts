/** Operations on accounts for operators. They apply the same rules as the command line. */
import type { AdminAccountUpdateRequest } from '../../shared/domain/schemas/types.generated.js';
import { defineOperation, type Operation } from '../operations/operation.js';
import {
  type AccountDeps,
  type AccountSettings,
  createAccount,
  deleteAccount,
  listAccounts,
  requireAccount,
  updateAccount,
} from './change-accounts.js';
import { accountDocument } from './documents.js';

const ACCOUNTS = '/v1/admin/accounts';
export const ACCOUNT_PATH = `${ACCOUNTS}/:account_id`;

export const ADMIN_ACCOUNT_OPERATIONS: readonly Operation<AccountDeps>[] = [
  defineOperation({
    id: 'listAccounts',
    route: `GET ${ACCOUNTS}`,
    summary: 'List accounts',
    description:
      'Returns all accounts, ordered by id. Deleted accounts are included only if `include_deleted=true`.',
    query: 'api/admin-accounts.query',
    responses: ['api/admin-accounts.response'],
    async handle({ query }, deps) {
      const accounts = await listAccounts(deps, { withDeleted: query.include_deleted });
      return { accounts: accounts.map(accountDocument) };
    },
  }),
  defineOperation({
    id: 'createAccount',
    route: `POST ${ACCOUNTS}`,
    summary: 'Create an account',
    description:
      'Creates an account. Keys can be issued for it as soon as the response arrives. Responds 409 if the id is or was in use.',
    body: 'api/admin-account-create.request',
    responses: ['admin-account'],
    status: 201,
    errors: ['conflict'],
    async handle({ body: { account_id: accountId, ...settings } }, deps) {
      return accountDocument(await createAccount(deps, accountId, settingsOf(settings)));
    },
  }),
  defineOperation({
    id: 'readAccountAsAdmin',
    route: `GET ${ACCOUNT_PATH}`,
    summary: 'Get an account',
    description: 'Returns one account, even if it is deleted.',
    params: 'api/admin-account.params',
    responses: ['admin-account'],
    handle: async ({ params }, { accounts }) =>
      accountDocument(await requireAccount(accounts, params.account_id)),
  }),
  defineOperation({
    id: 'updateAccount',
    route: `PATCH ${ACCOUNT_PATH}`,
    summary: 'Change an account',
    description:
      'Changes settings of an account. Changes take effect within 5 s in every process. If the new limit is below the credits already used, no credits remain until the limit is raised or the period ends.',
    params: 'api/admin-account.params',
    body: 'api/admin-account-update.request',
    responses: ['admin-account'],
    errors: ['conflict'],
    handle: async ({ params, body }, deps) =>
      accountDocument(await updateAccount(deps, params.account_id, settingsOf(body))),
  }),
  defineOperation({
    id: 'deleteAccount',
    route: `DELETE ${ACCOUNT_PATH}`,
    summary: 'Delete an account',
    description:
      'Deletes an account. Its keys stop working within 5 s. Its charges and logs are kept, and its id cannot be used again. Deleting it again changes nothing.',
    params: 'api/admin-account.params',
    responses: ['admin-account'],
    handle: async ({ params }, deps) =>
      accountDocument(await deleteAccount(deps, params.account_id)),
  }),
];

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
