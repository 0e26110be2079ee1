/**
 * The id of a journal: a random UUID in its folder, so that it remains the same journal on another
 * host or under another path.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function journalId(folder: string): string {
  const path = join(folder, 'id');
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const id = randomUUID();
  mkdirSync(folder, { recursive: true });
  // The file is renamed into its place, so that an existing file is always complete.
  writeFileSync(`${path}.new`, `${id}\n`, { flush: true });
  renameSync(`${path}.new`, path);
  return id;
}
