/**
 * Finds the package's own folder, from source as well as from `dist`, so that data files which are
 * not compiled (schemas, seeds, models) are read from one place.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export function packageRoot(): string {
  found ??= search(dirname(fileURLToPath(import.meta.url)));
  return found;
}

let found: string | undefined;

function search(folder: string): string {
  if (isPackage(folder)) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('package.json of signals-service not found');
  return search(parent);
}

function isPackage(folder: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return (
      typeof manifest === 'object' &&
      manifest !== null &&
      'name' in manifest &&
      manifest.name === 'signals-service'
    );
  } catch {
    return false;
  }
}

/** Feed definitions that come with the product. */
export function productFeeds(): string {
  return join(packageRoot(), 'seeds/feeds');
}

/** Folder of the embedding model that comes with the product. */
export function bundledModel(): string {
  return join(packageRoot(), 'models/all-MiniLM-L6-v2');
}
