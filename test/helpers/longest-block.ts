/** How long some work keeps everybody else in the process waiting. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than a tick of the monitor, so that it has begun, and sees the end. */
const AROUND_MS = 4;

/** Milliseconds, about one too many. */
export async function longestBlock<T>(
  work: () => Promise<T>,
): Promise<{ result: T; blockMs: number }> {
  const monitor = monitorEventLoopDelay({ resolution: 1 });
  monitor.enable();
  await sleep(AROUND_MS);
  try {
    const result = await work();
    await sleep(AROUND_MS);
    return { result, blockMs: monitor.max / 1e6 };
  } finally {
    monitor.disable();
  }
}
