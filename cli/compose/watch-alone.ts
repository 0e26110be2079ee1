/**
 * Lets one process at a time watch a spool folder: the others wait, and one of them takes over when
 * it ends. The lease is in the folder, because several hosts may share it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from '../../shared/domain/concurrency/retry.js';
import { reasonOf } from '../../shared/domain/errors.js';
import { systemClock } from '../../shared/domain/ports/clock.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import { holdLease, LeaseTakenError } from '../../shared/platform/process/lease.js';
import { createFileLeaseStore } from '../../shared/stores/leases/file-lease-store.js';

interface WatchOptions {
  command: string;
  logger: Logger;
  signal: AbortSignal;
}

const WAIT_MS = 1_000;

/**
 * Runs `watch` while this process holds the lease. Resolves after `signal` aborts; rejects as
 * `watch` does, whose own signal also aborts if the lease is lost.
 */
export async function watchAlone(
  folder: string,
  watch: (signal: AbortSignal) => Promise<void>,
  { command, logger, signal }: WatchOptions,
): Promise<void> {
  const leases = createFileLeaseStore(folder);
  let hasLoggedWait = false;
  while (!signal.aborted) {
    try {
      const lease = await holdLease(leases, 'spool', command, { clock: systemClock, logger });
      hasLoggedWait = false;
      const lost = new AbortController();
      lease.onLost(() => lost.abort());
      await watch(AbortSignal.any([signal, lost.signal])).finally(() => lease.release());
    } catch (error) {
      if (!(error instanceof LeaseTakenError) && !isTransient(error)) throw error;
      if (!hasLoggedWait) logger.info({ reason: reasonOf(error) }, 'spool_waits_for_lease');
      hasLoggedWait = true;
    }
    await sleep(WAIT_MS, undefined, { signal }).catch(() => undefined);
  }
}
