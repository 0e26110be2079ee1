/**
 * Long work in slices of time: whatever else waits for the process runs in between. All long work of the
 * process shares one slice in each turn of the event loop, however many works there are.
 */

/**
 * A slice. A request needs several turns of the loop, and each may wait for one. A load beside reads is as fast
 * as with slices of a millisecond, and a tenth slower with slices of 0.25.
 */
const MAX_HOLD_MS = 0.5;
/** One in so many turns is for work that is done ahead of its need, whatever else waits. */
const TURNS_OF_AHEAD = 4;

/** Work may be done ahead of its need. */
type Need = 'now' | 'ahead';

/** Work that waits for its next slice, in the order of asking. */
const waiting: (() => void)[] = [];
/** The same, of work that is done ahead of its need: it gets what other work leaves, and turns of its own. */
const waitingAhead: (() => void)[] = [];
/** Of this turn; set by the first long work in it. */
let endsMs: number | undefined;
let isNextTurnDue = false;
let turns = 0;

/**
 * A promise to wait for, if long work has used its slice of this turn of the event loop. Work that is done ahead of
 * its need lets most other work pass.
 */
export function giveWay(need: Need = 'now'): Promise<void> | undefined {
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

/** Results in the order of the items; one item is worked on in one piece. */
export async function inSlices<T, R>(
  items: Iterable<T>,
  work: (item: T) => R,
  need: Need = 'now',
): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) {
    results.push(work(item));
    const pause = giveWay(need);
    if (pause) await pause;
  }
  return results;
}
