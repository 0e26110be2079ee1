/**
 * Graceful stop: the first SIGTERM or SIGINT runs the phases in order, each with a bound; the second
 * one ends the process at once. What a library leaves open does not keep a stopped process alive.
 */
import type { Logger } from './logger.js';
import { within } from './within.js';

export interface StopPhase {
  name: string;
  timeoutMs: number;
  run: () => Promise<void>;
}

/** Enough for whoever waits for `done` to close the stores. */
const LINGER_MS = 20_000;

/** Aborts when the first signal arrives; `done` resolves when every phase has run. */
export function onStop(
  phases: readonly StopPhase[],
  logger: Logger,
): {
  signal: AbortSignal;
  stop: () => void;
  done: Promise<void>;
} {
  const controller = new AbortController();
  const done = new Promise<void>((resolve) => {
    controller.signal.addEventListener('abort', () => {
      runPhases(phases, logger)
        .finally(() => endWithin(LINGER_MS, logger))
        .then(resolve, resolve);
    });
  });
  const onSignal = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      logger.warn({ signal: name }, 'stop_forced');
      process.exit(1);
    }
    logger.info({ signal: name }, 'stop_started');
    controller.abort();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return { signal: controller.signal, stop: () => controller.abort(), done };
}

function endWithin(ms: number, logger: Logger): void {
  setTimeout(() => {
    logger.warn({ open: process.getActiveResourcesInfo() }, 'stop_forced');
    process.exit();
  }, ms).unref();
}

async function runPhases(phases: readonly StopPhase[], logger: Logger): Promise<void> {
  for (const phase of phases) {
    try {
      const ended = await within(phase.timeoutMs, phase.run());
      if (ended === 'late') logger.warn({ phase: phase.name }, 'stop_phase_timed_out');
    } catch (error) {
      process.exitCode = 1;
      logger.error({ phase: phase.name, err: error }, 'stop_phase_failed');
    }
  }
}
