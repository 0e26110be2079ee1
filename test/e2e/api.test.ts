/** `signals api` with and without a running service: which process counts credits. Some tests need a Redis server. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createAccount,
  createDataFolder,
  type DataFolder,
  jsonOf,
  type NewAccount,
  type RunningService,
  rowsOf,
  runSignals,
  startServer,
  startService,
} from '../helpers/cli.js';
import { eventually } from '../helpers/eventually.js';
import { redisMissing, startRedis, type TestRedis } from '../helpers/redis.js';

const missing = redisMissing();

let folder: DataFolder;
let running: RunningService[];

beforeEach(() => {
  folder = createDataFolder();
  running = [];
});

afterEach(async () => {
  const alive = running.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  for (const each of alive) await each.stop('SIGKILL');
  folder.remove();
});

async function start(...args: string[]): Promise<RunningService> {
  const server = await startServer(folder, ...args);
  running.push(server);
  return server;
}

async function keyOf(account: string, limits: NewAccount): Promise<string> {
  return (await createAccount(folder, account, limits)).key;
}

const search = (server: RunningService, key: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/v1/signals/search`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    body: '{}',
  });

describe('signals api without Redis', () => {
  it('exits if a service on the same data folder already counts credits', async () => {
    const service = await startService(folder, '--no-demo');
    running.push(service);
    const refused = await runSignals(folder, 'api');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('signals serve on');
    expect(refused.stderr).toContain('REDIS_URL');
    // It must not count them in Redis either.
    folder.env.REDIS_URL = 'redis://127.0.0.1:1';
    expect((await runSignals(folder, 'api')).code).toBe(1);
    expect(await service.stop()).toBe(0);
  });

  it('takes over immediately from a killed process, and exits if another one is running', async () => {
    const first = await start('api');
    const key = await keyOf('capped', { monthlyLimit: 10 });
    expect((await search(first, key)).status).toBe(200);
    expect((await runSignals(folder, 'api')).code).toBe(1);
    await first.stop('SIGKILL');
    const second = await start('api');
    expect((await search(second, key)).status).toBe(200);
    expect(await second.stop()).toBe(0);
    const third = await start('api');
    expect(await third.stop()).toBe(0);
  });
});

describe.skipIf(missing)(`Processes with a shared Redis${missing ? ` (${missing})` : ''}`, () => {
  let redis: TestRedis;

  beforeEach(async () => {
    redis = await startRedis();
    folder.env.REDIS_URL = redis.url;
  });

  afterEach(() => redis.remove());

  const ledgerOf = async (account: string): Promise<{ credits: number; charges: number }> => {
    const sql = `SELECT sum(credits) AS total, countIf(l.credits > 0) AS charges
      FROM credit_ledger AS l FINAL WHERE account_id = '${account}'`;
    const [row] = await rowsOf(folder, sql);
    return { credits: row.total, charges: row.charges };
  };
  const logRows = async (): Promise<number> => {
    const sql = 'SELECT count() AS total FROM request_logs FINAL';
    return (await rowsOf(folder, sql))[0].total;
  };

  it('share credits, the rate limit and idempotency keys, and lose nothing on kill -9', async () => {
    running.push(await startService(folder, '--no-demo'));
    const [service] = running;
    const second = await start('api');
    if (!service) throw new Error('no service');
    const both = [service, second] as const;
    const careful = await keyOf('careful', { monthlyLimit: 5 });
    const first = await search(service, careful, { 'idempotency-key': 'order-1' });
    const again = await search(second, careful, { 'idempotency-key': 'order-1' });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('x-credits-charged')).toBe('0');
    expect(await again.text()).toBe(await first.text());
    const key = await keyOf('capped', { monthlyLimit: 20, rateLimit: 60 });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => search(both[at % 2 === 0 ? 0 : 1], key)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 402)).toHaveLength(10);
    // It is killed at once, because charges of sent answers are already in Redis.
    await second.stop('SIGKILL');
    await eventually(
      () => ledgerOf('capped'),
      ({ credits, charges }) => credits === 20 && charges === 20,
    );
    await eventually(
      () => ledgerOf('careful'),
      ({ credits, charges }) => credits === 1 && charges === 1,
    );
    await eventually(logRows, (rows) => rows === 32);
    const third = await start('api');
    expect((await search(third, key)).status).toBe(402);
    const rest = await Promise.all(
      Array.from({ length: 40 }, (_, at) => search(at % 2 === 0 ? service : third, key)),
    );
    expect(rest.filter(({ status }) => status === 429)).toHaveLength(11);
    // A process with another Redis would grant the whole limit once more.
    folder.env.REDIS_URL = `${redis.url}/1`;
    const refused = await runSignals(folder, 'api');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/through another Redis.*the same REDIS_URL/);
    folder.env.REDIS_URL = redis.url;
    const status = await jsonOf(folder, 'status');
    expect(status.redis).toMatchObject({ status: 'ok', address: redis.url.slice(8).concat('/0') });
    expect(await third.stop()).toBe(0);
    expect(await service.stop()).toBe(0);
  });

  it('end the former journal, and the stream when the last process stops', async () => {
    const { REDIS_URL, ...alone } = folder.env;
    folder.env = alone;
    await (await start('api')).stop('SIGKILL');
    folder.env = { ...alone, REDIS_URL };
    const [first, second] = [await start('api'), await start('api')];
    expect(await first.stop()).toBe(0);
    const key = await keyOf('moved', { monthlyLimit: 5 });
    expect((await search(second, key)).status).toBe(200);
    expect(await second.stop()).toBe(0);
    expect((await ledgerOf('moved')).credits).toBe(1);
    const sql = `SELECT kind, ended, drained_to > now() - INTERVAL 1 HOUR AS is_recent
      FROM credit_sources FINAL ORDER BY kind`;
    expect(await rowsOf(folder, sql)).toEqual([
      { kind: 'journal', ended: 1, is_recent: 1 },
      { kind: 'stream', ended: 1, is_recent: 1 },
    ]);
  });

  it('serve free calls, reject paid ones and report not ready while Redis is unavailable', async () => {
    const service = await startService(folder, '--no-demo');
    running.push(service);
    const key = await keyOf('patient', { monthlyLimit: 5 });
    const ready = async () => {
      const response = await fetch(`${service.url}/health/ready`);
      const { stores } = (await response.json()) as { stores: { redis: { status: string } } };
      return `${response.status} ${stores.redis.status}`;
    };
    const free = async () => {
      const headers = { 'x-api-key': key };
      return (await fetch(`${service.url}/v1/credits`, { headers })).status;
    };
    expect((await search(service, key)).status).toBe(200);
    expect(await ready()).toBe('200 ok');
    await redis.kill();
    expect(await ready()).toBe('503 unavailable');
    expect((await search(service, key)).status).toBe(503);
    expect(await free()).toBe(200);
    await redis.start();
    await eventually(ready, (state) => state === '200 ok');
    expect((await search(service, key)).status).toBe(200);
    await eventually(
      () => ledgerOf('patient'),
      ({ credits, charges }) => credits === 2 && charges === 2,
    );
    await eventually(logRows, (rows) => rows === 4);
    expect(service.output()).not.toContain('"level":"error"');
    expect(await service.stop()).toBe(0);
  });
});
