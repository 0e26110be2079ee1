/** Writes a private file as a whole, so that its readers never see a part of it. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';

export function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
