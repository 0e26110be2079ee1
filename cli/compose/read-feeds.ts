/** Reads the feed definitions of the product and of the operator's folder. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type FeedDefinitions, loadFeedDefinitions } from '../../ingest/feeds/feed-definitions.js';
import { messageOf } from '../../shared/domain/errors.js';
import { type Config, ConfigError } from '../../shared/platform/process/config.js';

/**
 * Returns the definitions. Throws a `ConfigError` if the operator's folder cannot be read; the one
 * in the data folder may be missing.
 */
export function readFeeds({
  dataDir,
  feedDirs,
}: Pick<Config, 'dataDir' | 'feedDirs'>): FeedDefinitions {
  const operatorFolder = feedDirs.at(-1) ?? dataDir;
  try {
    if (operatorFolder !== join(dataDir, 'feeds') || existsSync(operatorFolder))
      readdirSync(operatorFolder);
  } catch (error) {
    const reason = messageOf(error);
    throw new ConfigError([
      `SIGNALS_FEEDS_DIR must be a folder that this process can read (${reason})`,
    ]);
  }
  return loadFeedDefinitions(feedDirs);
}
