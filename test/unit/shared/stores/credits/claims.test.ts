/** Claims of idempotency keys, with a fake Redis. */
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../../shared/domain/errors.js';
import { openMemoryQueue } from '../../../../../shared/platform/journal/journal-queue.js';
import { createLogger } from '../../../../../shared/platform/process/logger.js';
import type { Redis } from '../../../../../shared/platform/redis/redis.js';
import { createClaims, type DeferredTask } from '../../../../../shared/stores/credits/claims.js';

describe('Claims', () => {
  it('rejects a claim without asking Redis while the queue of deferred tasks is full', async () => {
    let isAway = true;
    const deferred = openMemoryQueue<DeferredTask>({
      name: 'tasks',
      logger: createLogger('silent'),
      async insert() {
        if (isAway) throw new AppError('unavailable', 'away');
      },
    });
    const run = async () => undefined;
    while (!deferred.isFull) await deferred.add({ atMs: 0, run });
    const size = deferred.depth;
    let asked = 0;
    const redis = {
      async run() {
        asked += 1;
        return ['open'];
      },
    } as unknown as Redis;
    const clock = { now: () => 0 };
    const claims = createClaims({ redis, clock, deferred, claimMs: 1_000 });
    const claim = { scope: 'account POST /v1/signals/search key', fingerprint: 'print' };
    await expect(claims.claim(claim)).rejects.toMatchObject({ code: 'unavailable' });
    expect([asked, deferred.depth]).toEqual([0, size]);
    isAway = false;
    await deferred.flush();
    expect(await claims.claim(claim)).toEqual({ state: 'claimed' });
  });
});
