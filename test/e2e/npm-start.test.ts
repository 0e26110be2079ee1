/** The service as started by npm: it stops gracefully with npm. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../shared/domain/package-root.js';
import { readPublishedGateway } from '../../shared/platform/clickhouse/gateway/published-gateway.js';
import { isAlive } from '../../shared/platform/process/process-ids.js';
import { createDataFolder, type DataFolder } from '../helpers/cli.js';
import { eventually } from '../helpers/eventually.js';

let folder: DataFolder;

beforeEach(() => {
  folder = createDataFolder({ isNew: true });
});

afterEach(() => folder.remove());

/** Starts npm in its own process group, as a shell on a terminal does. */
function startNpm(...args: string[]): { child: ChildProcess; said: () => string } {
  const child = spawn('npm', args, { cwd: packageRoot(), env: folder.env, detached: true });
  let said = '';
  const hear = (chunk: unknown): void => {
    said += chunk;
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return { child, said: () => said };
}

async function ready(said: () => string): Promise<void> {
  await eventually(
    async () => said(),
    (text) => /^ready /m.test(text),
    60_000,
  );
}

describe('npm', () => {
  it.each([
    ['npm start', ['start'], /^ {2}key +sig_live_\w+$/m],
    [
      'npm run signals',
      ['run', '-s', 'signals', '--', 'serve', '--no-demo'],
      /^ {2}create account /m,
    ],
  ])('stops the service of `%s` when npm receives SIGTERM', async (_, args, welcome) => {
    const { child, said } = startNpm(...args);
    await ready(said);
    expect(said()).toMatch(welcome);
    const { pid = 0 } = readPublishedGateway(folder.path) ?? {};
    expect(isAlive(pid)).toBe(true);
    child.kill('SIGTERM');
    await once(child, 'close');
    await eventually(
      async () => isAlive(pid),
      (alive) => !alive,
      30_000,
    );
    expect(readPublishedGateway(folder.path)).toBeNull();
    expect(said()).not.toContain('stop_forced');
  });

  it('stops the service gracefully when a terminal interrupts both', async () => {
    const { child, said } = startNpm('start', '--', '--no-demo');
    await ready(said);
    const { pid = 0 } = readPublishedGateway(folder.path) ?? {};
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await once(child, 'close');
    await eventually(
      async () => isAlive(pid),
      (alive) => !alive,
      30_000,
    );
    expect(said()).not.toContain('stop_forced');
    expect(readPublishedGateway(folder.path)).toBeNull();
  });
});
