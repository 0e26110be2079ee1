/** Waits for a broker that is starting or restarting; a broker that stays unavailable is an error. */
import { retry } from '../../domain/concurrency/retry.js';

const BROKER_WITHIN_MS = 45_000;
/** For what a broker will soon know. */
export const WAITS = { firstMs: 100, lastMs: 1_000 };

/** The client's own attempts take some seconds each; `isStopping` ends the wait. */
export async function connectPatiently(
  connect: () => Promise<void>,
  isStopping: () => boolean,
): Promise<void> {
  await retry(connect, {
    ...WAITS,
    withinMs: BROKER_WITHIN_MS,
    isPassing: () => true,
    mayContinue: () => !isStopping(),
  });
}
