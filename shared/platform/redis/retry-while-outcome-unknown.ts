/** Repeats a step whose outcome is unknown; the step must answer the same when it had worked before. */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../domain/errors.js';
import { RedisUnavailable } from './open-redis.js';

const REPEAT_FOR_MS = 3_000;
const PAUSE_MS = 50;

/**
 * A step that was certainly not made is not repeated. `onUnknown` is called when nobody will ever know,
 * before the error is thrown.
 */
export async function retryWhileOutcomeUnknown<T>(
  step: () => Promise<T>,
  onUnknown: () => void,
): Promise<T> {
  const deadline = Date.now() + REPEAT_FOR_MS;
  let mayHaveRun = false;
  for (;;) {
    try {
      return await step();
    } catch (error) {
      mayHaveRun ||= error instanceof RedisUnavailable && error.mayHaveRun;
      if (!mayHaveRun) throw error;
      const mayWorkLater = error instanceof AppError && error.retriable;
      if (!mayWorkLater || Date.now() > deadline) {
        onUnknown();
        throw error;
      }
      await sleep(PAUSE_MS);
    }
  }
}
