import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../../shared/domain/errors.js';
import { createLogger } from '../../../../../shared/platform/process/logger.js';
import type { Redis } from '../../../../../shared/platform/redis/open-redis.js';
import { RetryQueue } from '../../../../../shared/platform/redis/retry-queue.js';
import { Claims } from '../../../../../shared/stores/credits/claims.js';

describe('claims', () => {
  it('are refused, without a word to Redis, while too much waits to be told to it', async () => {
    const later = new RetryQueue(createLogger('silent'));
    const away = () => Promise.reject(new AppError('unavailable', 'away'));
    while (!later.isFull) later.add({ atMs: 0, run: away });
    const size = later.size;
    let asked = 0;
    const redis = {
      async run() {
        asked += 1;
        return ['claimed'];
      },
    } as unknown as Redis;
    const clock = { now: () => 0 };
    const claims = new Claims({ redis, clock, later, claimMs: 1_000 });
    const claim = { scope: 'account POST /v1/signals/search key', fingerprint: 'print' };
    await expect(claims.claim(claim)).rejects.toMatchObject({ code: 'unavailable' });
    expect([asked, later.size]).toEqual([0, size]);
    await later.close();
    expect(await claims.claim(claim)).toEqual({ state: 'claimed' });
  });
});
