/** Credits in Redis while the server is killed, suspended, unavailable or emptied, or processes die. Needs a Redis. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../shared/platform/process/logger.js';
import { openRedis } from '../../shared/platform/redis/open-redis.js';
import { type Redis, RedisUnavailable } from '../../shared/platform/redis/redis.js';
import { CHARGE } from '../../shared/stores/credits/credit-scripts.js';
import { RedisCreditMeter } from '../../shared/stores/credits/redis-credit-meter.js';
import { checkWrites } from '../../shared/stores/redis/check-writes.js';
import { eventually } from '../helpers/eventually.js';
import { chargeOf, payer } from '../helpers/payer.js';
import { redisMissing, startRedis, type TestRedis } from '../helpers/redis.js';
import { openUsageLedger, type UsageLedger } from '../helpers/usage-ledger.js';

const missing = redisMissing();
const logger = createLogger('silent');

interface Process {
  redis: Redis;
  meter: RedisCreditMeter;
}

describe.skipIf(missing)(`Credits while Redis fails${missing ? ` (${missing})` : ''}`, () => {
  let ledger: UsageLedger;
  let server: TestRedis;
  let processes: Process[];
  let account: string;

  beforeAll(async () => {
    ledger = await openUsageLedger();
  });
  afterAll(() => ledger.close());

  beforeEach(async () => {
    account = randomUUID();
    processes = [];
    server = await startRedis();
  });
  afterEach(async () => {
    server.wake();
    for (const { meter, redis } of processes) {
      await meter.close();
      await redis.close();
    }
    await server.remove();
  });

  async function open(
    options: { claimMs?: number } = {},
    usage = ledger.usage,
    through = (redis: Redis) => redis,
  ): Promise<Process> {
    const redis = await openRedis(server.url, logger);
    const clock = { now: () => Date.now() };
    const meter = new RedisCreditMeter({ redis: through(redis), usage, clock, logger, ...options });
    processes.push({ redis, meter });
    return { redis, meter };
  }
  const reached = ({ redis }: Process) =>
    eventually(
      async () => redis.runId,
      (runId) => runId !== null,
    );
  const stateOf = (charge: Promise<{ state: string }>): Promise<string> =>
    charge.then(
      ({ state }) => state,
      () => 'unknown',
    );
  const deleteCounters = async (): Promise<void> => {
    const counters = (await server.command('KEYS', 'signals:credits:*')) as string[];
    for (const counter of counters) await server.command('DEL', counter);
  };
  const outcomes = (charges: readonly Promise<{ state: string }>[]) =>
    Promise.all(charges.map(stateOf));

  it('keep every acknowledged charge if Redis is killed', async () => {
    const first = await open();
    const second = await open();
    const who = payer(account, { limit: 100_000 });
    await first.meter.charge(chargeOf(who, 1));
    const states: Promise<string>[] = [];
    for (let at = 0; at < 300; at += 1) {
      states.push(stateOf((at % 2 === 0 ? first : second).meter.charge(chargeOf(who, 1))));
      if (at === 150) await server.kill();
      if (at % 10 === 0) await sleep(1);
    }
    await server.start();
    const made = (await Promise.all(states)).filter((state) => state === 'charged').length;
    await Promise.all([reached(first), reached(second)]);
    await Promise.all([first.meter.drain(), second.meter.drain()]);
    expect(await ledger.charged(account)).toEqual({ credits: made + 1, charges: made + 1 });
    expect((await first.meter.balance(who)).used).toBe(made + 1);
  });

  it('make each charge once if Redis is suspended for a moment', async () => {
    const { meter } = await open();
    const who = payer(account);
    await meter.charge(chargeOf(who, 1));
    server.freeze();
    const charges = Array.from({ length: 20 }, () => meter.charge(chargeOf(who, 1)));
    await sleep(1_500);
    server.wake();
    expect(new Set(await outcomes(charges))).toEqual(new Set(['charged']));
    await meter.drain();
    expect(await ledger.charged(account)).toEqual({ credits: 21, charges: 21 });
    expect((await meter.balance(who)).used).toBe(21);
  });

  it('void charges that failed while Redis was suspended for long', async () => {
    const process = await open();
    const { meter } = process;
    const who = payer(account);
    await meter.charge(chargeOf(who, 1));
    const settlement = { scope: account, fingerprint: 'f', answer: '{}' };
    await meter.claim(settlement);
    server.freeze();
    const charges = [
      ...Array.from({ length: 5 }, () => meter.charge(chargeOf(who, 2))),
      meter.charge(chargeOf(who, 2, { settlement })),
    ];
    const states = outcomes(charges);
    await sleep(500);
    // The balance is inexact, and nothing is charged until Redis is available again.
    expect(await meter.balance(who)).toMatchObject({ isExact: false });
    expect(new Set(await states)).toEqual(new Set(['unknown']));
    await sleep(6_500);
    server.wake();
    await reached(process);
    await meter.drain();
    expect(await meter.balance(who)).toMatchObject({ used: 1, isExact: true });
    expect(await ledger.charged(account)).toEqual({ credits: 1, charges: 1 });
    // The failed request may be sent again.
    await meter.release(settlement);
    expect(await meter.claim(settlement)).toEqual({ state: 'claimed' });
  });

  it('keep an unconfirmed charge only if its answer was replayed', async () => {
    const loss = { isOn: false };
    const losing = await open({}, ledger.usage, (redis) => losingReplies(redis, loss));
    const other = await open();
    const who = payer(account);
    await losing.meter.charge(chargeOf(who, 1));
    const settlements = ['asked again', 'given up'].map((scope) => ({
      scope: `${account} ${scope}`,
      fingerprint: 'f',
      answer: '{"a":1}',
    }));
    for (const settlement of settlements) await losing.meter.claim(settlement);
    loss.isOn = true;
    const charges = settlements.map((settlement) =>
      losing.meter.charge(chargeOf(who, 2, { settlement })),
    );
    expect(await outcomes(charges)).toEqual(['unknown', 'unknown']);
    expect((await other.meter.balance(who)).used).toBe(5);
    const [again, givenUp] = settlements;
    if (!again || !givenUp) throw new Error('two settlements');
    expect(await other.meter.claim(again)).toEqual({ state: 'settled', answer: again.answer });
    loss.isOn = false;
    await losing.meter.drain();
    expect((await other.meter.balance(who)).used).toBe(3);
    expect(await ledger.charged(account)).toEqual({ credits: 3, charges: 2 });
    expect(await other.meter.claim(givenUp)).toEqual({ state: 'claimed' });
  });

  it('keep an unconfirmed charge if its request was recomputed until it was charged again', async () => {
    const loss = { isOn: false };
    const losing = await open({}, ledger.usage, (redis) => losingReplies(redis, loss));
    const other = await open();
    const who = payer(account);
    await losing.meter.charge(chargeOf(who, 1));
    const settlement = { scope: account, fingerprint: 'f', answer: null };
    await losing.meter.claim(settlement);
    loss.isOn = true;
    expect(await outcomes([losing.meter.charge(chargeOf(who, 2, { settlement }))])).toEqual([
      'unknown',
    ]);
    for (let at = 0; at < 5; at += 1) {
      expect(await other.meter.claim(settlement)).toEqual({ state: 'recompute' });
      await other.meter.release(settlement);
    }
    expect(await other.meter.claim(settlement)).toEqual({ state: 'claimed' });
    expect(await stateOf(other.meter.charge(chargeOf(who, 2, { settlement })))).toBe('charged');
    loss.isOn = false;
    await losing.meter.drain();
    expect((await other.meter.balance(who)).used).toBe(5);
    expect(await ledger.charged(account)).toEqual({ credits: 5, charges: 3 });
  });

  it('become available when Redis starts after the process', async () => {
    await server.kill();
    const process = await open();
    const who = payer(account);
    await expect(process.meter.charge(chargeOf(who, 1))).rejects.toMatchObject({
      code: 'unavailable',
      retriable: true,
    });
    expect(await process.meter.balance(who)).toMatchObject({ used: 0, isExact: false });
    await server.start();
    await reached(process);
    expect((await process.meter.charge(chargeOf(who, 1))).state).toBe('charged');
  });

  it('log why Redis is unavailable at the start, without the password', async () => {
    await server.command('CONFIG', 'SET', 'requirepass', 'the-right-one');
    const warn = vi.spyOn(logger, 'warn');
    const redis = await openRedis(server.url.replace('//', '//:a-wrong-one@'), logger);
    await redis.close();
    const [[{ err } = { err: null }] = []] = warn.mock.calls as unknown as [[{ err: unknown }]];
    warn.mockRestore();
    expect(String(err)).toMatch(/WRONGPASS/);
    expect(String(err)).not.toContain('one@');
  });

  it('are recounted from the ledger after FLUSHALL', async () => {
    const { meter } = await open();
    const who = payer(account, { limit: 10, cap: 8 });
    for (let at = 0; at < 6; at += 1) await meter.charge(chargeOf(who, 1));
    await meter.drain();
    await server.command('FLUSHALL');
    expect(await meter.balance(who)).toMatchObject({ used: 6, remaining: 4, keyRemaining: 2 });
    const states = await outcomes(Array.from({ length: 5 }, () => meter.charge(chargeOf(who, 1))));
    expect(states.filter((state) => state === 'charged')).toHaveLength(2);
    await meter.drain();
    expect(await ledger.charged(account)).toEqual({ credits: 8, charges: 8 });
  });

  it('are recounted from the ledger after a restart that lost writes', async () => {
    const process = await open();
    const { meter } = process;
    const who = payer(account);
    for (let at = 0; at < 6; at += 1) await meter.charge(chargeOf(who, 1));
    await meter.drain();
    // Simulates that the last writes were not saved to disk.
    const [counter = ''] = (await server.command(
      'KEYS',
      'signals:credits:*:?????????????',
    )) as string[];
    await server.command('HSET', counter, 'used', '2');
    await server.kill();
    await server.start();
    await reached(process);
    expect(await meter.balance(who)).toMatchObject({ used: 6, isExact: true });
  });

  it('count charges in the stream and in the ledger once each', async () => {
    let isOpen = false;
    const blocked = {
      ...ledger.usage,
      async insertLedger(entries: Parameters<typeof ledger.usage.insertLedger>[0]) {
        await ledger.usage.insertLedger(entries.slice(0, Math.ceil(entries.length / 2)));
        if (!isOpen) throw new Error('half of it is there');
        await ledger.usage.insertLedger(entries);
      },
    };
    const { meter } = await open({}, blocked);
    const who = payer(account, { limit: 10 });
    for (let at = 0; at < 8; at += 1) await meter.charge(chargeOf(who, 1));
    await sleep(600);
    await deleteCounters();
    expect((await meter.balance(who)).used).toBe(8);
    const states = await outcomes(Array.from({ length: 5 }, () => meter.charge(chargeOf(who, 1))));
    expect(states.filter((state) => state === 'charged')).toHaveLength(2);
    isOpen = true;
    await meter.drain();
    expect(await ledger.charged(account)).toEqual({ credits: 10, charges: 10 });
  });

  it('do not start a counter from an outdated count of the ledger', async () => {
    const other = await open();
    const who = payer(account, { limit: 10 });
    let isFirst = true;
    const overtaken = await open(
      {},
      {
        ...ledger.usage,
        async creditsUsed(...args: Parameters<typeof ledger.usage.creditsUsed>) {
          const used = await ledger.usage.creditsUsed(...args);
          if (isFirst) {
            isFirst = false;
            for (let at = 0; at < 3; at += 1) await other.meter.charge(chargeOf(who, 1));
            await other.meter.drain();
            await deleteCounters();
          }
          return used;
        },
      },
    );
    expect((await overtaken.meter.balance(who)).used).toBe(3);
  });

  it('are recounted when charges that Redis has lost reach the ledger', async () => {
    let isTaken = false;
    let isOpen = false;
    const { meter } = await open(
      {},
      {
        ...ledger.usage,
        async insertLedger(entries: Parameters<typeof ledger.usage.insertLedger>[0]) {
          isTaken = true;
          while (!isOpen) await sleep(10);
          await ledger.usage.insertLedger(entries);
        },
      },
    );
    const who = payer(account, { limit: 10 });
    await meter.charge(chargeOf(who, 3));
    await eventually(
      async () => isTaken,
      (is) => is,
    );
    await server.command('FLUSHALL');
    expect((await meter.balance(who)).used).toBe(0);
    await meter.charge(chargeOf(who, 1));
    isOpen = true;
    await meter.drain();
    expect((await meter.balance(who)).used).toBe(4);
  });

  it('reject a delayed charge that arrives after it was voided', async () => {
    const late: (() => Promise<string[]>)[] = [];
    const { meter } = await open({}, ledger.usage, (redis) =>
      runningAs(redis, async (...script) => {
        if (script[0] !== CHARGE) return redis.run(...script);
        late.push(() => redis.run(...script));
        throw new RedisUnavailable('on its way', true);
      }),
    );
    const who = payer(account);
    expect((await meter.balance(who)).used).toBe(0);
    expect(await stateOf(meter.charge(chargeOf(who, 2)))).toBe('unknown');
    await meter.drain();
    expect((await meter.balance(who)).used).toBe(0);
    expect(await late[0]?.()).toEqual(['void']);
    await meter.drain();
    expect((await meter.balance(who)).used).toBe(0);
    expect(await ledger.charged(account)).toEqual({ credits: 0, charges: 0 });
  });

  it('move charges to the ledger that a dead process had taken from the stream', async () => {
    const dying = await open({}, { ...ledger.usage, insertLedger: () => new Promise(() => {}) });
    const who = payer(account);
    for (let at = 0; at < 5; at += 1) await dying.meter.charge(chargeOf(who, 1));
    await eventually(
      () => server.command('EXISTS', 'signals:charges:mover'),
      (isTaken) => isTaken === 1,
    );
    processes.length = 0;
    await dying.redis.close();
    const { meter } = await open();
    await meter.drain();
    expect(await ledger.charged(account)).toEqual({ credits: 5, charges: 5 });
  });

  it('reach the ledger although others wrote into the stream, whose entries are kept apart', async () => {
    const { meter } = await open();
    const who = payer(account);
    const error = vi.spyOn(logger, 'error');
    const add = (...fields: string[]) => server.command('XADD', 'signals:charges', '*', ...fields);
    await meter.charge(chargeOf(who, 1));
    await meter.drain();
    await add('hello', 'world');
    await add('row', '{"credits":1}');
    const [row] = await ledger.clickhouse.rows<object>(
      `SELECT toString(entry_id) AS entryId, account_id AS accountId, api_key_id AS apiKeyId,
         request_id AS requestId, route, credits, units, period_start AS periodStart, charged_at AS chargedAt
       FROM credit_ledger WHERE account_id = {account:String}`,
      { account },
    );
    await add('row', JSON.stringify({ ...row, credits: -1 }));
    await add('row', JSON.stringify({ ...row, entryId: 'no id' }));
    // The earliest charge that waits decides which periods may be closed.
    const sourceOf = meter.source();
    for (let at = 0; at < 3; at += 1) await meter.charge(chargeOf(who, 1));
    expect((await sourceOf).drainedToMs).toBeGreaterThan(0);
    await meter.drain();
    expect(await ledger.charged(account)).toEqual({ credits: 4, charges: 4 });
    expect(await server.command('XLEN', 'signals:charges')).toBe(0);
    expect(await server.command('XLEN', 'signals:charges:foreign')).toBe(4);
    const logged = error.mock.calls as unknown as [{ stream: string; entries: number }, string][];
    error.mockRestore();
    expect(logged.every(([, name]) => name === 'stream_entries_set_aside')).toBe(true);
    expect(logged.reduce((sum, [{ entries }]) => sum + entries, 0)).toBe(4);
  });

  it.each([
    ['a text', ['SET'], ['x']],
    ['a list', ['RPUSH'], ['x', 'y']],
    ['no number', ['HSET'], ['used', 'x']],
    ['no whole number', ['HSET'], ['used', '1.5']],
    ['negative', ['HSET'], ['used', '-5']],
    ['too large', ['HSET'], ['used', '9223372036854775807']],
  ])(
    'are counted again from the ledger if others made the counter %s',
    async (_, [set], values) => {
      const { meter } = await open();
      const who = payer(account, { limit: 4 });
      await meter.charge(chargeOf(who, 1));
      const overwrite = async () => {
        const [counter = ''] = (await server.command('KEYS', 'signals:credits:*')) as string[];
        if (set !== 'HSET') await server.command('DEL', counter);
        await server.command(set ?? '', counter, ...values);
      };
      await overwrite();
      expect((await meter.balance(who)).used).toBe(1);
      await overwrite();
      expect((await meter.charge(chargeOf(who, 2))).balance.used).toBe(3);
      expect(await stateOf(meter.charge(chargeOf(who, 2)))).toBe('insufficient');
      await meter.drain();
      expect(await ledger.charged(account)).toEqual({ credits: 3, charges: 2 });
    },
  );

  it.each([
    ['a text', 'signals:charges', 'SET', 'x'],
    ['a list', 'signals:charges:mover', 'RPUSH', 'x'],
    ['a text that never expires', 'signals:charges:mover', 'SET', 'x'],
    ['a text', 'signals:charges:foreign', 'SET', 'x'],
    ['a text', 'signals:idempotency:SCOPE', 'SET', 'x'],
    ['a list', 'signals:claim:SCOPE', 'RPUSH', 'x'],
  ])('are charged and reach the ledger if others stored %s at %s', async (_, name, set, value) => {
    const { meter } = await open();
    const who = payer(account, { limit: 4 });
    const settlement = { scope: account, fingerprint: 'f', answer: '{}' };
    await meter.charge(chargeOf(who, 1));
    await meter.drain();
    const key = name.replace('SCOPE', settlement.scope);
    const overwrite = async () => {
      await server.command('DEL', key);
      await server.command(set, key, value);
    };
    await overwrite();
    expect((await meter.claim(settlement)).state).toBe('claimed');
    await overwrite();
    expect(await stateOf(meter.charge(chargeOf(who, 2, { settlement })))).toBe('charged');
    await overwrite();
    if (key !== 'signals:charges') await server.command('XADD', 'signals:charges', '*', 'a', 'b');
    await meter.charge(chargeOf(who, 1));
    await meter.drain();
    expect((await meter.balance(who)).used).toBe(4);
    if (key !== 'signals:charges') {
      expect(await ledger.charged(account)).toEqual({ credits: 4, charges: 3 });
    }
  });

  it('are reported as unavailable while Redis refuses writes', async () => {
    const { redis } = await open();
    const check = () => checkWrites(redis);
    await check();
    await server.command('CONFIG', 'SET', 'maxmemory', '1');
    await expect(check()).rejects.toBeInstanceOf(RedisUnavailable);
    await server.command('CONFIG', 'SET', 'maxmemory', '0');
    await check();
    await server.command('REPLICAOF', '127.0.0.1', '1');
    await expect(check()).rejects.toBeInstanceOf(RedisUnavailable);
    await server.command('REPLICAOF', 'NO', 'ONE');
    await check();
    await server.kill();
    await expect(check()).rejects.toBeInstanceOf(RedisUnavailable);
    await server.start();
  });

  it('expire a claim after its lifetime, and let only its owner release it', async () => {
    const dying = await open({ claimMs: 5_000 });
    const other = await open();
    const claim = { scope: account, fingerprint: 'f' };
    expect(await dying.meter.claim(claim)).toEqual({ state: 'claimed' });
    expect(await other.meter.claim(claim)).toEqual({ state: 'running' });
    // Only the owner can release it.
    await other.meter.release(claim);
    expect(await other.meter.claim(claim)).toEqual({ state: 'running' });
    await eventually(
      () => other.meter.claim(claim),
      ({ state }) => state === 'claimed',
    );
  });

  it('count a free repeat of a process that died', async () => {
    const dying = await open({ claimMs: 1_000 });
    const other = await open({ claimMs: 1_000 });
    const settlement = { scope: account, fingerprint: 'f', answer: null };
    await dying.meter.claim(settlement);
    await dying.meter.charge(chargeOf(payer(account), 1, { settlement }));
    expect(await dying.meter.claim(settlement)).toEqual({ state: 'recompute' });
    expect(await other.meter.claim(settlement)).toEqual({ state: 'running' });
    await eventually(
      () => other.meter.claim(settlement),
      ({ state }) => state === 'recompute',
    );
    await other.meter.release(settlement);
    for (let at = 2; at < 5; at += 1) {
      expect(await other.meter.claim(settlement)).toEqual({ state: 'recompute' });
      await other.meter.release(settlement);
    }
    expect(await other.meter.claim(settlement)).toEqual({ state: 'claimed' });
  });
});

/** Returns a Redis that loses the replies to charges and fails all other scripts. */
function losingReplies(redis: Redis, loss: { isOn: boolean }): Redis {
  return runningAs(redis, async (...script) => {
    if (!loss.isOn) return redis.run(...script);
    if (script[0] !== CHARGE) throw new RedisUnavailable('away', false);
    await redis.run(...script);
    throw new RedisUnavailable('the reply was lost', true);
  });
}

function runningAs(redis: Redis, run: Redis['run']): Redis {
  return {
    address: redis.address,
    get runId() {
      return redis.runId;
    },
    run,
    version: redis.version,
    close: () => redis.close(),
  };
}
