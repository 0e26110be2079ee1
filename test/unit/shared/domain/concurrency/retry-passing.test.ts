import { describe, expect, it } from 'vitest';
import { retryPassing } from '../../../../../shared/domain/concurrency/retry-passing.js';
import { AppError } from '../../../../../shared/domain/errors.js';

const away = () => new AppError('unavailable', 'away');

/** Fails as often as it is told, and writes down how long it was waited for each time. */
async function waitsOf(
  failures: number,
  options: { maxWaitMs?: number; stopAfter?: number; progressAt?: number; error?: Error } = {},
) {
  const waits: number[] = [];
  let tried = 0;
  let done = 0;
  const work = async () => {
    tried += 1;
    if (tried === options.progressAt) done += 1;
    if (tried <= failures) throw options.error ?? away();
    return 'done';
  };
  const patience = {
    firstWaitMs: 1,
    mayContinue: () => waits.length < (options.stopAfter ?? 100),
    onWait: (_error: AppError, waitMs: number) => waits.push(waitMs),
    ...(options.maxWaitMs === undefined ? {} : { maxWaitMs: options.maxWaitMs }),
  };
  const end = await retryPassing(work, patience, () => done).catch((error: Error) => error.message);
  return { end, waits, tried };
}

describe('what fails for a reason that passes', () => {
  it('is done again after growing waits', async () => {
    expect(await waitsOf(4)).toEqual({ end: 'done', waits: [1, 2, 4, 8], tried: 5 });
  });

  it('is waited for from the start again after progress', async () => {
    const { end, waits } = await waitsOf(5, { progressAt: 3, maxWaitMs: 7 });
    expect({ end, waits }).toEqual({ end: 'done', waits: [1, 2, 1, 2, 4] });
  });

  it('ends with its failure when patience is at its end', async () => {
    expect(await waitsOf(9, { maxWaitMs: 7 })).toEqual({ end: 'away', waits: [1, 2, 4], tried: 4 });
  });

  it('ends when nobody wants it any more', async () => {
    expect(await waitsOf(9, { stopAfter: 2 })).toMatchObject({ end: 'away', tried: 2 });
  });

  it('is not done again for another reason, or without patience', async () => {
    const error = new Error('a mistake');
    expect(await waitsOf(1, { error })).toMatchObject({ end: 'a mistake', tried: 1 });
    await expect(retryPassing(() => Promise.reject(away()), undefined)).rejects.toThrow('away');
  });
});
