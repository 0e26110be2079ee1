/** How often the store is asked for keys, and that a correct one is found whatever else comes. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCallerLookup } from '../../../../api/callers/find-caller.js';
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

/** Knows the keys whose hash begins with "right". */
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

describe('a flood of wrong keys', () => {
  it('is one question, in which a correct key is found', async () => {
    const { questions, find } = lookupOn();
    const callers = [...wrong(500), 'right', ...wrong(500)].map((hash) => find(hash, flood));
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await Promise.all(callers)).filter((caller) => caller !== null)).toHaveLength(1);
    expect(questions.map((names) => names.length)).toEqual([501]);
  });

  it('costs no more questions in a second, however it is spread', async () => {
    const { questions, find } = lookupOn();
    for (let at = 0; at < 1_000; at += 1) {
      find(`wrong${at}`, flood);
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(questions.length).toBeLessThanOrEqual(10);
  });

  it('does not stand before a key from another address', async () => {
    const { questions, find } = lookupOn();
    const others = wrong(100).map((hash) => find(hash, flood));
    expect(await find('right', calm)).toMatchObject({ account: { accountId: 'acme' } });
    expect(questions).toEqual([['right']]);
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all(others);
  });
});

describe('a key', () => {
  it('that is known is believed for a while, one that is unknown never', async () => {
    const { questions, find } = lookupOn();
    for (const hash of ['right', 'right', 'wrong', 'wrong']) await find(hash, calm);
    expect(questions).toEqual([['right'], ['wrong'], ['wrong']]);
    await vi.advanceTimersByTimeAsync(5_000);
    await find('right', calm);
    expect(questions).toHaveLength(4);
  });

  it('is looked up again in time after the clock was set back', async () => {
    const { questions, find } = lookupOn();
    await find('right', calm);
    vi.setSystemTime(Date.now() - 7_200_000);
    await vi.advanceTimersByTimeAsync(5_000);
    await find('right', calm);
    expect(questions).toHaveLength(2);
  });

  it('of a deleted account is not looked up each time', async () => {
    const { questions, find } = lookupOn({ ...account, deletedAt: '2026-02-01T00:00:00.000Z' });
    for (let at = 0; at < 5; at += 1) await find('right', calm);
    expect(questions).toHaveLength(1);
  });
});
