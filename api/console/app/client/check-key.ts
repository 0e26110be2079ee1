/** Checks whether a key is accepted before it is kept. */
import { type KeyKind, storeKey } from '../session/session.js';
import { send } from './call.js';
import { queryClient } from './queries.js';

/** The paths of free calls that only an accepted key can make. */
const CHECK_PATHS: Readonly<Record<KeyKind, string>> = {
  account: '/v1/account',
  operator: '/v1/admin/accounts',
};

/** Keeps a key in this tab. Throws `ApiError` if it is not accepted or nobody answers. */
export async function keepKey(kind: KeyKind, key: string): Promise<void> {
  await send(CHECK_PATHS[kind], { as: kind, key });
  // What another account has read is not for this one.
  if (kind === 'account') queryClient.getQueryCache().clear();
  storeKey(kind, key);
}
