/** How often the store is queried for API keys, and that a correct key is found during a flood of wrong ones. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCallerLookup } from '../../../../api/callers/authenticate.js';
import type {
  Account,
  AccountStore,
  ApiKey,
} from '../../../../shared/domain/ports/account-store.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const account: Account = {
  accountId: 'acme',
  name: 'Acme',
  monthlyLimit: 1,
  unlimited: true,
  rateLimit: 1,
  earlyAccess: false,
  billingAnchorDay: 1,
  formerAnchors: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  deletedAt: null,
};
const keyWith = (hash: string): ApiKey => ({
  keyId: hash,
  accountId: 'acme',
  name: 'key',
  prefix: '',
  hash,
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
  monthlyCreditCap: null,
  lastUsedAt: null,
});

/** Returns a lookup on a store that knows all keys whose hash begins with "right", and its queries. */
function lookupOn(stored: Account = account) {
  const questions: string[][] = [];
  const accounts: Pick<AccountStore, 'keysByHash' | 'account'> = {
    async keysByHash(hashes) {
      questions.push([...hashes]);
      return hashes.filter((hash) => hash.startsWith('right')).map(keyWith);
    },
    account: async () => stored,
  };
  return { questions, find: createCallerLookup(accounts, { now: () => Date.now() }) };
}

const flood = () => true;
const calm = () => false;
const wrong = (count: number) => Array.from({ length: count }, (_, at) => `wrong${at}`);

describe('Caller lookup during a flood of wrong keys', () => {
  it('sends one query for all keys and still finds the correct one', async () => {
    const { questions, find } = lookupOn();
    const callers = [...wrong(500), 'right', ...wrong(500)].map((hash) => find(hash, flood));
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await Promise.all(callers)).filter((caller) => caller !== null)).toHaveLength(1);
    expect(questions.map((names) => names.length)).toEqual([501]);
  });

  it('sends at most ten queries per second for keys that arrive one by one', async () => {
    const { questions, find } = lookupOn();
    for (let at = 0; at < 1_000; at += 1) {
      find(`wrong${at}`, flood);
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(questions.length).toBeLessThanOrEqual(10);
  });

  it('does not delay a correct key from another address', async () => {
    const { questions, find } = lookupOn();
    const others = wrong(100).map((hash) => find(hash, flood));
    expect(await find('right', calm)).toMatchObject({ account: { accountId: 'acme' } });
    expect(questions).toEqual([['right']]);
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all(others);
  });
});

describe('Caller lookup', () => {
  it('caches a known key for less than 5 seconds and an unknown key never', async () => {
    const { questions, find } = lookupOn();
    for (const hash of ['right', 'right', 'wrong', 'wrong']) await find(hash, calm);
    expect(questions).toEqual([['right'], ['wrong'], ['wrong']]);
    await vi.advanceTimersByTimeAsync(5_000);
    await find('right', calm);
    expect(questions).toHaveLength(4);
  });

  it('queries a cached key again within 5 seconds after the clock was set back', async () => {
    const { questions, find } = lookupOn();
    await find('right', calm);
    vi.setSystemTime(Date.now() - 7_200_000);
    await vi.advanceTimersByTimeAsync(5_000);
    await find('right', calm);
    expect(questions).toHaveLength(2);
  });

  it('caches the key of a deleted account', async () => {
    const { questions, find } = lookupOn({ ...account, deletedAt: '2026-02-01T00:00:00.000Z' });
    for (let at = 0; at < 5; at += 1) await find('right', calm);
    expect(questions).toHaveLength(1);
  });
});
