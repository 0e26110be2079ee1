/**
 * Reports whether a consumer can read. The client retries for half a minute before it gives up, so
 * a request without an answer is reported earlier.
 */
import type { Consumer } from 'kafkajs';
import { AppError } from '../../domain/errors.js';

/** Milliseconds that the largest answer may take over a slow network. An empty one takes 0.5 s. */
const SILENCE_MS = 10_000;

/** `report` takes the error with which reading failed, or `null` if it succeeded. */
export function reportState(
  consumer: Pick<Consumer, 'on' | 'events'>,
  report: (error: unknown) => void,
): void {
  let waiting: NodeJS.Timeout | undefined;
  const expectAnswer = (): void => {
    // The client repeats a request that failed; what counts is the time since the first one.
    waiting ??= setTimeout(() => report(silence()), SILENCE_MS).unref();
  };
  const expectNothing = (): void => {
    clearTimeout(waiting);
    waiting = undefined;
  };
  consumer.on(consumer.events.FETCH_START, expectAnswer);
  for (const event of [consumer.events.REBALANCING, consumer.events.STOP] as const) {
    consumer.on(event, expectNothing);
  }
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    expectNothing();
    report(payload.error);
  });
  consumer.on(consumer.events.END_BATCH_PROCESS, () => report(null));
  consumer.on(consumer.events.FETCH, ({ payload }) => {
    expectNothing();
    // A fetched batch may still fail.
    if (payload.numberOfBatches === 0) report(null);
  });
}

function silence(): AppError {
  const message = `No broker has answered for ${SILENCE_MS / 1_000} s. Check that one runs`;
  return new AppError('unavailable', message);
}
