/** Processes that others have started, on Linux. */
import { existsSync, readFileSync } from 'node:fs';

export function childrenOf(pid = 0): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}

/** One that has ended keeps its entry until somebody has read how it ended, and has no command any more. */
export function isRunning(pid: number): boolean {
  return commandOf(pid) !== '';
}

export function commandOf(pid: number): string {
  const path = `/proc/${pid}/cmdline`;
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
