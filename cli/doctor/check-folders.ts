/** Checks the configured folders: rights, free space, and whether feed definitions can be read. */
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  type StatsFs,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../../shared/platform/process/config.js';
import { userName, wrongOwnerText } from '../compose/folder-owner.js';
import { isOpenToOthers } from '../compose/protect-folder.js';
import { readFeeds } from '../compose/read-feeds.js';
import { type Check, type Finding, ok, problem, warning } from './checks.js';

const MB = 1_000_000;
/** Free space for a folder with the embedded ClickHouse. */
const FREE_WITH_TABLES = { leastMb: 500, enoughMb: 5_000 };
/** Free space if ClickHouse is a server: the folder holds only what is on its way there. */
const FREE_WITHOUT = { leastMb: 50, enoughMb: 100 };

export function folderChecks(config: Config): Check[] {
  const hasTables = config.clickhouse.url === undefined;
  return [
    { name: 'data folder', run: async () => folderFinding(config.dataDir) },
    { name: 'spool folder', run: async () => folderFinding(config.spoolDir) },
    { name: 'file rights', run: async () => rightsFinding(config.dataDir, hasTables) },
    { name: 'disk', run: async () => diskFinding(statfsSync(nearest(config.dataDir)), hasTables) },
    {
      name: 'feeds',
      run: async () => ok(`${readFeeds(config).sources().length} feed definitions`),
    },
  ];
}

function folderFinding(folder: string): Finding {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats && !stats.isDirectory()) {
    return problem(`${folder} is not a folder. Move it away, or set another folder.`);
  }
  const entry = nearest(folder, lstatSync);
  if (!existsSync(entry)) {
    return problem(`${entry} is a link to nothing. Create its target, or remove it.`);
  }
  const existing = stats ? folder : nearest(folder);
  try {
    accessSync(existing, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return problem(`${existing} cannot be written. Give this user the right to write there.`);
  }
  return ok(stats ? folder : `${folder} (created at the first start)`);
}

/** Returns the folder itself if it exists, else the nearest one above that does. */
function nearest(folder: string, stat: typeof statSync | typeof lstatSync = statSync): string {
  let path = folder;
  while (!stat(path, { throwIfNoEntry: false })) path = dirname(path);
  return path;
}

/** Checks rights: if only its owner can enter a folder, everything below it is private. */
function rightsFinding(dataDir: string, hasTables: boolean): Finding {
  const stats = statSync(dataDir, { throwIfNoEntry: false });
  if (!stats) return ok('nothing is stored yet');
  const userId = process.getuid?.() ?? stats.uid;
  if (stats.uid !== userId && userId !== 0) {
    // A volume of a container belongs to root.
    if (!hasTables) return ok(`${dataDir} belongs to another user, and holds no tables`);
    const owner = userName(stats.uid);
    const remedy = `As root, run chown -R ${userId} ${dataDir}`;
    return problem(`${dataDir} belongs to ${owner}, not to ${userName(userId)}. ${remedy}`);
  }
  if (isOpenToOthers(stats.mode)) {
    return problem(
      `Other users can enter ${dataDir}. Run chmod -R go-rwx ${dataDir}, or restart the service.`,
    );
  }
  const wrongOwner = wrongOwnerText(dataDir);
  if (wrongOwner !== null) return problem(wrongOwner);
  return ok('only this user can enter the data folder');
}

export function diskFinding(
  { bavail, bsize, blocks }: Pick<StatsFs, 'bavail' | 'bsize' | 'blocks'>,
  hasTables: boolean,
): Finding {
  const { leastMb, enoughMb } = hasTables ? FREE_WITH_TABLES : FREE_WITHOUT;
  const freeMb = Math.floor((bavail * bsize) / MB);
  const text = `${freeMb} MB of ${Math.floor((blocks * bsize) / MB)} MB are free`;
  if (freeMb >= enoughMb) return ok(text);
  const remedy = 'Free some space, or set SIGNALS_DATA_DIR to a folder on a larger disk.';
  return (freeMb < leastMb ? problem : warning)(`${text}. ${remedy}`);
}
