/**
 * Only the user of the service can read its data. New files are private by the umask that
 * `bin/signals.cjs` sets; this narrows the rights that an earlier version, or another user, has left
 * wider.
 */
import { chmodSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** What the service makes in its data folder: anything else there is not touched. */
const ENTRIES = [
  'clickhouse',
  'clickhouse.json',
  'clickhouse.xml',
  'feeds',
  'journals',
  'ranking',
  'rejected',
  'spool',
];
const OTHERS = 0o077;
/** Of folders that are shared, such as `/tmp`. */
const STICKY = 0o1000;

export function isOpenToOthers(mode: number): boolean {
  return (mode & OTHERS) !== 0 && (mode & STICKY) === 0;
}

/** A folder that is not there yet is left to who makes it; what belongs to others stays theirs. */
export function protectFolder(dataDir: string): void {
  for (const entry of ENTRIES) narrow(join(dataDir, entry), entriesOf);
  // The folder itself may be a link to another disk.
  ignoring(['ENOENT'], () => narrow(realpathSync(dataDir), () => []));
}

/**
 * Depth first, so that an interrupted run is repeated. Nobody can pass a narrow folder, so everything
 * below one stays as it is.
 */
function narrow(path: string, below: (folder: string) => string[]): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink() || !isOpenToOthers(found.mode)) return;
  if (found.isDirectory()) for (const entry of below(path)) narrow(entry, below);
  // Merges remove files meanwhile; what others own they see to themselves.
  ignoring(['ENOENT', 'EPERM', 'EROFS'], () => chmodSync(path, found.mode & 0o7777 & ~OTHERS));
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
    if (error instanceof Error && 'code' in error && codes.includes(String(error.code))) return;
    throw error;
  }
}
