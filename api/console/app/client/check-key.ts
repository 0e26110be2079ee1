/** Checks whether a key is accepted before it is kept. */
import type { KeyKind } from '../session/session.js';
import { errorOf, unreachableError } from './api-error.js';

/** The paths of free calls that only an accepted key can make. */
const CHECK_PATHS: Readonly<Record<KeyKind, string>> = {
  account: '/v1/account',
  operator: '/v1/admin/accounts',
};
const TIMEOUT_MS = 15_000;
/** Matches keys that a header can carry: it may have no other characters. */
const SENDABLE = /^[\x21-\x7e]+$/;

/** Throws `ApiError` if the key is not accepted or the service does not respond. */
export async function checkKey(kind: KeyKind, key: string): Promise<void> {
  // A header cannot carry this key. Send any wrong one, so that the user gets the usual message.
  const sent = SENDABLE.test(key) ? key : 'unsendable';
  const response = await fetch(CHECK_PATHS[kind], {
    headers: { 'x-api-key': sent },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw unreachableError();
  });
  if (!response.ok) throw await errorOf(response);
}
