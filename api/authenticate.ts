/**
 * Who calls: a key is looked up by its hash and believed for a few seconds. Revoked and expired keys
 * and those of deleted accounts are wrong keys.
 */
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { hashKey, isSameHash, isWellFormedKey } from '../shared/api-key.js';
import type { AccountStore, ApiKey } from '../shared/ports/account-store.js';
import type { Clock } from '../shared/ports/clock.js';
import { type Caller, recordOf } from './call.js';
import { keyOf, type RefuseKey } from './credentials.js';

/** A revocation is noticed within 5 s. */
const BELIEVED_MS = 3_000;
const MAX_CACHED_KEYS = 10_000;
const TOUCH_EVERY_MS = 60_000;

export function authenticate(
  accounts: AccountStore,
  clock: Clock,
  refuse: RefuseKey,
): RequestHandler {
  const believed = new LRUCache<string, Promise<Caller | null>>({
    max: MAX_CACHED_KEYS,
    ttl: BELIEVED_MS,
    perf: { now: () => clock.now() },
  });
  const touch = createToucher(accounts, clock);

  async function callerBy(key: string): Promise<Caller | null> {
    if (!isWellFormedKey(key)) return null;
    const hash = hashKey(key);
    let lookup = believed.get(hash);
    if (!lookup) {
      lookup = findCaller(accounts, hash);
      believed.set(hash, lookup);
      // Neither failures nor unknown keys are remembered: a new key works at once.
      lookup.then(
        (caller) => caller ?? believed.delete(hash),
        () => believed.delete(hash),
      );
    }
    const caller = await lookup;
    return caller && isValid(caller.key, clock.now()) ? caller : null;
  }

  return async (request, response, next) => {
    const key = keyOf(request);
    const caller = key === undefined ? null : await callerBy(key);
    if (caller) {
      recordOf(response).caller = caller;
      touch(caller.key);
      next();
      return;
    }
    next(refuse(request, response));
  };
}

async function findCaller(accounts: AccountStore, hash: string): Promise<Caller | null> {
  const key = await accounts.keyByHash(hash);
  if (!key || !isSameHash(key.hash, hash)) return null;
  const account = await accounts.account(key.accountId);
  return account && account.deletedAt === null ? { key, account } : null;
}

function isValid(key: ApiKey, nowMs: number): boolean {
  if (key.revokedAt !== null) return false;
  return key.expiresAt === null || Date.parse(key.expiresAt) > nowMs;
}

/** Notes a use at most once a minute per key, beside the request. */
function createToucher(accounts: AccountStore, clock: Clock): (key: ApiKey) => void {
  const touched = new LRUCache<string, true>({
    max: MAX_CACHED_KEYS,
    ttl: TOUCH_EVERY_MS,
    perf: { now: () => clock.now() },
  });
  return ({ keyId }) => {
    if (touched.has(keyId)) return;
    touched.set(keyId, true);
    accounts
      .touchKeys([{ keyId, usedAt: new Date(clock.now()).toISOString() }])
      .catch(() => touched.delete(keyId));
  };
}
