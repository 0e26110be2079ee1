/** A data folder that is locked by a process of another user, or in another container. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FolderTakenError, openEngine } from '../../shared/platform/clickhouse/engine/engine.js';

let folder: string;
let child: ChildProcess;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'taken-'));
  const script = `import { Session } from 'chdb';
    new Session(${JSON.stringify(join(folder, 'clickhouse'))}).query('SELECT 1');
    console.log('held');
    setInterval(() => undefined, 1_000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  child = holder;
  await once(holder.stdout, 'data');
});

afterEach(async () => {
  child.kill('SIGKILL');
  await once(child, 'exit');
  rmSync(folder, { recursive: true });
});

const open = () => openEngine(join(folder, 'clickhouse'), 'signals');

it('openEngine fails if the folder is locked by a process of another user', () => {
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  });
  try {
    expect(open).toThrow(FolderTakenError);
  } finally {
    kill.mockRestore();
  }
});

it.each([
  ['equals its own', process.pid],
  ['does not exist here', 2 ** 22 + 1],
])('openEngine says what to do if the id of the process in another container %s', (_, pid) => {
  writeFileSync(join(folder, 'clickhouse/status'), `PID: ${pid}\n`);
  expect(open).toThrow(/clickhouse is open in a process of another container or machine\. Stop it/);
});
