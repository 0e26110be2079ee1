/**
 * The name of a journal: a random id in its folder, so that it stays the same journal on another host
 * or under another path.
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
  // Renamed in: a file that is there is whole.
  writeFileSync(`${path}.new`, `${id}\n`, { flush: true });
  renameSync(`${path}.new`, path);
  return id;
}
