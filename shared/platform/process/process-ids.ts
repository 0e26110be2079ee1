/** Checks whether processes of this machine are alive, and where their ids are comparable. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from '../../domain/errors.js';

/**
 * Identifies where process ids are comparable: by host name, boot of the machine and namespace of
 * process ids. Containers may share a host name, but not all three.
 */
export function processIdNamespace(): string {
  return [hostname(), ...[bootId, namespace].map(orEmpty)].join(' ').trim();
}

/** A process that was killed is not alive, even if its parent has not asked for its exit code. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !isZombie(pid);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** In the file, the state follows the name, which is in parentheses and may contain some itself. */
function isZombie(pid: number): boolean {
  const stat = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat.slice(stat.lastIndexOf(')')).startsWith(') Z');
}

const bootId = () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
const namespace = () => readlinkSync('/proc/self/ns/pid');

/** Returns an empty text on systems that do not have the file. */
function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
