/** Checks which files of a folder other users may access. */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns `folder` and the paths below it that others than their owner can read, write or enter,
 * with their modes.
 */
export function accessibleToOthers(folder: string): string[] {
  return allPaths(folder).flatMap((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found || found.isSymbolicLink() || (found.mode & 0o077) === 0) return [];
    return [`${(found.mode & 0o777).toString(8)} ${path}`];
  });
}

export function allPaths(folder: string): string[] {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [folder, ...inside.map((name) => join(folder, name))];
}
