/**
 * Publishes how far this process has moved its charges into the ledger, for closing billing
 * periods: before the first charge, at least every 30 seconds, and at the end.
 */
import type { ChargeSource } from '../../shared/domain/ports/charge-source.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import type { SourceStore } from '../../shared/domain/ports/source-store.js';

interface PublishDeps {
  source: ChargeSource;
  sources: SourceStore;
  logger: Logger;
}

/** A third of the 30 seconds, so that two publications in a row may fail. */
const EVERY_MS = 10_000;

/** Starts publishing. Resolves when the store has this source registered as in use. */
export async function publishSource(deps: PublishDeps) {
  const { source, sources, logger } = deps;
  const publish = async (ended: boolean): Promise<void> =>
    sources.putSource({ ...(await source.source()), ended });
  const logFailure = (error: unknown): void => logger.warn({ err: error }, 'source_not_published');
  await publish(false);
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= publish(false)
      .catch(logFailure)
      .finally(() => {
        running = undefined;
      });
  }, EVERY_MS).unref();
  return {
    /**
     * Publishes once more, then stops. `ended` means that this process adds nothing more and that
     * the source is empty. Another process that shares it soon publishes it as in use again.
     */
    async stop(ended: boolean): Promise<void> {
      clearInterval(timer);
      await running;
      await publish(ended).catch(logFailure);
    },
  };
}
