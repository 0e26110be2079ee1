/**
 * Makes sure that only the user of the service can read its data. New files are private by the
 * umask that `bin/signals.cjs` sets; this narrows the rights that an earlier version, or another
 * user, has left wider.
 */
import { chmodSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../shared/domain/errors.js';
import { DATA_ENTRIES } from '../../shared/platform/process/data-entries.js';

/** Permission bits of the group and of all other users. */
const OTHERS = 0o077;
/** Permission bit of folders that are shared, such as `/tmp`. */
const STICKY = 0o1000;

export function isOpenToOthers(mode: number): boolean {
  return (mode & OTHERS) !== 0 && (mode & STICKY) === 0;
}

/** Makes the data folder private. Leaves alone what is missing, and what belongs to others. */
export function protectFolder(dataDir: string): void {
  for (const entry of DATA_ENTRIES) narrow(join(dataDir, entry), entriesOf);
  // The folder itself may be a link to another disk.
  ignoring(['ENOENT'], () => narrow(realpathSync(dataDir), () => []));
}

/**
 * Removes the rights of others, depth first, so that an interrupted run is repeated. Nobody else
 * can enter a folder that is private already, so everything below it stays as it is.
 */
function narrow(path: string, below: (folder: string) => string[]): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats || stats.isSymbolicLink() || !isOpenToOthers(stats.mode)) return;
  if (stats.isDirectory()) for (const entry of below(path)) narrow(entry, below);
  // Merges may remove files meanwhile; files that others own are left to them.
  ignoring(['ENOENT', 'EPERM', 'EROFS'], () => chmodSync(path, stats.mode & 0o7777 & ~OTHERS));
}

function entriesOf(folder: string): string[] {
  return (
    ignoring(['ENOENT', 'EACCES'], () => readdirSync(folder))?.map((name) => join(folder, name)) ??
    []
  );
}

function ignoring<T>(codes: readonly string[], work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (codes.includes(codeOf(error))) return;
    throw error;
  }
}
