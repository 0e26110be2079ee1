/**
 * Opens the spool folder of the configuration. One process at a time watches it: the others wait, and
 * one of them takes over when it ends. The lease is in the folder, because several hosts may share it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ingest } from '../../ingest/create-ingest.js';
import { makeSpoolFolders } from '../../ingest/sources/spool-folders.js';
import { runSpoolSource } from '../../ingest/spool-source.js';
import { isTransient } from '../../shared/domain/concurrency/retry.js';
import { AppError, reasonOf } from '../../shared/domain/errors.js';
import { systemClock } from '../../shared/domain/ports/clock.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import { ConfigError } from '../../shared/platform/process/config.js';
import { holdLease, LeaseTakenError } from '../../shared/platform/process/lease.js';
import { createFileLeaseStore } from '../../shared/stores/leases/file-lease-store.js';
import { folderFault, makeFolder } from './folder-faults.js';
import type { Runtime } from './with-runtime.js';

/**
 * Creates the folders, so that files can be put into them. The returned function loads them until
 * `signal` aborts, while no other process does. Throws a `ConfigError` if a folder cannot be
 * created.
 */
export function openSpool(
  { config, logger }: Pick<Runtime, 'config' | 'logger'>,
  { command, batchEvents, signal }: { command: string; batchEvents: number; signal: AbortSignal },
): (ingest: Ingest) => Promise<void> {
  const folder = config.spoolDir;
  makeFolder('SIGNALS_SPOOL_DIR', folder);
  try {
    makeSpoolFolders(folder);
  } catch (error) {
    if (error instanceof AppError) throw new ConfigError([`SIGNALS_SPOOL_DIR: ${error.message}`]);
    throw folderFault('SIGNALS_SPOOL_DIR', error);
  }
  const retentionDays = config.spoolRetentionDays;
  return async (ingest) => {
    const options = { folder, retentionDays, batchEvents };
    const watch = (ended: AbortSignal) =>
      runSpoolSource(ingest, { ...options, signal: ended }, logger);
    await watchAlone(folder, watch, { command, logger, signal });
  };
}

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
