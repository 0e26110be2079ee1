/**
 * Stops a process gracefully: the first SIGTERM or SIGINT runs the phases, each with a time limit;
 * the second one ends the process at once. Resources that a library leaves open do not keep it
 * alive.
 */
import { once } from 'node:events';
import { isTransient } from '../../domain/concurrency/retry.js';
import { withTimeout } from '../../domain/concurrency/with-timeout.js';
import { isAbort } from '../../domain/errors.js';
import type { Logger } from '../../domain/ports/logger.js';
import { onStopSignals } from './stop-signals.js';

export interface StopPhase {
  name: string;
  timeoutMs?: number;
  run: () => Promise<unknown>;
}

export const PHASE_MS = 8_000;
/** Milliseconds until the process is ended after all phases, or after a failed start. */
export const LINGER_MS = 5_000;
/** Milliseconds that an interrupted start may take to end. The phases run in any case. */
export const START_MS = 10_000;

export interface Stop {
  /** Aborts when the process is stopped, even while it starts. */
  signal: AbortSignal;
  /** Stops the process, as the first signal does. */
  stop(): void;
  /** Registers a phase. Phases run in reverse order, also after a failed start. */
  defer(phase: StopPhase): void;
}

/**
 * Runs `start`, waits for a stop signal, and runs the phases. If the signal arrives during `start`,
 * its work need not be finished, and giving up a wait is not an error.
 */
export async function untilStopped(
  logger: Logger,
  start: (stop: Stop) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const phases: StopPhase[] = [];
  const stop = (): void => controller.abort();
  const removeListeners = onStopSignals({
    onFirst(name) {
      logger.info({ signal: name }, 'stop_started');
      stop();
    },
    onLater(name) {
      logger.warn({ signal: name }, 'stop_forced');
      process.exit(1);
    },
  });
  try {
    const aborted = once(signal, 'abort');
    const started = start({ signal, stop, defer: (phase) => phases.unshift(phase) });
    await Promise.race([started, aborted]);
    const ended = await withTimeout(START_MS, started);
    if (ended === 'late') logger.warn({ timeout_ms: START_MS }, 'start_timed_out');
    await aborted;
  } catch (error) {
    if (!signal.aborted || !(isAbort(error) || isTransient(error))) throw error;
  } finally {
    // Phases wait for work that listens to the signal, so it is aborted even after a failed start.
    controller.abort();
    await runPhases([...phases], logger);
    removeListeners();
    setTimeout(() => {
      logger.warn({ open: process.getActiveResourcesInfo() }, 'stop_forced');
      process.exit();
    }, LINGER_MS).unref();
  }
}

async function runPhases(phases: readonly StopPhase[], logger: Logger): Promise<void> {
  for (const phase of phases) {
    try {
      const ended = await withTimeout(phase.timeoutMs ?? PHASE_MS, phase.run());
      if (ended === 'late') logger.warn({ phase: phase.name }, 'stop_phase_timed_out');
    } catch (error) {
      process.exitCode = 1;
      logger.error({ phase: phase.name, err: error }, 'stop_phase_failed');
    }
  }
}
