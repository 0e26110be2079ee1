/** Long work in slices of time, on a fake clock: the results and the items per turn of the loop. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inSlices, yieldSlice } from '../../../../../shared/domain/concurrency/in-slices.js';

/** A slice of half a millisecond begins when the first item is done, and four more use it up. */
const ITEM_MS = 0.15;
const ITEMS_A_TURN = 5;

let nowMs = 0;
let done = 0;

beforeEach(() => {
  done = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});

afterEach(() => vi.restoreAllMocks());

function work(item: number): number {
  nowMs += ITEM_MS;
  done += 1;
  return item * 2;
}

/** Returns the most items that were done in one turn of the event loop until all `works` ended. */
async function mostATurn(works: readonly Promise<unknown>[]): Promise<number> {
  let isOver = false;
  const over = Promise.all(works).then(() => {
    isOver = true;
  });
  let most = 0;
  for (let before = done; !isOver; before = done) {
    await nextTurn();
    most = Math.max(most, done - before);
  }
  await over;
  return most;
}

describe('inSlices', () => {
  it('returns the results in the order of the items', async () => {
    const items = Array.from({ length: 50 }, (_, at) => at);
    expect(await inSlices(items, work)).toEqual(items.map((item) => item * 2));
  });

  it('shares one slice per turn of the event loop between all concurrent calls', async () => {
    const works = Array.from({ length: 25 }, () => inSlices(Array(20).fill(1), work));
    // All calls that began before the first turn shared one slice.
    expect(done).toBeLessThanOrEqual(ITEMS_A_TURN + works.length);
    expect(await mostATurn(works)).toBeLessThanOrEqual(ITEMS_A_TURN);
    expect(done).toBe(25 * 20);
  });

  it('limits a chain of short calls to one slice per turn', async () => {
    const chain = async (): Promise<void> => {
      for (let at = 0; at < 40; at += 1) await inSlices([1], work);
    };
    expect(await mostATurn([chain()])).toBeLessThanOrEqual(ITEMS_A_TURN);
  });

  it('ends at the next slice after it was abandoned', async () => {
    const leaving = new AbortController();
    const result = inSlices(Array(400).fill(1), work, 'now', leaving.signal);
    result.catch(() => undefined);
    await nextTurn();
    leaving.abort();
    await expect(result).rejects.toBe(leaving.signal.reason);
    expect(done).toBeLessThan(4 * ITEMS_A_TURN);
    await expect(inSlices([1], work, 'now', leaving.signal)).rejects.toThrow();
  });

  it('lets work ahead of its need do 10 to 40 % of the items while other work runs', async () => {
    const order: string[] = [];
    const ahead = async (): Promise<void> => {
      for (let at = 0; at < 400; at += 1) {
        work(1);
        order.push('ahead');
        await yieldSlice('ahead');
      }
    };
    const now = async (): Promise<void> => {
      await nextTurn();
      await inSlices(Array(400).fill(1), () => order.push('now') && work(1));
    };
    await Promise.all([ahead(), now()]);
    const since = order.slice(order.indexOf('now'), order.indexOf('now') + 200);
    const share = since.filter((each) => each === 'ahead').length / since.length;
    // Work ahead of its need must not stop either.
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.4);
  });
});
