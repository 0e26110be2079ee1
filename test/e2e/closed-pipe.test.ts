/** Output pipes that are closed early, as by `head`: a command ends silently, a service continues. */
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

it.each([['serve', '--no-demo'], ['ingest']])(
  'A service continues to run if stdout and stderr are closed: %s',
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
