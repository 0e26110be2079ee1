/** Closes billing periods at the start and every five minutes, one run at a time, until stopped. */
import { schedule } from 'node-cron';
import { isTransient } from '../../shared/domain/concurrency/retry.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import { type ClosingDeps, closePeriods } from './close-periods.js';

const EVERY_FIVE_MINUTES = '*/5 * * * *';

export function scheduleClosing(deps: Omit<ClosingDeps, 'signal'>) {
  const { logger, clock } = deps;
  const controller = new AbortController();
  let running: Promise<void> | undefined;
  const run = (): Promise<void> => {
    running ??= closeAndLog({ ...deps, signal: controller.signal }, clock.now()).finally(() => {
      running = undefined;
    });
    return running;
  };
  const task = schedule(EVERY_FIVE_MINUTES, run, {
    name: 'close_periods',
    timezone: 'Etc/UTC',
    noOverlap: true,
    unref: true,
    logger: debugLogger(logger),
  });
  void run();
  return {
    /** Stops the schedule. Resolves when a running closing has ended its current statement. */
    async stop(): Promise<void> {
      controller.abort();
      await task.destroy();
      await running;
    },
  };
}

/** Closes periods once and logs the result. The next run tries again what has failed. */
async function closeAndLog(deps: ClosingDeps, nowMs: number): Promise<void> {
  const { logger } = deps;
  try {
    const { closed, failed } = await closePeriods(deps, nowMs);
    if (closed.length > 0) logger.info({ statements: closed.length }, 'periods_closed');
    for (const { accountId, error } of failed) {
      logger.error({ account_id: accountId, err: error }, 'period_not_closed');
    }
  } catch (error) {
    logger[isTransient(error) ? 'warn' : 'error']({ err: error }, 'periods_not_closed');
  }
}

/** Logs messages of the scheduler, for example about a missed minute, only for debugging. */
function debugLogger(logger: Logger) {
  const note = (message: string | Error): void =>
    logger.debug({ reason: String(message) }, 'scheduler_message');
  return { info: note, warn: note, error: note, debug: note };
}
