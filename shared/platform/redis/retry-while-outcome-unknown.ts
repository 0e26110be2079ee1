/** Repeats a step whose outcome is unknown; the step must answer the same when it had worked before. */
import { isPassing, retry } from '../../domain/concurrency/retry.js';
import { RedisUnavailable } from './open-redis.js';

const REPEAT_FOR_MS = 3_000;
const WAITS = { firstMs: 50, lastMs: 200 };

/**
 * A step that was certainly not made is not repeated. `onUnknown` is called when nobody will ever know,
 * before the error is thrown.
 */
export async function retryWhileOutcomeUnknown<T>(
  step: () => Promise<T>,
  onUnknown: () => void,
): Promise<T> {
  let mayHaveRun = false;
  const mayWorkLater = (error: unknown): boolean => {
    mayHaveRun ||= error instanceof RedisUnavailable && error.mayHaveRun;
    return mayHaveRun && isPassing(error);
  };
  try {
    return await retry(step, { ...WAITS, withinMs: REPEAT_FOR_MS, isPassing: mayWorkLater });
  } catch (error) {
    if (mayHaveRun) onUnknown();
    throw error;
  }
}
