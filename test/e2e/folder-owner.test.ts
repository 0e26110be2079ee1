/** Data folders whose files belong to another user than the one who runs the service. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../shared/domain/package-root.js';
import { createDataFolder, type DataFolder, finish, jsonOf, runSignals } from '../helpers/cli.js';
import { allPaths } from '../helpers/modes.js';

const USER = 65_534;

// Only root may give files to another user.
describe.skipIf(process.getuid?.() !== 0)('Data folder of another user', () => {
  let folder: DataFolder;

  beforeEach(() => {
    folder = createDataFolder();
  });

  afterEach(() => folder.remove());

  const rights = async (): Promise<{ status: string; message: string }> => {
    const { stdout } = await runSignals(folder, 'doctor', '--json');
    const { checks } = JSON.parse(stdout);
    return checks.find(({ name }: { name: string }) => name === 'file rights');
  };

  it('is reported to root, whose files its user could not use', async () => {
    expect(await rights()).toMatchObject({ status: 'ok' });
    for (const path of allPaths(folder.path)) chownSync(path, USER, USER);
    const { code, stderr } = await runSignals(folder, 'accounts', 'list');
    const remedy = `chown -R ${USER} ${folder.path}`;
    expect(stderr).toMatch(
      new RegExp(`^warning: ${folder.path} belongs to .*user ${USER}\\)?, who`),
    );
    expect(stderr).toContain(remedy);
    expect(code).toBe(0);
    const { status, message } = await rights();
    expect(status).toBe('problem');
    expect(message).toContain(`belongs to root (user 0), but the service runs as `);
    expect(message).toContain(remedy);
  });

  it.skipIf(!canRun())('is named by a start that fails because of one file', async () => {
    await jsonOf(folder, 'accounts', 'list');
    const store = join(folder.path, 'clickhouse', 'store');
    for (const path of allPaths(folder.path)) chownSync(path, USER, USER);
    const first = join(store, readdirSync(store)[0] ?? '');
    chownSync(first, 0, 0);
    const { code, stderr } = await finish(startAs(USER, folder, 'accounts', 'list'));
    expect(stderr).toContain(`${first} belongs to root (user 0), but the service runs as `);
    expect(stderr).toContain(`chown -R ${USER} ${folder.path}`);
    expect(code).toBe(2);
  });
});

function startAs(uid: number, { env }: DataFolder, ...args: string[]): ChildProcess {
  const command = [join(packageRoot(), 'bin/signals.cjs'), ...args];
  return spawn(process.execPath, command, {
    env,
    uid,
    gid: uid,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** True if the other user can read this checkout. */
function canRun(): boolean {
  const file = join(packageRoot(), 'dist/service/signals.js');
  return spawnSync('/bin/cat', [file], { uid: USER, gid: USER }).status === 0;
}
