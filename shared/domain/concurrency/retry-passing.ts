/**
 * Does again what failed for a reason that passes: a store, the embedder or a broker that is away. Waits
 * grow from one second to half a minute and begin anew whenever something was achieved.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.js';

export interface Patience {
  /** Nobody wants it any more when this is false; a wait ends early then. */
  mayContinue(): boolean;
  /** Called before every wait. */
  onWait(error: AppError, waitMs: number): void;
  /** Waits without any success in between, in sum; unset: without end. */
  maxWaitMs?: number;
  firstWaitMs?: number;
}

const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 30_000;
const STEP_MS = 200;

/**
 * `done` grows with what is achieved. Rejects with the last failure when that does not pass, nobody wants
 * it any more or patience is at its end; without patience with the first one.
 */
export async function retryPassing<T>(
  work: () => Promise<T>,
  patience: Patience | undefined,
  done: () => number = () => 0,
): Promise<T> {
  const firstMs = patience?.firstWaitMs ?? FIRST_WAIT_MS;
  let nextMs = firstMs;
  let waitedMs = 0;
  for (;;) {
    const before = done();
    try {
      return await work();
    } catch (error) {
      if (!patience?.mayContinue() || !isPassing(error)) throw error;
      if (done() > before) {
        nextMs = firstMs;
        waitedMs = 0;
      }
      if (waitedMs + nextMs > (patience.maxWaitMs ?? Number.POSITIVE_INFINITY)) throw error;
      patience.onWait(error, nextMs);
      await waitWhile(nextMs, () => patience.mayContinue());
      waitedMs += nextMs;
      nextMs = Math.min(LAST_WAIT_MS, nextMs * 2);
      if (!patience.mayContinue()) throw error;
    }
  }
}

export function isPassing(error: unknown): error is AppError {
  return error instanceof AppError && error.retriable;
}

async function waitWhile(ms: number, mayContinue: () => boolean): Promise<void> {
  const end = Date.now() + ms;
  while (mayContinue() && Date.now() < end) await sleep(Math.min(STEP_MS, end - Date.now()));
}
