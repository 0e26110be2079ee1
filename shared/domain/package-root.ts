/**
 * Finds the package's own folder, from source as well as from `dist`, so that data files which are
 * not compiled (schemas, seeds, models) are read from one place.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export function packageRoot(): string {
  return findPackage().folder;
}

/** Returns the version in `package.json`. */
export function packageVersion(): string {
  return findPackage().version;
}

let cached: { folder: string; version: string } | undefined;

function findPackage(): { folder: string; version: string } {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!cached) {
    const version = versionIn(folder);
    if (version !== null) cached = { folder, version };
    else if (folder === dirname(folder))
      throw new Error('package.json of signals-service not found');
    folder = dirname(folder);
  }
  return cached;
}

/** Returns the version in the folder's `package.json`, `null` if it is not that of this package. */
function versionIn(folder: string): string | null {
  try {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return name === 'signals-service' ? String(version) : null;
  } catch {
    return null;
  }
}

/** Reads a JSON file that comes with the product, from `seeds/`. */
export function readSeed<T>(file: string): T {
  return JSON.parse(readFileSync(join(packageRoot(), 'seeds', file), 'utf8'));
}

/** Returns the folder of the feed definitions that come with the product. */
export function productFeeds(): string {
  return join(packageRoot(), 'seeds/feeds');
}

/** Returns the folder of the embedding model that comes with the product. */
export function bundledModel(): string {
  return join(packageRoot(), 'models/all-MiniLM-L6-v2');
}
