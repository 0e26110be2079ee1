/** Opens the spool folder of the configuration. */
import type { Ingest } from '../../ingest/create-ingest.js';
import { makeSpoolFolders } from '../../ingest/sources/spool-folders.js';
import { runSpoolSource } from '../../ingest/spool-source.js';
import { AppError } from '../../shared/domain/errors.js';
import { ConfigError } from '../../shared/platform/process/config.js';
import { folderFault, makeFolder } from './folder-faults.js';
import { watchAlone } from './watch-alone.js';
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
