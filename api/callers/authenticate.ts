/**
 * Finds the caller by the API key of the request. Revoked and expired keys, and keys of deleted
 * accounts, are invalid. The rest of the request runs on behalf of the account. Addresses that send
 * too many wrong keys share one batched lookup, so a flood costs few queries and a correct key still
 * works.
 */
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { hashKey, isSameHash, isWellFormedKey } from '../../shared/domain/billing/api-key.js';
import { batchedLookup } from '../../shared/domain/concurrency/batched-lookup.js';
import { asKeyLookup, onBehalfOf } from '../../shared/domain/concurrency/on-behalf-of.js';
import type { AccountStore, ApiKey } from '../../shared/domain/ports/account-store.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import { isoOf } from '../../shared/domain/time.js';
import { type Caller, contextOf } from '../http/request-context.js';
import { apiKeyOf, type WrongKeys } from './credentials.js';

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

/** Milliseconds for which a caller is cached, so that a revocation takes effect within 5 s. */
const CACHE_MS = 3_000;
const MAX_CACHED_KEYS = 10_000;
/** Milliseconds that a lookup of a flooding address waits, so that others can join its query. */
const FLOOD_PAUSE_MS = 100;

/** Returns `null` if the key is unknown. Revoked keys and keys of deleted accounts are found. */
type FindCaller = (hash: string, isFlood: () => boolean) => Promise<Caller | null>;

export function createCallerLookup(
  accounts: Pick<AccountStore, 'keysByHash' | 'account'>,
  clock: Clock,
): FindCaller {
  const cache = new LRUCache<string, Caller>({
    max: MAX_CACHED_KEYS,
    ttl: CACHE_MS,
    perf: { now: () => clock.now() },
  });
  const pending = new Map<string, Promise<Caller | null>>();
  const find = (hashes: readonly string[]): Promise<ApiKey[]> => accounts.keysByHash(hashes);
  const lookUpAtOnce = batchedLookup({ find, pauseMs: 0 });
  const lookUpWithOthers = batchedLookup({ find, pauseMs: FLOOD_PAUSE_MS });

  async function findUncached(hash: string, isFlood: boolean): Promise<Caller | null> {
    const keys = await (isFlood ? lookUpWithOthers(hash) : lookUpAtOnce(hash));
    const key = keys.find((each) => isSameHash(each.hash, hash));
    const account = key && (await accounts.account(key.accountId));
    return key && account ? { key, account } : null;
  }

  /** Finds a caller. Failures and unknown keys are not cached, so a new key works at once. */
  async function findAndCache(hash: string, isFlood: boolean): Promise<Caller | null> {
    const start = clock.now();
    try {
      const caller = await findUncached(hash, isFlood);
      // The cache time begins with the lookup, because the rows may have changed since then.
      if (caller) cache.set(hash, caller, { start });
      return caller;
    } finally {
      pending.delete(hash);
    }
  }

  return async (hash, isFlood) => {
    const cached = cache.get(hash);
    // An entry that is valid for longer than `CACHE_MS` was made before the clock was set back.
    if (cached && cache.getRemainingTTL(hash) <= CACHE_MS) return cached;
    const lookup = pending.get(hash) ?? asKeyLookup(() => findAndCache(hash, isFlood()));
    pending.set(hash, lookup);
    return lookup;
  };
}
