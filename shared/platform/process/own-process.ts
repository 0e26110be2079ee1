/** Tells which processes of this machine are alive, if process ids are comparable. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Boot of the machine and namespace of process ids: containers share a name, and not these. */
export function processPlace(): string {
  return [hostname(), ...[bootId, namespace].map(orNothing)].join(' ').trim();
}

/** A process that was killed holds nothing, although its parent has not asked for its exit code yet. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !isZombie(pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The state follows the name, which is in parentheses and may have some of its own. */
function isZombie(pid: number): boolean {
  const stat = orNothing(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat.slice(stat.lastIndexOf(')')).startsWith(') Z');
}

const bootId = () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
const namespace = () => readlinkSync('/proc/self/ns/pid');

/** Other systems have none. */
function orNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
