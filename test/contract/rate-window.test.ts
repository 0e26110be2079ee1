/** Contract of the sliding window of rate limits, in memory and in Redis. The latter needs a Redis server. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RateWindow } from '../../shared/domain/ports/rate-window.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { openRedis } from '../../shared/platform/redis/open-redis.js';
import type { Redis } from '../../shared/platform/redis/redis.js';
import { createRedisRateWindow } from '../../shared/stores/rate/redis-rate-window.js';
import { createSharedWindow } from '../../shared/stores/rate/shared-window.js';
import { SlidingWindow } from '../../shared/stores/rate/sliding-window.js';
import type { RedisServer } from '../helpers/redis.js';
import { redisServerMissing, startRedisServer } from '../helpers/redis-container.js';

const NOW_MS = Date.parse('2026-06-15T12:00:00.250Z');
const missing = redisServerMissing();
/** Steps between calls in milliseconds: mostly forwards, sometimes backwards. */
const gaps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 15_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -90_000, max: 200_000 }) },
  ),
  { maxLength: 60 },
);

async function neverTooMany(window: RateWindow, steps: readonly number[]): Promise<void> {
  const key = randomUUID();
  const limit = 4;
  const taken: number[] = [];
  let nowMs = NOW_MS;
  for (const gap of steps) {
    nowMs += Math.abs(gap);
    const place = await window.take(key, limit, nowMs);
    if (place.isTaken) taken.push(nowMs);
    const inMinute = taken.filter((time) => time > nowMs - 60_000).length;
    expect(inMinute).toBeLessThanOrEqual(limit);
    expect(place.count).toBeGreaterThanOrEqual(inMinute);
    expect(place.resetMs).toBeGreaterThan(nowMs - 1);
    const inTwoMoreSeconds = taken.filter((time) => time > nowMs - 62_000).length;
    if (!place.isTaken) expect(inTwoMoreSeconds).toBeGreaterThanOrEqual(limit);
  }
}

/** Pairs of the time that passes before a call and the time by which the clock is set back, up to three minutes. */
const setBacks = fc.array(
  fc.tuple(
    fc.integer({ min: 0, max: 15_000 }),
    fc.oneof(
      { weight: 5, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 180_000 }) },
    ),
  ),
  { maxLength: 60 },
);

async function neverTooManyByAClockSetBack(
  window: RateWindow,
  steps: readonly (readonly [number, number])[],
): Promise<void> {
  const key = randomUUID();
  const taken: number[] = [];
  let [nowMs, behindMs] = [NOW_MS, 0];
  for (const [gap, back] of steps) {
    nowMs += gap;
    behindMs += back;
    const { isTaken } = await window.take(key, 4, nowMs - behindMs);
    if (isTaken) taken.push(nowMs);
    expect(taken.filter((time) => time > nowMs - 60_000).length).toBeLessThanOrEqual(4);
  }
}

async function freeAgainAfterASetBack(window: RateWindow): Promise<void> {
  const key = randomUUID();
  const take = (nowMs: number) => window.take(key, 3, nowMs);
  for (let at = 0; at < 3; at += 1) await take(NOW_MS);
  const backMs = NOW_MS - 7_200_000;
  expect(await take(backMs)).toMatchObject({ isTaken: false, count: 3 });
  expect((await take(backMs + 61_000)).isTaken).toBe(true);
}

/** Returns a Redis window that takes the time from the caller instead of the clock of Redis. */
function atClockOfCaller(redis: Redis): RateWindow {
  return {
    take: (key, limit, nowMs) =>
      createRedisRateWindow({
        run(text, keys, args = []) {
          const time = `{ARGV[${args.length + 2}], ARGV[${args.length + 3}]}`;
          const script = text.replace("redis.call('TIME')", time);
          const micros = (nowMs % 1_000) * 1_000;
          return redis.run(script, keys, [...args, Math.floor(nowMs / 1_000), micros]);
        },
      }).take(key, limit, nowMs),
  };
}

describe('Sliding window in memory', () => {
  it('never exceeds the limit if the clock is set back, and has free places a minute later', async () => {
    await fc.assert(
      fc.asyncProperty(setBacks, (steps) =>
        neverTooManyByAClockSetBack(new SlidingWindow(), steps),
      ),
    );
    await freeAgainAfterASetBack(new SlidingWindow());
  });

  it('keeps free places available to a process whose clock is five seconds behind', async () => {
    const window = new SlidingWindow();
    for (let atMs = NOW_MS; atMs < NOW_MS + 300_000; atMs += 30_000) {
      expect((await window.take('hosts', 8, atMs)).isTaken).toBe(true);
      expect((await window.take('hosts', 8, atMs - 5_000)).isTaken).toBe(true);
    }
  });

  it('accepts at most the limit in any minute, and rejects only if the limit is reached', async () => {
    await fc.assert(fc.asyncProperty(gaps, (steps) => neverTooMany(new SlidingWindow(), steps)));
  });
});

describe.skipIf(missing)(`Sliding window in Redis${missing ? ` (${missing})` : ''}`, () => {
  let server: RedisServer;
  let redis: Redis;
  let own: RateWindow;
  let window: RateWindow;

  beforeAll(async () => {
    server = await startRedisServer();
    redis = await openRedis(server.url, createLogger('silent'));
    own = createRedisRateWindow(redis);
    window = atClockOfCaller(redis);
  });

  afterAll(async () => {
    await redis.close();
    await server.remove();
  });

  it('accepts at most the limit in any minute, and rejects only if the limit is reached', async () => {
    await fc.assert(
      fc.asyncProperty(gaps, (steps) => neverTooMany(window, steps)),
      { numRuns: 30 },
    );
  });

  it('gives the same results as in memory for random sequences of times and limits', async () => {
    await fc.assert(
      fc.asyncProperty(gaps, fc.integer({ min: 1, max: 8 }), async (steps, limit) => {
        const memory = new SlidingWindow();
        const key = randomUUID();
        let nowMs = NOW_MS;
        for (const gap of steps) {
          nowMs += gap;
          const expected = await memory.take(key, limit, nowMs);
          expect(await window.take(key, limit, nowMs)).toEqual(expected);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('never exceeds the limit if the clock is set back, and has free places a minute later', async () => {
    await fc.assert(
      fc.asyncProperty(setBacks, (steps) => neverTooManyByAClockSetBack(window, steps)),
      { numRuns: 30 },
    );
    await freeAgainAfterASetBack(window);
  });

  it.each([0, 30, 61, 90, 86_400])(
    'shares one limit and gives correct waiting times if clocks of hosts differ by %d s',
    async (seconds) => {
      const nowMs = Date.now();
      const key = randomUUID();
      let taken = 0;
      for (let at = 0; at < 200; at += 1) {
        const hostMs = nowMs - (at % 2) * seconds * 1_000;
        const { isTaken, resetMs } = await own.take(key, 10, hostMs);
        if (isTaken) taken += 1;
        const waitMs = resetMs - hostMs;
        expect(waitMs).toBeLessThanOrEqual(61_000);
        // The lower bound is loose because the calls themselves take time.
        expect(waitMs).toBeGreaterThan(50_000);
      }
      expect(taken).toBe(10);
    },
  );

  it('accepts exactly the limit of concurrent calls', async () => {
    const places = await Promise.all(
      Array.from({ length: 50 }, () => window.take('together', 7, NOW_MS)),
    );
    expect(places.filter(({ isTaken }) => isTaken)).toHaveLength(7);
  });

  it('stores at most about one minute of counts per key', async () => {
    for (let at = 0; at < 200; at += 1) await window.take('long', 1_000, NOW_MS + at * 1_000);
    expect(Number(await server.command('HLEN', 'signals:rate:long'))).toBeLessThanOrEqual(62);
  });

  it.each([
    ['a text', 'SET', ['x']],
    ['a list', 'RPUSH', ['x']],
    ['a field that is no second', 'HSET', ['x', '1']],
    ['a count that is no number', 'HSET', ['1781524800', 'x']],
    ['a negative count', 'HSET', ['1781524800', '-9']],
    ['a newest second that is no number', 'HSET', ['newest', 'x']],
    ['a second after the newest one', 'HSET', ['newest', '1781524800', '1781611200', '3']],
  ])('counts anew if others stored %s', async (_, set, values) => {
    const key = randomUUID();
    await server.command(set, `signals:rate:${key}`, ...values);
    const places = [];
    for (let at = 0; at < 4; at += 1) places.push(await window.take(key, 3, NOW_MS));
    expect(places.map(({ isTaken }) => isTaken)).toEqual([true, true, true, false]);
    expect(await window.take(key, 3, NOW_MS + 61_000)).toMatchObject({ isTaken: true, count: 1 });
  });

  it('falls back to the calls that the process itself accepted while Redis is unavailable', async () => {
    const both = createSharedWindow(window, new SlidingWindow());
    const take = () => both.take('outage', 3, NOW_MS);
    expect((await take()).isTaken).toBe(true);
    expect((await take()).isTaken).toBe(true);
    await server.kill();
    expect((await take()).isTaken).toBe(true);
    expect((await take()).isTaken).toBe(false);
    await server.start();
  });
});
