/**
 * Finds the package's own folder, from source as well as from `dist`, so that data files which are
 * not compiled (schemas, seeds, models) are read from one place.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { once } from './once.js';

export const packageRoot = once(() => nearestPackage(import.meta.dirname));

function nearestPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (folder === dirname(folder)) throw new Error('package.json of signals-service not found');
  return nearestPackage(dirname(folder));
}

/** Returns the version in `package.json`. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version;
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
