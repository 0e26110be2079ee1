/** Folders of the configuration that cannot be used, told as faults of the settings that name them. */
import { isLackOfRoom } from '../../shared/domain/errors.js';
import { ConfigError } from '../../shared/platform/process/config.js';

/** A fault of the setting if the system does not let this process use a path; any other error as it is. */
export function folderFault(setting: string, error: unknown): unknown {
  const isOfPath = error instanceof Error && 'syscall' in error && 'path' in error;
  if (!isOfPath || isLackOfRoom(error)) return error;
  return new ConfigError([
    `${setting} must be a folder that this process can create and write to (${error.message})`,
  ]);
}
