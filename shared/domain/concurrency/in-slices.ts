/**
 * Runs long work in slices of time, so that other work of the process runs in between. All long
 * work shares one slice per turn of the event loop.
 */

/**
 * Milliseconds per slice. A request needs several turns of the loop, and may wait for a slice in
 * each. A load during reads is as fast as with slices of 1 ms, and a tenth slower with 0.25 ms.
 */
const MAX_HOLD_MS = 0.5;
/** One turn in this number is for work that is done ahead of its need, whatever else waits. */
const TURNS_OF_AHEAD = 4;

/** `ahead` is work that is done before its result is needed. */
type Need = 'now' | 'ahead';

/** Work that waits for its next slice, in the order of its calls. */
const waiting: (() => void)[] = [];
/** Work ahead of its need that waits: it gets what other work leaves, and turns of its own. */
const waitingAhead: (() => void)[] = [];
/** End of this turn's slice. The first long work of the turn sets it. */
let endsMs: number | undefined;
let isNextTurnDue = false;
let turns = 0;

/** Returns a promise to wait for if the slice is used up. `ahead` lets most other work pass. */
export function yieldSlice(need: Need = 'now'): Promise<void> | undefined {
  const nowMs = performance.now();
  endsMs ??= nowMs + MAX_HOLD_MS;
  awaitNextTurn();
  if (nowMs < endsMs) return;
  return new Promise((resolve) => (need === 'now' ? waiting : waitingAhead).push(resolve));
}

function awaitNextTurn(): void {
  if (isNextTurnDue) return;
  isNextTurnDue = true;
  setImmediate(() => {
    isNextTurnDue = false;
    endsMs = undefined;
    turns += 1;
    const [first, second] =
      turns % TURNS_OF_AHEAD === 0 ? [waitingAhead, waiting] : [waiting, waitingAhead];
    const next = first.shift() ?? second.shift();
    next?.();
    if (waiting.length + waitingAhead.length > 0) awaitNextTurn();
  });
}

/**
 * Returns results in the order of the items. The work on one item is not interrupted. After
 * `abandoned` is aborted, the next slice rejects with its reason.
 */
export async function inSlices<T, R>(
  items: Iterable<T>,
  work: (item: T) => R,
  need: Need = 'now',
  abandoned?: AbortSignal,
): Promise<R[]> {
  abandoned?.throwIfAborted();
  const results: R[] = [];
  for (const item of items) {
    results.push(work(item));
    const pause = yieldSlice(need);
    if (!pause) continue;
    await pause;
    abandoned?.throwIfAborted();
  }
  return results;
}
