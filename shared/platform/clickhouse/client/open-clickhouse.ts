/** Opens ClickHouse as configured: a server by URL, or the data folder. */
import type { ClickHouseConfig } from '../../process/config.js';
import { openFolder } from './open-folder.js';
import type { OpenClickHouse, OpenOptions } from './open-options.js';
import { openServer } from './open-server.js';

export async function openClickHouse(
  config: ClickHouseConfig,
  options: OpenOptions,
): Promise<OpenClickHouse> {
  return config.url ? openServer(config, config.url, options) : openFolder(config, options);
}
