/** One process at a time tries to open a data folder. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockOpening } from '../../../../../../shared/platform/clickhouse/gateway/opening-lock.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signals-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('lockOpening', () => {
  const lockOf = (pid: number | string) => writeFileSync(join(folder, 'clickhouse.lock'), `${pid}`);

  it('gives the lock to one of several, and to the next after its release', () => {
    const release = lockOpening(folder);
    expect(release).not.toBeNull();
    expect(lockOpening(folder)).toBeNull();
    release?.();
    expect(lockOpening(folder)).not.toBeNull();
  });

  it('respects the lock of another process, also before it has written its id', () => {
    for (const pid of [process.ppid, '']) {
      lockOf(pid);
      expect(lockOpening(folder)).toBeNull();
    }
  });

  it('ignores the lock of a process that died, and one that is older than an opening takes', () => {
    lockOf(spawnSync('true').pid);
    const release = lockOpening(folder);
    expect(release).not.toBeNull();
    release?.();
    lockOf(process.ppid);
    const before = new Date(Date.now() - 60_000);
    utimesSync(join(folder, 'clickhouse.lock'), before, before);
    expect(lockOpening(folder)).not.toBeNull();
  });

  it('keeps nobody out if it cannot be written', () => {
    expect(lockOpening(join(folder, 'missing'))).not.toBeNull();
  });

  it('does not release the lock that another process took over', () => {
    const release = lockOpening(folder);
    lockOf(process.ppid);
    release?.();
    expect(lockOpening(folder)).toBeNull();
  });
});
