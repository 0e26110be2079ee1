/** Long work in slices of time: whatever else waits for the process runs in between. */
import { setImmediate as letOthersRun } from 'node:timers/promises';

/** Below what anybody notices, above what an interruption costs. */
const SLICE_MS = 10;

/** Results in the order of the items; one item is worked on in one piece. */
export async function inSlices<T, R>(items: Iterable<T>, work: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  let endsMs = performance.now() + SLICE_MS;
  for (const item of items) {
    results.push(work(item));
    if (performance.now() < endsMs) continue;
    await letOthersRun();
    endsMs = performance.now() + SLICE_MS;
  }
  return results;
}
