/**
 * Who calls: `x-api-key`, else `Authorization: Bearer`. A key is looked up by its hash and believed
 * for a few seconds; wrong keys are limited per address, a correct key never is.
 */
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { hashKey, isWellFormedKey } from '../shared/api-key.js';
import { AppError } from '../shared/errors.js';
import type { AccountStore, ApiKey } from '../shared/ports/account-store.js';
import type { Clock } from '../shared/ports/clock.js';
import { type Caller, recordOf } from './call.js';
import { SlidingWindow } from './sliding-window.js';

/** A revocation is noticed within 5 s. */
const BELIEVED_MS = 3_000;
const MAX_CACHED_KEYS = 10_000;
const WRONG_KEYS_PER_MINUTE = 60;
const TOUCH_EVERY_MS = 60_000;

export function authenticate(accounts: AccountStore, clock: Clock): RequestHandler {
  const believed = new LRUCache<string, Promise<Caller | null>>({
    max: MAX_CACHED_KEYS,
    ttl: BELIEVED_MS,
    perf: { now: () => clock.now() },
  });
  const wrong = new SlidingWindow();
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
    const address = request.ip ?? '';
    if (key !== undefined && wrong.add(address, clock.now()) > WRONG_KEYS_PER_MINUTE) {
      wrong.remove(address, clock.now());
      response.set('Retry-After', '60');
      next(new AppError('rate_limited', 'Too many wrong keys from this address.'));
      return;
    }
    response.set('WWW-Authenticate', 'Bearer');
    const fault = key === undefined ? 'No API key was given' : 'The API key is not valid';
    next(new AppError('unauthorized', `${fault}: send one in x-api-key or as Bearer token.`));
  };
}

function keyOf(request: Request): string | undefined {
  const header = request.get('x-api-key')?.trim();
  if (header) return header;
  return /^Bearer +(\S+) *$/i.exec(request.get('authorization') ?? '')?.[1];
}

async function findCaller(accounts: AccountStore, hash: string): Promise<Caller | null> {
  const key = await accounts.keyByHash(hash);
  const account = key ? await accounts.account(key.accountId) : null;
  return key && account ? { key, account } : null;
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
