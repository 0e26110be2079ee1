/** Reports folders that cannot be used as errors of the settings that name them. */
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
