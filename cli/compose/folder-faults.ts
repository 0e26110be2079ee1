/** Creates folders of settings; reports those that cannot be used as errors of these settings. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { isLackOfRoom } from '../../shared/domain/errors.js';
import { ConfigError } from '../../shared/platform/process/config.js';

/** Returns a `ConfigError` if the system denies this process a path; other errors as they are. */
export function folderFault(setting: string, error: unknown): unknown {
  const isOfPath = error instanceof Error && 'syscall' in error && 'path' in error;
  if (!isOfPath || isLackOfRoom(error)) return error;
  return new ConfigError([
    `${setting} must be a folder that this process can create and write to (${error.message})`,
  ]);
}

/** Creates the folder of a setting. Throws a `ConfigError` if the system denies it. */
export function makeFolder(setting: string, folder: string): void {
  try {
    makeMissing(folder);
  } catch (error) {
    throw folderFault(setting, error);
  }
}

/** Creates one folder after the other: `recursive` of Node.js 20 never ends below `/proc`. */
function makeMissing(folder: string): void {
  if (existsSync(folder)) return;
  makeMissing(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}
