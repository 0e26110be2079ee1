/** Accounts, keys, caps and limits over HTTP, including changes while the service runs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteAccount, updateAccount } from '../../api/accounts/change-accounts.js';
import { issueKey, revokeKey, rotateKey, updateKey } from '../../api/accounts/change-keys.js';
import { generateApiKey } from '../../shared/domain/billing/api-key.js';
import { NoRoomError } from '../../shared/domain/errors.js';
import { startTestService, type TestAnswer, type TestService } from '../helpers/test-service.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Time after which every process has noticed a change. */
const NOTICED_MS = 5_000;

let service: TestService;
let nowMs = Date.parse('2026-05-15T12:00:00.000Z');
const clock = { now: () => nowMs };

beforeAll(async () => {
  service = await startTestService({ clock, trustProxy: 1 });
});

afterAll(() => service.stop());

const deps = () => ({ accounts: service.stores.accounts, clock });
const search = (key: string, headers: Record<string, string> = {}) =>
  service.call('POST', '/v1/signals/search', { key, body: {}, headers });
const statusOf = async (key: string) => (await search(key)).status;
const remaining = (answer: TestAnswer) => answer.headers.get('x-credits-remaining');

async function newKey(accountId: string, options: { expiresAt?: string; cap?: number } = {}) {
  return issueKey(deps(), accountId, {
    name: 'more',
    expiresAt: options.expiresAt ?? null,
    monthlyCreditCap: options.cap ?? null,
  });
}

describe('A key that was shown, but could not be stored', () => {
  const NOT_STORED = 'The key above was not stored. Do not use it.';
  const full = () => ({
    ...deps(),
    accounts: {
      ...service.stores.accounts,
      addKey: () => Promise.reject(new NoRoomError(new Error('full'))),
    },
  });
  const none = { name: 'none', expiresAt: null, monthlyCreditCap: null };

  it('is reported as such when it was to be issued', async () => {
    await service.createKey({ accountId: 'no-room' });
    const issuing = issueKey(full(), 'no-room', none, async () => undefined);
    await expect(issuing).rejects.toThrow(
      new RegExp(`free some space on its disk. ${NOT_STORED}$`),
    );
    await expect(issueKey(full(), 'no-room', none)).rejects.toThrow(/on its disk$/);
  });

  it('leaves the old key as it is when it was to replace that', async () => {
    await service.createKey({ accountId: 'no-room-to-rotate' });
    const { key, keyId } = await newKey('no-room-to-rotate');
    const times = { graceMs: 0, expiresAt: null };
    await expect(rotateKey(full(), keyId, times, async () => undefined)).rejects.toThrow(
      `${NOT_STORED} The old key still works.`,
    );
    nowMs += NOTICED_MS;
    expect(await statusOf(key)).toBe(200);
  });

  it('is told apart from one that was stored before the room ended', async () => {
    await service.createKey({ accountId: 'room-for-one' });
    const { keyId } = await newKey('room-for-one');
    const { accounts } = service.stores;
    const changeKey = () => Promise.reject(new NoRoomError(new Error('full')));
    const halfFull = { ...deps(), accounts: { ...accounts, changeKey } };
    const times = { graceMs: 0, expiresAt: null };
    await expect(rotateKey(halfFull, keyId, times, async () => undefined)).rejects.toThrow(
      `The key above works. Key ${keyId} works too: revoke it when the disk has room.`,
    );
  });
});

describe('Credit cap of a key', () => {
  it('returns 402 for the key while other keys of the account can still spend', async () => {
    const other = await service.createKey({
      accountId: 'capped',
      unlimited: false,
      monthlyLimit: 9,
    });
    const { key, keyId } = await newKey('capped', { cap: 3 });
    for (let at = 0; at < 3; at += 1) expect(await statusOf(key)).toBe(200);
    const refused = await search(key);
    expect(refused.status).toBe(402);
    expect(refused.body.message).toBe(
      'Insufficient credits: the call costs 1, and this key has 0 left until 2026-06-01T00:00:00.000Z.',
    );
    expect(refused.body.details).toMatchObject([
      { code: 'insufficient_credits', meta: { required: 1, remaining: 0 } },
    ]);
    expect(remaining(refused)).toBe('6');
    expect(await statusOf(other)).toBe(200);
    expect((await service.call('GET', '/v1/account', { key })).status).toBe(200);

    await updateKey(deps(), keyId, { monthlyCreditCap: 4 });
    nowMs += NOTICED_MS;
    expect(await statusOf(key)).toBe(200);
    expect(await statusOf(key)).toBe(402);
    await updateKey(deps(), keyId, { monthlyCreditCap: null });
    nowMs += NOTICED_MS;
    expect(await statusOf(key)).toBe(200);
  });

  it('rejects a call that costs more than remains, and excess concurrent calls', async () => {
    await service.createKey({ accountId: 'capped-unlimited', unlimited: true });
    const { key } = await newKey('capped-unlimited', { cap: 5 });
    const bulk = (count: number) =>
      service.call('POST', '/v1/companies/bulk', {
        key,
        body: { domains: Array.from({ length: count }, (_, at) => `d${at}.example`) },
      });
    const refused = await bulk(6);
    expect(refused.status).toBe(402);
    expect(refused.body.details[0].meta).toMatchObject({ required: 6, remaining: 5 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => search(key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(15);
  });

  it('is kept on rotation and resets with the billing period', async () => {
    await service.createKey({ accountId: 'rotated-cap' });
    const old = await newKey('rotated-cap', { cap: 1 });
    const issued = await rotateKey(deps(), old.keyId, { graceMs: DAY_MS, expiresAt: null });
    expect(issued).toMatchObject({ monthlyCreditCap: 1, name: 'more' });
    expect(await statusOf(issued.key)).toBe(200);
    expect(await statusOf(issued.key)).toBe(402);
    const before = nowMs;
    nowMs = Date.parse('2026-06-01T00:00:00.000Z');
    expect(await statusOf(issued.key)).toBe(200);
    nowMs = before;
  });
});

describe('Limits that change while the service runs', () => {
  it('return 402 and 0 remaining credits if the new limit is below the credits used', async () => {
    const key = await service.createKey({
      accountId: 'lowered',
      unlimited: false,
      monthlyLimit: 10,
    });
    for (let at = 0; at < 4; at += 1) expect(await statusOf(key)).toBe(200);
    await updateAccount(deps(), 'lowered', { monthlyLimit: 2 });
    nowMs += NOTICED_MS;
    const refused = await search(key);
    expect(refused.status).toBe(402);
    expect([remaining(refused), refused.headers.get('x-credits-limit')]).toEqual(['0', '2']);
    expect(refused.headers.get('x-credits-used')).toBe('4');
    const { body } = await service.call('GET', '/v1/credits', { key });
    expect(body).toMatchObject({ monthly_limit: 2, used: 4, remaining: 0 });

    await updateAccount(deps(), 'lowered', { monthlyLimit: 6 });
    nowMs += NOTICED_MS;
    expect(remaining(await search(key))).toBe('1');
    expect(await statusOf(key)).toBe(200);
    expect(await statusOf(key)).toBe(402);
    await updateAccount(deps(), 'lowered', { unlimited: true });
    nowMs += NOTICED_MS;
    expect(await statusOf(key)).toBe(200);
    await updateAccount(deps(), 'lowered', { monthlyLimit: 0 });
    nowMs += NOTICED_MS;
    expect(await statusOf(key)).toBe(402);
  });

  it('apply a lower and a higher rate limit', async () => {
    const key = await service.createKey({ accountId: 'slowed', rateLimit: 5 });
    const read = async () => (await service.call('GET', '/v1/account', { key })).status;
    for (let at = 0; at < 3; at += 1) expect(await read()).toBe(200);
    await updateAccount(deps(), 'slowed', { rateLimit: 2 });
    nowMs += NOTICED_MS;
    expect(await read()).toBe(429);
    await updateAccount(deps(), 'slowed', { rateLimit: 50 });
    nowMs += NOTICED_MS;
    expect(await read()).toBe(200);
  });
});

describe('Deleted account', () => {
  it('cannot call or be changed, and keeps its charges', async () => {
    const key = await service.createKey({ accountId: 'gone' });
    expect(await statusOf(key)).toBe(200);
    await deleteAccount(deps(), 'gone');
    nowMs += NOTICED_MS;
    expect(await statusOf(key)).toBe(401);
    await expect(newKey('gone')).rejects.toThrow(/gone was deleted .* cannot be used again/);
    await expect(updateAccount(deps(), 'gone', { unlimited: true })).rejects.toThrow(/was deleted/);
    await service.flush();
    const used = await service.stores.usage.creditsUsed('gone', '2026-05-01T00:00:00.000Z');
    expect(used.total).toBe(1);
  });
});

describe('API key', () => {
  it('expires exact to the millisecond', async () => {
    await service.createKey({ accountId: 'expiring' });
    const { key } = await newKey('expiring', {
      expiresAt: new Date(nowMs + HOUR_MS).toISOString(),
    });
    nowMs += HOUR_MS - 1;
    expect(await statusOf(key)).toBe(200);
    nowMs += 1;
    expect(await statusOf(key)).toBe(401);
  });

  it('stops working permanently within 5 s of its revocation', async () => {
    await service.createKey({ accountId: 'revoked' });
    const { key, keyId } = await newKey('revoked');
    expect(await statusOf(key)).toBe(200);
    const { revokedAt } = await revokeKey(deps(), keyId);
    nowMs += NOTICED_MS;
    expect(await statusOf(key)).toBe(401);
    expect((await revokeKey(deps(), keyId)).revokedAt).toBe(revokedAt);
    const rotating = rotateKey(deps(), keyId, { graceMs: 0, expiresAt: null });
    await expect(rotating).rejects.toThrow(/is revoked/);
    await expect(updateKey(deps(), keyId, { name: 'x' })).rejects.toThrow(/is revoked/);
  });

  it('works during the grace period after rotation, but not beyond its own expiry', async () => {
    await service.createKey({ accountId: 'rotating' });
    const old = await newKey('rotating');
    const next = await rotateKey(deps(), old.keyId, { graceMs: DAY_MS, expiresAt: null });
    expect([await statusOf(old.key), await statusOf(next.key)]).toEqual([200, 200]);
    nowMs += DAY_MS;
    expect([await statusOf(old.key), await statusOf(next.key)]).toEqual([401, 200]);
    const tooLate = rotateKey(deps(), old.keyId, { graceMs: DAY_MS, expiresAt: null });
    await expect(tooLate).rejects.toThrow(/has expired\. Issue a new key/);

    const endsAt = new Date(nowMs + HOUR_MS).toISOString();
    const ending = await newKey('rotating', { expiresAt: endsAt });
    await rotateKey(deps(), ending.keyId, { graceMs: 7 * DAY_MS, expiresAt: null });
    expect((await service.stores.accounts.key(ending.keyId))?.expiresAt).toBe(endsAt);

    const last = await rotateKey(deps(), next.keyId, { graceMs: 0, expiresAt: null });
    nowMs += NOTICED_MS;
    expect([await statusOf(next.key), await statusOf(last.key)]).toEqual([401, 200]);
  });

  it('keeps every change if it is changed several times at once', async () => {
    const { accounts } = service.stores;
    await service.createKey({ accountId: 'contested' });
    const hour = { graceMs: HOUR_MS, expiresAt: null };
    const endsAt = new Date(nowMs + HOUR_MS).toISOString();
    for (let round = 0; round < 5; round += 1) {
      const { keyId } = await newKey('contested');
      await Promise.all([
        updateKey(deps(), keyId, { name: 'renamed' }),
        rotateKey(deps(), keyId, hour),
        updateKey(deps(), keyId, { monthlyCreditCap: 7 }),
        rotateKey(deps(), keyId, { ...hour, graceMs: DAY_MS }),
      ]);
      const changed = { name: 'renamed', monthlyCreditCap: 7, expiresAt: endsAt };
      expect(await accounts.key(keyId)).toMatchObject(changed);
      const { revokedAt } = (
        await Promise.all([
          revokeKey(deps(), keyId),
          rotateKey(deps(), keyId, hour).catch(() => null),
          updateKey(deps(), keyId, { name: 'again' }).catch(() => null),
        ])
      )[0];
      expect(await accounts.key(keyId)).toMatchObject({ monthlyCreditCap: 7, revokedAt });
    }
  });

  it('records its last use, at most once a minute', async () => {
    await service.createKey({ accountId: 'used' });
    const { key, keyId } = await newKey('used');
    const lastUsed = async () => (await service.stores.accounts.key(keyId))?.lastUsedAt;
    expect(await lastUsed()).toBeNull();
    const first = new Date(nowMs).toISOString();
    await search(key);
    await expect.poll(lastUsed, { timeout: 20_000 }).toBe(first);
    nowMs += 61_000;
    await search(key);
    await expect.poll(lastUsed, { timeout: 20_000 }).toBe(new Date(nowMs).toISOString());
  });
});

describe('Key lookup', () => {
  it('rejects a key if the database returns the row of another key', async () => {
    const { accounts } = service.stores;
    await service.createKey({ accountId: 'collided' });
    const { keyId } = await newKey('collided');
    const keysByHash = accounts.keysByHash;
    accounts.keysByHash = async () => [await accounts.key(keyId)].flatMap((key) => key ?? []);
    try {
      expect(await statusOf(generateApiKey().key)).toBe(401);
    } finally {
      accounts.keysByHash = keysByHash;
    }
  });
});

describe('Invalid keys', () => {
  const tryFrom = async (address: string, key = generateApiKey().key) =>
    (await search(key, { 'x-forwarded-for': address })).status;

  it('are limited by the client address that the proxy adds; valid keys are not', async () => {
    const right = await service.createKey();
    const statuses: number[] = [];
    for (let at = 0; at < 62; at += 1) statuses.push(await tryFrom('203.0.113.7'));
    expect(statuses).toEqual([...Array(60).fill(401), 429, 429]);
    expect(await tryFrom('203.0.113.7', right)).toBe(200);
    // Entries before the one of the proxy are ignored, because clients can forge them.
    expect(await tryFrom('198.51.100.1, 203.0.113.7')).toBe(429);
    expect(await tryFrom('203.0.113.7, 198.51.100.1')).toBe(401);
    nowMs += 62_000;
    expect(await tryFrom('203.0.113.7')).toBe(401);
  });

  it('are limited by IPv6 network, because a client can use every address of it', async () => {
    const statuses = new Set<number>();
    for (let at = 0; at < 62; at += 1) statuses.add(await tryFrom(`2001:db8:1:2::${at + 1}`));
    expect([...statuses]).toEqual([401, 429]);
    expect(await tryFrom('2001:db8:1:3::1')).toBe(401);
  });
});

describe('Database', () => {
  it('contains no API key in any table', async () => {
    const key = await service.createKey({ accountId: 'secretive' });
    const issued = await newKey('secretive');
    const rotated = await rotateKey(deps(), issued.keyId, { graceMs: 0, expiresAt: null });
    await search(key);
    await service.call('GET', '/v1/account', {
      key: null,
      headers: { authorization: `Bearer ${rotated.key}` },
    });
    await service.flush();
    const tables = await service.clickhouse.rows<{ name: string }>(
      'SELECT name FROM system.tables WHERE database = currentDatabase()',
    );
    const dumps = tables.map(({ name }) => service.clickhouse.rows(`SELECT * FROM ${name}`));
    const dump = JSON.stringify(await Promise.all(dumps));
    const holds = (text: string) => dump.includes(text);
    for (const { keyId, prefix } of [issued, rotated]) {
      expect([holds(keyId), holds(prefix)]).toEqual([true, true]);
    }
    for (const secret of [key, issued.key, rotated.key]) {
      expect(holds(secret.slice(issued.prefix.length))).toBe(false);
      expect(holds(Buffer.from(secret).toString('base64'))).toBe(false);
    }
  });
});

describe('Admin API without a configured admin key', () => {
  it('returns 404 for every key', async () => {
    const key = await service.createKey();
    const unknown = (await service.call('GET', '/v1/nowhere', { key })).body;
    for (const options of [{ key }, { key: null }, { key: 'guess' }, { key: '' }]) {
      for (const [method, path] of [
        ['GET', '/v1/admin/accounts'],
        ['PUT', '/v1/admin/accounts'],
        ['DELETE', '/v1/admin/accounts/x/keys/y'],
      ] as const) {
        const answer = await service.call(method, path, options);
        expect([answer.status, answer.body]).toEqual([404, unknown]);
      }
    }
  });
});
