/** Readers that leave early, as `head` does: a command ends in silence, a service goes on. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDataFolder, type DataFolder, finish, startSignals } from '../helpers/cli.js';
import { eventually } from '../helpers/eventually.js';
import { freePort } from '../helpers/free-port.js';

let folder: DataFolder;

beforeEach(() => {
  folder = createDataFolder();
});

afterEach(() => folder.remove());

it.each([
  [['--version']],
  [['completion', 'bash']],
  [['feeds', 'check', '--json']],
  [['sql', 'SELECT 1']],
])('ends a command whose output nobody reads without a trace: %j', async (args) => {
  const child = startSignals(folder, ...args);
  child.stdout?.destroy();
  const { code, stderr } = await finish(child);
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

it('keeps the exit code of a command whose notices nobody reads', async () => {
  const child = startSignals(folder, 'nonsense');
  child.stderr?.destroy();
  expect((await finish(child)).code).toBe(2);
});

it.each([['serve', '--no-demo'], ['ingest']])(
  'lets a service go on that nobody listens to: %s',
  async (...args) => {
    const port = String(await freePort());
    Object.assign(folder.env, { PORT: port, INGEST_PORT: port, LOG_LEVEL: 'info' });
    const child = startSignals(folder, ...args);
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
  },
);
