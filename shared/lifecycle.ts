/**
 * Graceful stop: the first SIGTERM or SIGINT runs the phases in order, each with a bound; the second
 * one ends the process at once. What a library leaves open does not keep a stopped process alive.
 */
import { once } from 'node:events';
import type { Logger } from './logger.js';
import { within } from './within.js';

export interface StopPhase {
  name: string;
  timeoutMs: number;
  run: () => Promise<void>;
}

/** Nothing is left to do by then. */
export const LINGER_MS = 5_000;

export interface Stop {
  /** Aborts when the process is told to stop, be it while it starts. */
  signal: AbortSignal;
  /** As if the first signal had come. */
  stop(): void;
  /** Resolves when the process was told to stop and every phase has run. */
  run(phases: readonly StopPhase[]): Promise<void>;
}

/**
 * Runs `work` from its start to the end of `Stop.run`. Told to stop while it starts, also as the first
 * process of a container, it has nothing to finish: what it gave up then is no failure.
 */
export async function untilStopped(
  logger: Logger,
  work: (stop: Stop) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const onSignal = (name: NodeJS.Signals): void => {
    if (signal.aborted) {
      logger.warn({ signal: name }, 'stop_forced');
      process.exit(1);
    }
    logger.info({ signal: name }, 'stop_started');
    controller.abort();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  let hasStarted = false;
  try {
    await work({
      signal,
      stop: () => controller.abort(),
      async run(phases) {
        hasStarted = true;
        if (!signal.aborted) await once(signal, 'abort');
        await runPhases(phases, logger);
      },
    });
  } catch (error) {
    if (hasStarted || !signal.aborted) throw error;
    logger.info({ err: error }, 'stopped_while_starting');
  } finally {
    if (signal.aborted) endWithin(LINGER_MS, logger);
  }
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
