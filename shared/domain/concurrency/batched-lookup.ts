/**
 * Combines many lookups into few: one query runs at a time, and the next one contains all names
 * that arrived meanwhile. However many arrive, the store gets one query per response time plus
 * pause.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.js';

interface LookupOptions<T> {
  find(names: readonly string[]): Promise<T>;
  /** Milliseconds during which others may join before the query is sent. */
  pauseMs: number;
}

interface Batch<T> {
  names: Set<string>;
  answer: Promise<T>;
}

/** The number of names per query. Further ones are rejected as `unavailable`. */
const MAX_NAMES = 5_000;

/** Returns a lookup that resolves to the result of the whole query of which `name` is a part. */
export function batchedLookup<T>({
  find,
  pauseMs,
}: LookupOptions<T>): (name: string) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let open: Batch<T> | undefined;

  function openBatch(): Batch<T> {
    const names = new Set<string>();
    const answer = ask(last, names);
    last = answer.catch(() => undefined);
    return { names, answer };
  }

  async function ask(earlier: Promise<unknown>, names: ReadonlySet<string>): Promise<T> {
    await earlier;
    if (pauseMs > 0) await sleep(pauseMs);
    open = undefined;
    return find([...names]);
  }

  return async (name) => {
    open ??= openBatch();
    if (open.names.size >= MAX_NAMES)
      throw new AppError('unavailable', 'too many lookups are waiting');
    open.names.add(name);
    return open.answer;
  };
}
