/**
 * Long work in slices of time: whatever else waits for the process runs in between. All long work of the
 * process shares one slice in each turn of the event loop, however many works there are.
 */

/**
 * A slice. A request needs several turns of the loop, and each may wait for one; an interruption itself costs a
 * microsecond.
 */
const MAX_HOLD_MS = 1;

/** Work that waits for its next slice, in the order of asking. */
const waiting: (() => void)[] = [];
/** Of this turn; set by the first long work in it. */
let endsMs: number | undefined;
let isNextTurnDue = false;

/** A promise to wait for, if long work has used its slice of this turn of the event loop. */
export function giveWay(): Promise<void> | undefined {
  const nowMs = performance.now();
  endsMs ??= nowMs + MAX_HOLD_MS;
  awaitNextTurn();
  if (nowMs < endsMs) return;
  return new Promise((resolve) => waiting.push(resolve));
}

function awaitNextTurn(): void {
  if (isNextTurnDue) return;
  isNextTurnDue = true;
  setImmediate(() => {
    isNextTurnDue = false;
    endsMs = undefined;
    waiting.shift()?.();
    if (waiting.length > 0) awaitNextTurn();
  });
}

/** Results in the order of the items; one item is worked on in one piece. */
export async function inSlices<T, R>(items: Iterable<T>, work: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) {
    results.push(work(item));
    const pause = giveWay();
    if (pause) await pause;
  }
  return results;
}
