/** A disk for one test, which can fill it: a tmpfs, if this user may mount one. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRequired } from './required.js';

export interface SmallDisk {
  path: string;
  /** Fills the disk to the last byte. */
  fill(): void;
  free(): void;
  remove(): void;
}

/** Returns why the suite is skipped, or null; with `REQUIRE=mount` it throws instead. */
export function mountMissing(): string | null {
  try {
    mountSmallDisk(1).remove();
    return null;
  } catch (error) {
    if (isRequired('mount')) throw error;
    return 'this user may not mount a disk';
  }
}

export function mountSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'signals-disk-'));
  const filler = join(path, 'filler');
  const size = `size=${megabytes}m`;
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', path]);
  if (status !== 0) {
    rmSync(path, { recursive: true });
    throw new Error(`no disk can be mounted: ${stderr}`);
  }
  return {
    path,
    fill() {
      const file = openSync(filler, 'a');
      // Of what does not fit as a whole, a part still may.
      for (const bytes of [1 << 20, 4096, 1]) {
        while (takes(file, Buffer.alloc(bytes)));
      }
      closeSync(file);
    },
    free: () => truncateSync(filler, 0),
    remove() {
      spawnSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function takes(file: number, bytes: Buffer): boolean {
  try {
    return writeSync(file, bytes) === bytes.length;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}
