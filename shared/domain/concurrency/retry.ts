/**
 * Retries work that failed for a temporary reason. Waits double up to a maximum and are randomized,
 * so that processes do not all return at once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.js';

/** The first and the longest wait, in milliseconds. */
export interface Waits {
  firstMs: number;
  lastMs: number;
}

interface RetryOptions extends Waits {
  /** True for errors that may not occur again later. All others are thrown at once. */
  isTransient: (error: unknown) => boolean;
  /** The greatest number of attempts, including the first. Unset: no limit. */
  attempts?: number;
  /** The greatest sum of waits. Unset: no limit. */
  maxWaitMs?: number;
  /** No attempt starts later than this after the first one. Unset: no limit. */
  withinMs?: number;
  /** Returns the shortest wait that the other side asks for. */
  minWaitMs?: (error: unknown) => number | undefined;
  /** False if the result is no longer needed. A wait then ends early. */
  mayContinue?: () => boolean;
  /** Called before every wait. */
  onWait?: (error: unknown, waitMs: number) => void;
}

/** Milliseconds between two checks of `mayContinue` during a wait. */
const STEP_MS = 200;

/** Runs `work` until it succeeds. Rejects with the last failure. */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { attempts = Number.POSITIVE_INFINITY, mayContinue = () => true } = options;
  const { maxWaitMs = Number.POSITIVE_INFINITY, withinMs = Number.POSITIVE_INFINITY } = options;
  const startedMs = performance.now();
  let waitedMs = 0;
  let failures = 0;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!mayContinue() || !options.isTransient(error)) throw error;
      failures += 1;
      const nextMs = Math.max(waitOf(failures, options), options.minWaitMs?.(error) ?? 0);
      const isOver = failures >= attempts || waitedMs + nextMs > maxWaitMs;
      if (isOver || performance.now() - startedMs > withinMs) throw error;
      options.onWait?.(error, nextMs);
      await waitWhile(spread(nextMs), mayContinue);
      waitedMs += nextMs;
      if (!mayContinue()) throw error;
    }
  }
}

/** Waits the backoff time after that many failures. For callers with their own retry loop. */
export async function backOff(failures: number, waits: Waits): Promise<void> {
  await sleep(spread(waitOf(failures, waits)));
}

/** Returns true for errors that are worth a retry. */
export function isTransient(error: unknown): error is AppError {
  return error instanceof AppError && error.retriable;
}

function waitOf(failures: number, { firstMs, lastMs }: Waits): number {
  return Math.min(lastMs, firstMs * 2 ** (failures - 1));
}

function spread(ms: number): number {
  return ms * (1 + Math.random() / 2);
}

async function waitWhile(ms: number, mayContinue: () => boolean): Promise<void> {
  const endMs = performance.now() + ms;
  for (let leftMs = ms; leftMs > 0 && mayContinue(); leftMs = endMs - performance.now()) {
    await sleep(Math.min(STEP_MS, leftMs));
  }
}
