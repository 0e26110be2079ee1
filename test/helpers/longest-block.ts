/**
 * Measures how long work blocks the event loop. Subtracts the delay of an idle thread at the same
 * time, which the machine causes.
 */
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** Longer than a tick of the monitor, so that it has started and sees the end. */
const AROUND_MS = 4;

/** Answers each message with the thread's longest delay since the last one, in nanoseconds. */
const IDLE_THREAD = `
const { parentPort } = require('node:worker_threads');
const monitor = require('node:perf_hooks').monitorEventLoopDelay({ resolution: 1 });
monitor.enable();
parentPort.on('message', () => {
  parentPort.postMessage(monitor.max);
  monitor.reset();
});
`;
let idleThread: Worker | undefined;

/** Returns the longest block in milliseconds, about one too many. */
export async function longestBlock<T>(
  work: () => Promise<T>,
): Promise<{ result: T; blockMs: number }> {
  await machineDelayMs();
  const monitor = monitorEventLoopDelay({ resolution: 1 });
  monitor.enable();
  await sleep(AROUND_MS);
  try {
    const result = await work();
    await sleep(AROUND_MS);
    monitor.disable();
    return { result, blockMs: Math.max(0, monitor.max / 1e6 - (await machineDelayMs())) };
  } finally {
    monitor.disable();
  }
}

/** Returns the idle thread's longest delay since the last call. */
async function machineDelayMs(): Promise<number> {
  if (!idleThread) {
    idleThread = new Worker(IDLE_THREAD, { eval: true });
    idleThread.unref();
  }
  idleThread.postMessage(null);
  const [nanoseconds] = await once(idleThread, 'message');
  return nanoseconds / 1e6;
}
