/** Reads about processes of other processes from `/proc` (Linux). */
import { existsSync, readFileSync } from 'node:fs';

export function childrenOf(pid = 0): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}

/**
 * A process that has ended keeps its entry, without a command, until its parent reads how it ended.
 */
export function isRunning(pid: number): boolean {
  return commandOf(pid) !== '';
}

export function commandOf(pid: number): string {
  const path = `/proc/${pid}/cmdline`;
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
