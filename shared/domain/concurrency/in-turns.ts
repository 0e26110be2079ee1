/** Long work, a piece at a time: whatever else waits for the process gets its turn in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Below what anybody notices, above what a turn costs. */
const MAX_TURN_MS = 10;

/** Results in the order of the items; one item is worked on in one piece. */
export async function inTurns<T, R>(items: Iterable<T>, work: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  let endsMs = performance.now() + MAX_TURN_MS;
  for (const item of items) {
    results.push(work(item));
    if (performance.now() < endsMs) continue;
    await nextTurn();
    endsMs = performance.now() + MAX_TURN_MS;
  }
  return results;
}
