/** Waiting for what comes by itself. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Far more than anything takes: a slow machine is no fault. */
const DEFAULT_MS = 180_000;

/** Reads until `accept` holds; what `read` throws meanwhile is no answer yet. */
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

/** Waits until `ready` holds. */
export async function until(
  ready: () => Promise<boolean>,
  seconds = DEFAULT_MS / 1_000,
): Promise<void> {
  await eventually(ready, Boolean, seconds * 1_000);
}
