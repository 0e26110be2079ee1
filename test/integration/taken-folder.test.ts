/** A data folder that is locked by a process of another user, which cannot be signalled. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { FolderTakenError, openEngine } from '../../shared/platform/clickhouse/engine/engine.js';

it('openEngine fails if the folder is locked by a process of another user', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taken-'));
  const script = `import { Session } from 'chdb';
    new Session(${JSON.stringify(join(folder, 'clickhouse'))}).query('SELECT 1');
    console.log('held');
    setInterval(() => undefined, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  await once(child.stdout, 'data');
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  });
  try {
    expect(() => openEngine(join(folder, 'clickhouse'), 'signals')).toThrow(FolderTakenError);
  } finally {
    kill.mockRestore();
    child.kill('SIGKILL');
    await once(child, 'exit');
    rmSync(folder, { recursive: true });
  }
});
