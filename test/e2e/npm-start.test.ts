/** The service as started by npm: it stops gracefully with npm, and prints a key only on a terminal or on request. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../shared/domain/package-root.js';
import { readPublishedGateway } from '../../shared/platform/clickhouse/gateway/published-gateway.js';
import { isAlive } from '../../shared/platform/process/process-ids.js';
import {
  createDataFolder,
  type DataFolder,
  jsonOf,
  startServer,
  startService,
} from '../helpers/cli.js';
import { eventually } from '../helpers/eventually.js';
import { fundingRoundLines } from '../helpers/funding-rounds.js';

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

describe('Start on loaded data without an account', () => {
  it('does not load the demo, and explains how to create an account', async () => {
    const file = join(folder.path, 'rounds.ndjson');
    writeFileSync(file, fundingRoundLines(3));
    await jsonOf(folder, 'load', file);
    const service = await startService(folder);
    expect(service.welcome).toContain('accounts create');
    expect(service.welcome).not.toMatch(/sig_live_|X-Signals-Loading/);
    expect(await service.stop()).toBe(0);
    const { counts } = await jsonOf(folder, 'status');
    expect(counts).toMatchObject({ signals: 3, events: 3 });
  });
});

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

describe('First start with captured output', () => {
  it('prints no key, and explains how to issue one', async () => {
    const service = await startServer(folder, 'serve');
    expect(service.welcome).not.toContain('sig_live_');
    expect(service.welcome).toContain('keys issue --account demo');
    const { keys } = await jsonOf(folder, 'keys', 'list', '--account', 'demo');
    expect(keys).toEqual([]);
    const { key } = await jsonOf(folder, 'keys', 'issue', '--account', 'demo');
    const answer = await fetch(`${service.url}/v1/account`, { headers: { 'x-api-key': key } });
    expect(answer.status).toBe(200);
    expect(await service.stop()).toBe(0);
  });
});
