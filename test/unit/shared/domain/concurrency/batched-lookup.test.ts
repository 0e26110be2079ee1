/** Combining concurrent lookups into few queries, with fake timers. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { batchedLookup } from '../../../../../shared/domain/concurrency/batched-lookup.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('batchedLookup', () => {
  it('runs one query at a time and combines the names that arrive meanwhile', async () => {
    const questions: string[][] = [];
    const find = async (names: readonly string[]) => {
      questions.push([...names]);
      await vi.advanceTimersByTimeAsync(10);
      return names;
    };
    const look = batchedLookup({ find, pauseMs: 0 });
    const first = look('a');
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all([first, ...['b', 'c', 'b'].map(look)]);
    expect(questions).toEqual([['a'], ['b', 'c']]);
  });

  it('continues after a failed query', async () => {
    let fails = true;
    const find = async (names: readonly string[]) => {
      if (fails) throw new Error('away');
      return names;
    };
    const look = batchedLookup({ find, pauseMs: 0 });
    await expect(look('a')).rejects.toThrow('away');
    fails = false;
    expect(await look('a')).toEqual(['a']);
  });

  it('rejects a name beyond the 5,000 of one query as unavailable', async () => {
    const look = batchedLookup({ find: async (names) => names, pauseMs: 100 });
    const all = Array.from({ length: 5_000 }, (_, at) => look(`name${at}`));
    await expect(look('one more')).rejects.toMatchObject({ code: 'unavailable' });
    await vi.advanceTimersByTimeAsync(100);
    expect(await all[0]).toHaveLength(5_000);
  });
});
