/** Writes a file as a whole: an existing file is always complete. It is private by default. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';

export function replaceFile(path: string, text: string, mode = 0o600): void {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, text, { mode, flush: true });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
