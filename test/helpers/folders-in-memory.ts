/**
 * Puts the temporary folders of tests in memory if there is enough. On ext4, creating files is slow
 * after many deletions, as tests and merges make them: it took a fifth of their processor time.
 * `TMPDIR` decides if it is set.
 */
import { statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** A run holds about 2 GB of data at once. */
const LEAST_SPACE = 8e9;
const LEAST_FREE_MEMORY = 12e9;

export function putFoldersInMemory(): void {
  if (process.env.TMPDIR || spaceOf(IN_MEMORY) < LEAST_SPACE) return;
  if (freemem() >= LEAST_FREE_MEMORY) process.env.TMPDIR = IN_MEMORY;
}

function spaceOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // This system does not have the folder.
    return 0;
  }
}
