/**
 * Finds the caller by the API key of the request. Revoked and expired keys, and keys of deleted
 * accounts, are invalid. The rest of the request runs on behalf of the account.
 */
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { hashKey, isWellFormedKey } from '../../shared/domain/billing/api-key.js';
import { onBehalfOf } from '../../shared/domain/concurrency/on-behalf-of.js';
import type { AccountStore, ApiKey } from '../../shared/domain/ports/account-store.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import { isoOf } from '../../shared/domain/time.js';
import { type Caller, contextOf } from '../http/request-context.js';
import { apiKeyOf, type WrongKeys } from './credentials.js';
import { createCallerLookup } from './find-caller.js';

const MAX_RECORDED_KEYS = 10_000;
const RECORD_EVERY_MS = 60_000;

export function authenticate(
  accounts: AccountStore,
  clock: Clock,
  wrongKeys: WrongKeys,
): RequestHandler {
  const findCaller = createCallerLookup(accounts, clock);
  const recordUse = createUseRecorder(accounts, clock);
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
    recordUse(caller.key);
    onBehalfOf(caller.account.accountId, next);
  };
}

function isValid({ key, account }: Caller, nowMs: number): boolean {
  if (key.revokedAt !== null || account.deletedAt !== null) return false;
  return key.expiresAt === null || Date.parse(key.expiresAt) > nowMs;
}

/** Makes the recorder of a key's use: at most once a minute, without delaying the request. */
function createUseRecorder(accounts: AccountStore, clock: Clock): (key: ApiKey) => void {
  const uses = new LRUCache<string, true>({
    max: MAX_RECORDED_KEYS,
    ttl: RECORD_EVERY_MS,
    perf: { now: () => clock.now() },
  });
  return ({ keyId }) => {
    if (uses.has(keyId)) return;
    uses.set(keyId, true);
    accounts.touchKeys([{ keyId, usedAt: isoOf(clock.now()) }]).catch(() => uses.delete(keyId));
  };
}
