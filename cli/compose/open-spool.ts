/** Opens the spool folder of the configuration. */
import { loadFeedDefinitions } from '../../ingest/feeds/feed-definitions.js';
import type { LoadDeps } from '../../ingest/load-file.js';
import { makeSpoolFolders, runSpoolSource } from '../../ingest/spool-source.js';
import { messageOf } from '../../shared/domain/errors.js';
import { ConfigError } from '../../shared/platform/process/config.js';
import { watchAlone } from './watch-alone.js';
import type { Runtime } from './with-runtime.js';

/**
 * Creates the folders, so that files can be put into them. The returned function loads them until `signal`
 * aborts, while no other process does. Throws a `ConfigError` if a folder cannot be created.
 */
export function openSpool(
  { config, logger }: Pick<Runtime, 'config' | 'logger'>,
  { command, batchEvents, signal }: { command: string; batchEvents: number; signal: AbortSignal },
): (ingest: LoadDeps) => Promise<void> {
  const folder = config.spoolDir;
  try {
    makeSpoolFolders(folder);
  } catch (error) {
    const reason = messageOf(error);
    throw new ConfigError([
      `SIGNALS_SPOOL_DIR must be a folder that this process can create and write to (${reason})`,
    ]);
  }
  const retentionDays = config.spoolRetentionDays;
  return async (ingest) => {
    const sources = loadFeedDefinitions(config.feedDirs).sources();
    const options = { folder, retentionDays, batchEvents, sources };
    const watch = (ended: AbortSignal) =>
      runSpoolSource(ingest, { ...options, signal: ended }, logger);
    await watchAlone(folder, watch, { command, logger, signal });
  };
}
