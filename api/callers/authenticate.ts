/**
 * Finds the caller by the API key of the request. Revoked and expired keys, and keys of deleted
 * accounts, are invalid. The rest of the request runs on behalf of the account.
 */
import type { RequestHandler } from 'express';
import { hashKey, isWellFormedKey } from '../../shared/domain/billing/api-key.js';
import { onBehalfOf } from '../../shared/domain/concurrency/on-behalf-of.js';
import type { AccountStore } from '../../shared/domain/ports/account-store.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import { isoOf } from '../../shared/domain/time.js';
import { type Caller, contextOf } from '../http/request-context.js';
import { apiKeyOf, type WrongKeys } from './credentials.js';
import { createCallerLookup } from './find-caller.js';

const RECORD_EVERY_MS = 60_000;

export function authenticate(
  accounts: AccountStore,
  clock: Clock,
  wrongKeys: WrongKeys,
): RequestHandler {
  const findCaller = createCallerLookup(accounts, clock);
  return async (request, response, next) => {
    const key = apiKeyOf(request);
    const caller =
      key !== undefined && isWellFormedKey(key)
        ? await findCaller(hashKey(key), () => wrongKeys.isFlood(request))
        : null;
    if (!caller || !isValid(caller, clock.now())) {
      next(wrongKeys.refuse(request, response));
      return;
    }
    contextOf(response).caller = caller;
    recordUse(caller, accounts, clock.now());
    onBehalfOf(caller.account.accountId, next);
  };
}

function isValid({ key, account }: Caller, nowMs: number): boolean {
  if (key.revokedAt !== null || account.deletedAt !== null) return false;
  return key.expiresAt === null || Date.parse(key.expiresAt) > nowMs;
}

/** Records the use of a key, at most once a minute, without delaying the request. */
function recordUse({ key }: Caller, accounts: AccountStore, nowMs: number): void {
  const usedMs = key.lastUsedAt === null ? 0 : Date.parse(key.lastUsedAt);
  if (nowMs - usedMs < RECORD_EVERY_MS) return;
  // The caller is cached. If this fails, the next lookup of the key reads the earlier time, and the
  // use is recorded then. Other writes log that the store is unavailable.
  key.lastUsedAt = isoOf(nowMs);
  accounts.touchKeys([{ keyId: key.keyId, usedAt: key.lastUsedAt }]).catch(() => undefined);
}
