/**
 * Lets one process at a time try to open the engine of a data folder, because the engine prints an
 * error if another process has it. Only the engine's own lock keeps others out: if two processes take
 * over a lock that was left behind, the worst is such an error.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../../domain/errors.js';
import { isAlive } from '../../process/process-ids.js';

/** Milliseconds after which a lock does not count: its process may be stuck or another program. */
const MAX_AGE_MS = 10_000;

/**
 * Takes the lock. Returns a function that releases it, or `null` if another process has it. If the
 * lock cannot be written, for example in a new folder, the process continues without it.
 */
export function lockOpening(dataDir: string): (() => void) | null {
  const path = join(dataDir, 'clickhouse.lock');
  if (isTaken(path)) return null;
  try {
    writeFileSync(path, `${process.pid}`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const isThere = codeOf(error) === 'EEXIST';
    // On a full disk the file is created, but empty.
    if (!isThere) rmSync(path, { force: true });
    return isThere && isTaken(path) ? null : () => undefined;
  }
  return () => {
    if (pidIn(path) === process.pid) rmSync(path, { force: true });
  };
}

/** Returns true if another process has the lock. Removes a lock that does not count any more. */
function isTaken(path: string): boolean {
  const pid = pidIn(path);
  if (pid === undefined) return false;
  try {
    const isOld = Math.abs(Date.now() - statSync(path).mtimeMs) > MAX_AGE_MS;
    // The process may not have written its id yet.
    if (!isOld && (pid === 0 || isAlive(pid))) return true;
    rmSync(path, { force: true });
  } catch {
    // The lock was released, or it cannot be removed. Then it does not count either.
  }
  return false;
}

/** Returns 0 if the lock is empty, `undefined` if there is none or it cannot be read. */
function pidIn(path: string): number | undefined {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
