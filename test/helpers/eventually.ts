/** Waits for conditions, by polling. */
import { setTimeout as sleep } from 'node:timers/promises';

/** The limit is far longer than anything takes, so that a slow machine is no failure. */
const DEFAULT_MS = 180_000;

/**
 * Polls `read` until `accept` returns true, and returns the value. Errors of `read` count as not
 * accepted until the limit.
 */
export async function eventually<T>(
  read: () => Promise<T>,
  accept: (value: T) => boolean,
  timeoutMs = DEFAULT_MS,
  pollMs = 200,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const late = Date.now() > deadline;
    try {
      const value = await read();
      if (accept(value)) return value;
      if (late) throw new Error(`still ${JSON.stringify(value)}`);
    } catch (error) {
      if (late) throw error;
    }
    await sleep(pollMs);
  }
}

/** Polls `ready` until it returns true. */
export async function until(
  ready: () => Promise<boolean>,
  seconds = DEFAULT_MS / 1_000,
): Promise<void> {
  await eventually(ready, Boolean, seconds * 1_000);
}
