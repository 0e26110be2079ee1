/**
 * Retries calls of ingest while a store, the embedder or a broker is unavailable. Waits grow from
 * one second to about half a minute.
 */
import type { AppError } from '../errors.js';
import { isTransient, retry } from './retry.js';

export interface RetryPolicy {
  /** False if the result is no longer needed. A wait then ends early. */
  mayContinue(): boolean;
  /** Called before every wait. */
  onWait(error: AppError, waitMs: number): void;
  /** The greatest sum of waits for one call, in milliseconds. Unset: no limit. */
  maxWaitMs?: number;
  firstWaitMs?: number;
}

const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 30_000;

/** Without a policy, rejects with the first failure. */
export async function retryTransient<T>(
  work: () => Promise<T>,
  policy: RetryPolicy | undefined,
): Promise<T> {
  if (!policy) return work();
  const { firstWaitMs: firstMs = FIRST_WAIT_MS, ...rest } = policy;
  const onWait = (error: unknown, waitMs: number): void => {
    if (isTransient(error)) policy.onWait(error, waitMs);
  };
  return retry(work, { ...rest, isTransient, onWait, firstMs, lastMs: LAST_WAIT_MS });
}
