/**
 * Finds files in a data folder that belong to another user than the service, which then cannot read
 * or replace them. They usually come from a command that root has run, or from a restored backup.
 */
import { accessSync, constants, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_ENTRIES } from '../../shared/platform/process/data-entries.js';

const ROOT = 0;
/** Publishers put files into the spool folder, and operators into that of feed definitions. */
const OF_OTHERS: readonly string[] = ['feeds', 'spool'];

/**
 * Says whose the first file is that is not of the right user, and what to do; returns `null` if
 * there is none. The right user is the one of this process, and for root the owner of the folder.
 */
export function wrongOwnerText(dataDir: string): string | null {
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  const own = process.getuid?.();
  if (!folder || own === undefined) return null;
  const user = own === ROOT ? folder.uid : own;
  const wrong = foreignEntry(dataDir, user);
  if (!wrong) return null;
  return `${wrong.path} belongs to ${userName(wrong.uid)}, but the service runs as ${userName(user)}. As root, run chown -R ${user} ${dataDir}`;
}

/** Returns a warning if this process is of root and the folder is not. */
export function rootWarning(dataDir: string): string | null {
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (process.getuid?.() !== ROOT || !folder || folder.uid === ROOT) return null;
  return `warning: ${dataDir} belongs to ${userName(folder.uid)}, who cannot use the files that root creates in it. Run commands as this user. After this one, run chown -R ${folder.uid} ${dataDir}`;
}

/** Returns the name and the number of a user, for people. */
export function userName(uid: number): string {
  try {
    const users = readFileSync('/etc/passwd', 'utf8').split('\n');
    const name = users.map((line) => line.split(':')).find(([, , id]) => id === String(uid))?.[0];
    return name === undefined ? `user ${uid}` : `${name} (user ${uid})`;
  } catch {
    return `user ${uid}`;
  }
}

function foreignEntry(dataDir: string, user: number): { path: string; uid: number } | null {
  /** A group may give the right to use a file. For root, which may use all, the owner counts. */
  const isUnusable = (path: string, uid: number) =>
    uid !== user && (process.getuid?.() === ROOT || !isWritable(path));
  const waiting = DATA_ENTRIES.filter((name) => !OF_OTHERS.includes(name)).map((name) =>
    join(dataDir, name),
  );
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const folder = path;
    try {
      const stats = lstatSync(folder, { throwIfNoEntry: false });
      if (stats && isUnusable(folder, stats.uid)) return { path: folder, uid: stats.uid };
      if (stats?.isDirectory())
        waiting.push(...readdirSync(folder).map((name) => join(folder, name)));
    } catch {
      // Merges may have removed it. If it cannot be read because of its folder, that one counts.
    }
  }
  const { uid } = statSync(dataDir);
  return isUnusable(dataDir, uid) ? { path: dataDir, uid } : null;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
