/** Usage over time, compared with a naive count of calls and charges. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueKey } from '../../api/accounts/change-keys.js';
import { startTestService, type TestAnswer, type TestService } from '../helpers/test-service.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.parse('2026-05-10T00:00:00.000Z');

interface Called {
  atMs: number;
  route: string | null;
  keyId: string;
  credits: number;
}

let service: TestService;
let nowMs = START_MS;
const keys: { key: string; keyId: string }[] = [];
const called: Called[] = [];

/** Calls of clients: method, path, route and body. */
const CALLS: readonly [string, string, string | null, object?][] = [
  ['POST', '/v1/signals/search', 'POST /v1/signals/search', {}],
  ['POST', '/v1/signals/search', 'POST /v1/signals/search', { limit: 0 }],
  ['GET', '/v1/signals/trending', 'GET /v1/signals/trending'],
  [
    'POST',
    '/v1/companies/bulk',
    'POST /v1/companies/bulk',
    { domains: ['a.example', 'b.example', 'a.example'] },
  ],
  ['GET', '/v1/companies/none.example/timeline', 'GET /v1/companies/:domain/timeline'],
  ['GET', '/v1/nowhere', null],
];

beforeAll(async () => {
  service = await startTestService({ clock: { now: () => nowMs } });
  await service.createKey({ accountId: 'busy', unlimited: true });
  for (const name of ['first', 'second', 'third']) {
    const deps = { accounts: service.stores.accounts, clock: { now: () => nowMs } };
    const wanted = { name, expiresAt: null, monthlyCreditCap: null };
    keys.push(await issueKey(deps, 'busy', wanted));
  }
  // Steps of a prime number of milliseconds, with some calls exactly on the edge of a bucket.
  for (let at = 0; at < 84; at += 1) {
    nowMs = START_MS + (at % 10 === 0 ? at * HOUR_MS : at * 3_333_323);
    const [method, path, route, body] = CALLS[(at * 7) % CALLS.length] ?? CALLS[0] ?? [];
    if (method && path) await note(at % keys.length, method, path, route ?? null, body);
  }
  const stranger = await service.createKey({ accountId: 'stranger' });
  await service.call('POST', '/v1/signals/search', { key: stranger, body: {} });
  await service.call('GET', '/v1/account', { key: 'wrong' });
  await service.flush();
  await repeatEverything();
});

afterAll(() => service.stop());

async function note(
  key: number,
  method: string,
  path: string,
  route: string | null,
  body?: object,
): Promise<TestAnswer> {
  const { key: secret = '', keyId = '' } = keys[key] ?? {};
  const atMs = nowMs;
  const answer = await service.call(method, path, { key: secret, ...(body ? { body } : {}) });
  const credits = Number(answer.headers.get('x-credits-charged') ?? 0);
  called.push({ atMs, route, keyId, credits });
  return answer;
}

/** Stores every row twice, because journals deliver at least once. */
async function repeatEverything(): Promise<void> {
  for (const table of ['credit_ledger', 'request_logs']) {
    await service.clickhouse.command(`INSERT INTO ${table} SELECT * FROM ${table} FINAL`);
  }
}

async function usage(query: string): Promise<TestAnswer> {
  await service.flush();
  return note(0, 'GET', `/v1/usage${query}`, 'GET /v1/usage');
}

function naive(rows: readonly Called[], bucketMs: number) {
  const sum = (those: readonly Called[]) => ({
    calls: those.length,
    credits: those.reduce((total, { credits }) => total + credits, 0),
  });
  const by = <K>(those: readonly Called[], keyOf: (row: Called) => K) =>
    [...new Set(those.map(keyOf))].map(
      (key) => [key, those.filter((row) => keyOf(row) === key)] as const,
    );
  return by(rows, ({ atMs }) => Math.floor(atMs / bucketMs) * bucketMs)
    .sort(([left], [right]) => left - right)
    .map(([startMs, those]) => ({
      period_start: new Date(startMs).toISOString(),
      period_end: new Date(startMs + bucketMs).toISOString(),
      ...sum(those),
      routes: by(those, ({ route }) => route)
        .map(([route, some]) => ({ route, ...sum(some) }))
        .sort(inOrder),
      keys: by(those, ({ keyId }) => keyId)
        .map(([id, some]) => ({ api_key_id: id, ...sum(some) }))
        .sort(inOrder),
    }));
}

type Sum = { calls: number; credits: number; route?: string | null; api_key_id?: string };

function inOrder(left: Sum, right: Sum): number {
  const name = (each: Sum) => each.route ?? each.api_key_id ?? '';
  return (
    right.credits - left.credits || right.calls - left.calls || (name(left) < name(right) ? -1 : 1)
  );
}

describe('GET /v1/usage', () => {
  it('equals a naive count of calls and charges by day and hour for several ranges', async () => {
    nowMs = START_MS + 5 * DAY_MS;
    const first = called[0]?.atMs ?? 0;
    const edge = START_MS + 10 * HOUR_MS;
    const ranges: [number, number, 'day' | 'hour'][] = [
      [first - 1, nowMs, 'day'],
      [first - 1, nowMs, 'hour'],
      // The bounds are exclusive.
      [first, edge, 'hour'],
      [edge, START_MS + 20 * HOUR_MS, 'day'],
      [edge - 1, edge + 1, 'hour'],
      [START_MS + 3 * DAY_MS + 77, START_MS + 4 * DAY_MS - 77, 'hour'],
    ];
    const iso = (ms: number) => new Date(ms).toISOString();
    for (const [since, before, interval] of ranges) {
      const inside = called.filter(({ atMs }) => atMs > since && atMs < before);
      const { body } = await usage(
        `?since=${iso(since)}&before=${iso(before)}&interval=${interval}`,
      );
      expect(body).toEqual({
        interval,
        since: iso(since),
        before: iso(before),
        calls: inside.length,
        credits: inside.reduce((sum, { credits }) => sum + credits, 0),
        usage: naive(inside, interval === 'day' ? DAY_MS : HOUR_MS),
      });
      expect(body.calls).toBeGreaterThan(0);
    }
  });

  it('covers 30 days or 24 hours by default, including the current bucket', async () => {
    nowMs = Date.parse('2026-05-14T09:41:00.000Z');
    const daily = await usage('');
    expect(daily.body).toMatchObject({
      interval: 'day',
      since: '2026-04-15T00:00:00.000Z',
      before: '2026-05-15T00:00:00.000Z',
    });
    const hourly = await usage('?interval=hour');
    expect(hourly.body).toMatchObject({
      since: '2026-05-13T10:00:00.000Z',
      before: '2026-05-14T10:00:00.000Z',
    });
    // The call of a moment ago lies within the returned bounds, so it must be counted.
    expect((await usage('?interval=hour')).body.usage.at(-1)).toMatchObject({
      period_start: '2026-05-14T09:00:00.000Z',
      routes: expect.arrayContaining([{ route: 'GET /v1/usage', calls: 2, credits: 0 }]),
    });
  });

  it('equals the balance of the same period', async () => {
    nowMs = Date.parse('2026-05-20T00:00:00.000Z');
    const { body: balance } = await service.call('GET', '/v1/credits', { key: keys[0]?.key ?? '' });
    const since = new Date(Date.parse(balance.period_start) - 1).toISOString();
    const { body } = await usage(`?since=${since}&before=${balance.period_reset}`);
    expect(body.credits).toBe(balance.used);
    expect(balance.used).toBeGreaterThan(50);
  });

  it('rejects a range that is empty, reversed or too long', async () => {
    nowMs = Date.parse('2026-05-14T12:00:00.000Z');
    const fault = async (query: string) => {
      const { status, body } = await usage(query);
      return [
        status,
        ...body.details.map(({ field, code }: Record<string, string>) => [field, code]),
      ];
    };
    const range = [400, ['since', 'invalid_range']];
    expect(await fault('?since=2026-05-10&before=2026-05-10')).toEqual(range);
    expect(await fault('?since=2026-05-11&before=2026-05-10')).toEqual(range);
    expect(await fault('?since=2026-06-01')).toEqual(range);
    expect(await fault('?interval=hour&since=2026-04-01')).toEqual(range);
    expect(await fault('?since=2020-01-01')).toEqual(range);
    expect(await fault('?before=0000-01-01')).toEqual([400, ['before', 'invalid_range']]);
    expect(await fault('?interval=week&since=soon&to=now')).toEqual([
      400,
      ['to', 'unknown_field'],
      ['interval', 'invalid_enum'],
      ['since', 'invalid_format'],
    ]);
    // 400 buckets and years without data are allowed.
    const longest = 'since=2025-04-08T23:59:59.999Z&before=2026-05-14';
    expect((await usage(`?${longest}`)).status).toBe(200);
    expect((await usage(`?${longest.replace('04-08', '04-07')}`)).status).toBe(400);
    for (const [since, before] of [
      ['0000-01-01', '0000-01-05'],
      ['9999-12-01', '9999-12-31'],
    ]) {
      const { status, body } = await usage(`?since=${since}&before=${before}`);
      expect([status, body.calls, body.usage]).toEqual([200, 0, []]);
    }
  });

  it('requires a key but no credits', async () => {
    expect((await service.call('GET', '/v1/usage', { key: null })).status).toBe(401);
    const key = await service.createKey({ unlimited: false, monthlyLimit: 0 });
    const { status, headers } = await service.call('GET', '/v1/usage', { key });
    expect([status, headers.get('x-credits-used')]).toEqual([200, '0']);
  });
});

describe('Request log', () => {
  it('has every call in ClickHouse after a drain and after a stop', async () => {
    const { clickhouse } = service;
    const other = await startTestService({
      adapter: { clickhouse, close: async () => undefined },
    });
    const key = await other.createKey({ accountId: 'logged' });
    const calls = () =>
      clickhouse.rows(
        "SELECT count() AS calls FROM request_logs FINAL WHERE account_id = 'logged'",
      );
    await other.call('GET', '/v1/account', { key });
    await other.flush();
    expect(await calls()).toEqual([{ calls: 1 }]);
    await other.call('GET', '/v1/account', { key });
    await other.stop();
    expect(await calls()).toEqual([{ calls: 2 }]);
  });
});
