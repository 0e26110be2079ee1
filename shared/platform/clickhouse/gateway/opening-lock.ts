/**
 * Lets one process at a time try to open the engine of a data folder, because the engine prints an
 * error if another process has it. Only the engine's own lock keeps others out.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../process/process-ids.js';

/** Milliseconds after which a lock does not count: its process may be stuck or another program. */
const MAX_AGE_MS = 3_000;

/**
 * Takes the lock. Returns a function that releases it, or `null` if another process has it. In a
 * folder that cannot be written the lock is not needed, because the engine does not start either.
 */
export function lockOpening(dataDir: string): (() => void) | null {
  const path = join(dataDir, 'clickhouse.lock');
  const release = () => rmSync(path, { force: true });
  if (isTaken(path)) return null;
  try {
    writeFileSync(path, `${process.pid}`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EEXIST' ? null : release;
  }
  return release;
}

/** Removes a lock that does not count any more. */
function isTaken(path: string): boolean {
  try {
    const isOld = Date.now() - statSync(path).mtimeMs > MAX_AGE_MS;
    const pid = Number(readFileSync(path, 'utf8'));
    // The process may not have written its id yet.
    if (!isOld && (pid === 0 || isAlive(pid))) return true;
    rmSync(path, { force: true });
  } catch {
    // There is no lock.
  }
  return false;
}
