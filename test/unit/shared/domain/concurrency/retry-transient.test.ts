/** Retries of temporary failures: when they happen and when they end. */
import { describe, expect, it } from 'vitest';
import { retryTransient } from '../../../../../shared/domain/concurrency/retry-transient.js';
import { AppError } from '../../../../../shared/domain/errors.js';

const away = () => new AppError('unavailable', 'away');

/** Runs work that fails `failures` times; returns its result, the waits and the attempts. */
async function waitsOf(
  failures: number,
  options: { maxWaitMs?: number; stopAfter?: number; error?: Error } = {},
) {
  const waits: number[] = [];
  let tried = 0;
  const work = async () => {
    tried += 1;
    if (tried <= failures) throw options.error ?? away();
    return 'done';
  };
  const policy = {
    firstWaitMs: 1,
    mayContinue: () => waits.length < (options.stopAfter ?? 100),
    onWait: (_error: AppError, waitMs: number) => waits.push(waitMs),
    ...(options.maxWaitMs === undefined ? {} : { maxWaitMs: options.maxWaitMs }),
  };
  const end = await retryTransient(work, policy).catch((error: Error) => error.message);
  return { end, waits, tried };
}

describe('retryTransient', () => {
  it('retries a temporary failure after growing waits', async () => {
    expect(await waitsOf(4)).toEqual({ end: 'done', waits: [1, 2, 4, 8], tried: 5 });
  });

  it('fails with the last error when the sum of the waits reaches its limit', async () => {
    expect(await waitsOf(9, { maxWaitMs: 7 })).toEqual({ end: 'away', waits: [1, 2, 4], tried: 4 });
  });

  it('stops retrying when mayContinue returns false', async () => {
    expect(await waitsOf(9, { stopAfter: 2 })).toMatchObject({ end: 'away', tried: 2 });
  });

  it('does not retry a permanent failure, nor any failure without a policy', async () => {
    const error = new Error('a mistake');
    expect(await waitsOf(1, { error })).toMatchObject({ end: 'a mistake', tried: 1 });
    await expect(retryTransient(() => Promise.reject(away()), undefined)).rejects.toThrow('away');
  });
});
