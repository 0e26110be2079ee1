/**
 * The id of a journal: a random UUID in its folder, so that it remains the same journal on another
 * host or under another path.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../domain/errors.js';
import { replaceFile } from '../process/replace-file.js';

export function journalId(folder: string): string {
  const path = join(folder, 'id');
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const id = randomUUID();
  mkdirSync(folder, { recursive: true });
  replaceFile(path, `${id}\n`);
  return id;
}
