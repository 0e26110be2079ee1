/**
 * Finds key and account by the key's hash, and caches them for 3 s. Addresses that send too many wrong keys
 * share one batched lookup, so a flood costs few queries and a correct key still works.
 */
import { LRUCache } from 'lru-cache';
import { isSameHash } from '../../shared/domain/billing/api-key.js';
import { batchedLookup } from '../../shared/domain/concurrency/batched-lookup.js';
import { toFindCallers } from '../../shared/domain/concurrency/on-behalf-of.js';
import type { AccountStore, ApiKey } from '../../shared/domain/ports/account-store.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import type { Caller } from '../http/request-context.js';

/** A revocation is noticed within 5 s. */
const CACHE_MS = 3_000;
const MAX_CACHED_KEYS = 10_000;
/** How long flooding addresses wait for others of their kind. */
const FLOOD_PAUSE_MS = 100;

/** `null`: nobody has such a key; one that has been revoked, or whose account was deleted, is found. */
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
  const atOnce = batchedLookup({ find, pauseMs: 0 });
  const withOthers = batchedLookup({ find, pauseMs: FLOOD_PAUSE_MS });

  async function look(hash: string, isFlood: boolean): Promise<Caller | null> {
    const found = await (isFlood ? withOthers(hash) : atOnce(hash));
    const key = found.find((each) => isSameHash(each.hash, hash));
    const account = key && (await accounts.account(key.accountId));
    return key && account ? { key, account } : null;
  }

  /** Neither failures nor unknown keys are remembered: a new key works at once. */
  async function lookUpAndCache(hash: string, isFlood: boolean): Promise<Caller | null> {
    const start = clock.now();
    try {
      const caller = await look(hash, isFlood);
      // What was read may have changed since the question was put.
      if (caller) cache.set(hash, caller, { start });
      return caller;
    } finally {
      pending.delete(hash);
    }
  }

  return async (hash, isFlood) => {
    const known = cache.get(hash);
    // What began in the future was read before the clock was set back.
    if (known && cache.getRemainingTTL(hash) <= CACHE_MS) return known;
    const lookup = pending.get(hash) ?? toFindCallers(() => lookUpAndCache(hash, isFlood()));
    pending.set(hash, lookup);
    return lookup;
  };
}
