/**
 * How ingest waits for a store, the embedder or a broker that is unavailable: from one second to half a
 * minute at a time.
 */
import type { AppError } from '../errors.js';
import { isPassing, retry } from './retry.js';

export interface Patience {
  /** False if the result is no longer needed; a wait then ends early. */
  mayContinue(): boolean;
  /** Called before every wait. */
  onWait(error: AppError, waitMs: number): void;
  /** Waits without any success in between, in sum; unset: without end. */
  maxWaitMs?: number;
  firstWaitMs?: number;
}

const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 30_000;

/** `done` grows with what is achieved. Without patience it rejects with the first failure. */
export async function retryPassing<T>(
  work: () => Promise<T>,
  patience: Patience | undefined,
  done: () => number = () => 0,
): Promise<T> {
  if (!patience) return work();
  const { firstWaitMs: firstMs = FIRST_WAIT_MS, ...rest } = patience;
  const onWait = (error: unknown, waitMs: number): void => {
    if (isPassing(error)) patience.onWait(error, waitMs);
  };
  return retry(work, { ...rest, isPassing, onWait, firstMs, lastMs: LAST_WAIT_MS, done });
}
