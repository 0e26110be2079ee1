/** Long work in slices of time: whatever else waits for the process runs in between. */
import { setImmediate as letOthersRun } from 'node:timers/promises';

/**
 * How long work may hold the event loop. A request needs several turns of the loop, and each waits for as long;
 * an interruption itself costs a microsecond.
 */
export const MAX_HOLD_MS = 1;

/** Results in the order of the items; one item is worked on in one piece. */
export async function inSlices<T, R>(items: Iterable<T>, work: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  let endsMs = performance.now() + MAX_HOLD_MS;
  for (const item of items) {
    results.push(work(item));
    if (performance.now() < endsMs) continue;
    await letOthersRun();
    endsMs = performance.now() + MAX_HOLD_MS;
  }
  return results;
}
