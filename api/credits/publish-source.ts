/**
 * Publishes how far this process has moved its charges into the ledger, for closing billing
 * periods: before the first charge, soon after every midnight (when periods end), at least every 30
 * seconds, and at the end.
 */
import type { ChargeSource, SourceState } from '../../shared/domain/ports/charge-source.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import type { SourceStore } from '../../shared/domain/ports/source-store.js';
import { DAY_MS } from '../../shared/domain/time.js';

interface PublishDeps {
  source: ChargeSource;
  sources: SourceStore;
  clock: Clock;
  logger: Logger;
}

export interface SourcePublisher {
  /**
   * Publishes once more, then stops. `ended` means that this process adds nothing more and that the
   * source is empty. Another process that shares it soon publishes it as in use again.
   */
  stop(ended: boolean): Promise<void>;
}

interface Published {
  drainedToMs: number;
  atMs: number;
}

const TICK_MS = 2_500;
const MAX_AGE_MS = 25_000;

/** Starts publishing. Resolves when the store has this source registered as in use. */
export async function publishSource(deps: PublishDeps): Promise<SourcePublisher> {
  const { source, sources, clock, logger } = deps;
  let last: Published | undefined;
  const publish = async (ended: boolean): Promise<void> => {
    const state = await source.source();
    if (!ended && last && !isDue(last, state, clock.now())) return;
    await sources.putSource({ ...state, ended });
    last = { drainedToMs: state.drainedToMs, atMs: clock.now() };
  };
  const logFailure = (error: unknown): void => logger.warn({ err: error }, 'source_not_published');
  await publish(false);
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= publish(false)
      .catch(logFailure)
      .finally(() => {
        running = undefined;
      });
  }, TICK_MS).unref();
  return {
    async stop(ended) {
      clearInterval(timer);
      await running;
      // Without a last state, the final one is published even if it is not due.
      last = undefined;
      await publish(ended).catch(logFailure);
    },
  };
}

/**
 * True if the last published state is too old, is ahead of the current one, or hides that a period
 * may have ended.
 */
export function isDue(last: Published, state: SourceState, nowMs: number): boolean {
  const age = nowMs - last.atMs;
  if (age < 0 || age >= MAX_AGE_MS) return true;
  if (state.drainedToMs < last.drainedToMs) return true;
  return Math.floor(state.drainedToMs / DAY_MS) > Math.floor(last.drainedToMs / DAY_MS);
}
