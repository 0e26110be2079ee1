/** Writes a private file as a whole: an existing file is always complete. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';

export function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flush: true });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
