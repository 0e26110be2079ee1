/**
 * Retries work that failed for a reason that passes. Waits double up to a maximum and are randomised, so
 * that processes do not return all at once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.js';

export interface Waits {
  firstMs: number;
  lastMs: number;
}

interface RetryOptions extends Waits {
  /** What may work later; everything else is thrown as it is. */
  isPassing: (error: unknown) => boolean;
  /** The first one included; unset: no limit. */
  attempts?: number;
  /** Waits without any progress in between, in sum; unset: no limit. */
  maxWaitMs?: number;
  /** No attempt begins later than that after the first one; unset: no limit. */
  withinMs?: number;
  /** How long the other side asks to wait at least. */
  askedMs?: (error: unknown) => number | undefined;
  /** False if the result is no longer needed; a wait then ends early. */
  mayContinue?: () => boolean;
  /** Called before every wait. */
  onWait?: (error: unknown, waitMs: number) => void;
  /** Grows with what is achieved; then waits begin anew. */
  done?: () => number;
}

/** How often a wait looks whether it is still wanted. */
const STEP_MS = 200;

/** Rejects with the last failure. */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { attempts = Number.POSITIVE_INFINITY, mayContinue = () => true } = options;
  const { maxWaitMs = Number.POSITIVE_INFINITY, withinMs = Number.POSITIVE_INFINITY } = options;
  const startedMs = performance.now();
  let waitedMs = 0;
  let tried = 0;
  for (;;) {
    const before = options.done?.();
    try {
      return await work();
    } catch (error) {
      if (!mayContinue() || !options.isPassing(error)) throw error;
      if (options.done?.() !== before) {
        waitedMs = 0;
        tried = 0;
      }
      tried += 1;
      const nextMs = Math.max(waitOf(tried, options), options.askedMs?.(error) ?? 0);
      const isOver = tried >= attempts || waitedMs + nextMs > maxWaitMs;
      if (isOver || performance.now() - startedMs > withinMs) throw error;
      options.onWait?.(error, nextMs);
      await waitWhile(spread(nextMs), mayContinue);
      waitedMs += nextMs;
      if (!mayContinue()) throw error;
    }
  }
}

/** Waits after the `tried`-th failure, for those who decide themselves what is done again. */
export async function backOff(tried: number, waits: Waits): Promise<void> {
  await sleep(spread(waitOf(tried, waits)));
}

export function isPassing(error: unknown): error is AppError {
  return error instanceof AppError && error.retriable;
}

function waitOf(tried: number, { firstMs, lastMs }: Waits): number {
  return Math.min(lastMs, firstMs * 2 ** (tried - 1));
}

function spread(ms: number): number {
  return ms * (1 + Math.random() / 2);
}

async function waitWhile(ms: number, mayContinue: () => boolean): Promise<void> {
  const end = performance.now() + ms;
  for (let left = ms; left > 0 && mayContinue(); left = end - performance.now()) {
    await sleep(Math.min(STEP_MS, left));
  }
}
