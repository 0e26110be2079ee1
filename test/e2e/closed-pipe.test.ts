/** Output that is closed early, as by `head`, or on a full disk: a command ends, a service continues. */
import { closeSync, openSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createAccount,
  createDataFolder,
  type DataFolder,
  finish,
  jsonOf,
  startSignals,
} from '../helpers/cli.js';
import { eventually } from '../helpers/eventually.js';
import { freePort } from '../helpers/free-port.js';

let folder: DataFolder;
/** A file whose disk is always full. */
let full: number;

beforeEach(() => {
  folder = createDataFolder();
  full = openSync('/dev/full', 'w');
});

afterEach(() => {
  closeSync(full);
  folder.remove();
});

it.each([
  [['--version']],
  [['completion', 'bash']],
  [['feeds', 'check', '--json']],
  [['sql', 'SELECT 1']],
])('A command exits with code 0 and no message if stdout is closed: %j', async (args) => {
  const child = startSignals(folder, ...args);
  child.stdout?.destroy();
  const { code, stderr } = await finish(child);
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

it('A command keeps its exit code if stderr is closed', async () => {
  const child = startSignals(folder, 'nonsense');
  child.stderr?.destroy();
  expect((await finish(child)).code).toBe(2);
});

it.each(['--version', 'doctor'])(
  '%s exits with code 1 if its output cannot be written',
  async (arg) => {
    const child = startSignals({ ...folder, output: full }, arg);
    expect((await finish(child)).code).toBe(1);
  },
);

it.each([
  ['full', 1],
  ['closed', 0],
])(
  'No key that nobody has seen is stored, and none expires, if stdout is %s',
  async (state, code) => {
    const { key: _, ...seen } = await createAccount(folder, 'a');
    for (const args of [
      ['issue', '--account', 'a'],
      ['rotate', '--key-id', seen.key_id, '--grace', '0'],
    ]) {
      const output = state === 'full' ? full : 'pipe';
      const child = startSignals({ ...folder, output }, 'keys', ...args);
      child.stdout?.destroy();
      expect((await finish(child)).code).toBe(code);
    }
    expect((await jsonOf(folder, 'keys', 'list', '--account', 'a')).keys).toEqual([seen]);
  },
);

it.each([
  ['closed', ['serve', '--no-demo']],
  ['closed', ['ingest']],
  ['full', ['serve', '--no-demo']],
])('A service continues to run if stdout and stderr are %s: %j', async (state, args) => {
  const port = String(await freePort());
  Object.assign(folder.env, { PORT: port, INGEST_PORT: port, LOG_LEVEL: 'info' });
  const output = state === 'full' ? full : 'pipe';
  const child = startSignals({ ...folder, output }, ...args);
  child.stdout?.destroy();
  child.stderr?.destroy();
  const ended = finish(child);
  const isReady = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
    return answer?.ok === true;
  };
  await eventually(isReady, (ready) => ready || child.exitCode !== null, 60_000);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});
