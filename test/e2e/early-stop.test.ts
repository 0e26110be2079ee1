/** Processes that are stopped, or fail, while they start: they exit at once and release the data folder. */
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPublishedGateway } from '../../shared/platform/clickhouse/gateway/published-gateway.js';
import { listen } from '../../shared/platform/process/listen.js';
import {
  createDataFolder,
  type DataFolder,
  finish,
  runSignals,
  startListening,
  startService,
  startSignals,
} from '../helpers/cli.js';
import { eventually } from '../helpers/eventually.js';

const STOP_MS = 30_000;

describe('Early stop', () => {
  let folder: DataFolder;

  beforeEach(() => {
    folder = createDataFolder({ isNew: true });
  });

  afterEach(() => folder.remove());

  it.each([
    [['serve', '--no-demo'], 0],
    [['load', '-'], null],
  ] as const)('ends %j before it has started, with exit code %j', async (args, code) => {
    const { child, listening } = startListening(folder, ...args);
    const ended = finish(child);
    await listening;
    expect(await endOf(child, ended)).toBe(code);
    expect(child.signalCode).toBe(code === null ? 'SIGTERM' : null);
    // A command ends by the signal; a service must also release the data folder.
    if (code === 0) expect(readPublishedGateway(folder.path)).toBeNull();
  });

  it.each([
    ['serve', 'SIGTERM'],
    ['ingest', 'SIGINT'],
    ['api', 'SIGTERM'],
  ] as const)('ends %s that has just opened the data folder, by %s', async (command, signal) => {
    Object.assign(folder.env, { KAFKA_BROKERS: '127.0.0.1:1' });
    const child = startSignals(folder, ...argsOf(command));
    const ended = finish(child);
    await untilServed(folder, child.pid);
    expect(child.exitCode).toBeNull();
    expect(await endOf(child, ended, signal)).toBe(0);
    expect(readPublishedGateway(folder.path)).toBeNull();
  });

  it('ends processes that wait for the data folder, even at the moment one obtains it', async () => {
    const holder = await startService(folder, '--no-demo');
    const waiting = Array.from({ length: 3 }, () => startSignals(folder, ...argsOf('serve')));
    const ended = waiting.map(finish);
    const told = waiting.map((child) => new Promise((done) => child.stderr?.once('data', done)));
    const holding = `Waiting for signals serve (process ${holder.child.pid}) to release the data folder`;
    const remedy = 'Let it end, or stop it.';
    for (const text of await Promise.all(told)) {
      expect(String(text)).toBe(`${holding} ${folder.path}. ${remedy}\n`);
    }
    const [first, ...others] = waiting.map((child, index) => () => endOf(child, ended[index]));
    expect(await first?.()).toBe(0);
    expect(await holder.stop()).toBe(0);
    await untilServed(folder);
    expect(await Promise.all(others.map((end) => end()))).toEqual([0, 0]);
    expect(readPublishedGateway(folder.path)).toBeNull();
  });

  it('names the next holder to a process that did not obtain the data folder', async () => {
    const holder = await startService(folder, '--no-demo');
    const waiting = [1, 2].map(() => startSignals(folder, ...argsOf('serve')));
    const ended = waiting.map(finish);
    const said = ['', ''];
    waiting.forEach((child, at) => {
      child.stderr?.on('data', (text) => {
        said[at] += String(text);
      });
    });
    await expect.poll(() => said, { timeout: 30_000 }).not.toContain('');
    expect(await holder.stop()).toBe(0);
    await untilServed(folder);
    const pid = readPublishedGateway(folder.path)?.pid;
    const loser = waiting.findIndex((child) => child.pid !== pid);
    const holderNamed = `Waiting for signals serve (process ${pid})`;
    // The engine may have written a line of its own before.
    await expect.poll(() => said[loser], { timeout: 30_000 }).toContain(holderNamed);
    for (const at of [loser, 1 - loser]) {
      waiting[at]?.kill('SIGTERM');
      expect((await ended[at])?.code).toBe(0);
    }
  });

  it.each([
    ['serve', 'PORT'],
    ['ingest', 'INGEST_PORT'],
  ])(
    'ends %s whose port is in use, naming %s, and releases the data folder',
    async (command, name) => {
      const { port, close } = await takePort();
      Object.assign(folder.env, { KAFKA_BROKERS: '127.0.0.1:1', [name]: String(port) });
      const { code, stderr } = await runSignals(folder, ...argsOf(command));
      close();
      expect(code).toBe(1);
      const lines = stderr.trim().split('\n');
      const said = `error: Port ${port} of 127.0.0.1 is in use. Stop the process that listens there, or set ${name}`;
      expect(lines.at(-1)).toContain(said);
      expect(lines.filter((line) => line.startsWith('{'))).toEqual([]);
      expect(readPublishedGateway(folder.path)).toBeNull();
    },
  );

  it.each([
    ['serve', 'SIGNALS_SPOOL_DIR', '/dev/null/spool'],
    ['ingest', 'SIGNALS_SPOOL_DIR', '/dev/null/spool'],
    ['serve', 'SIGNALS_DATA_DIR', '/dev/null'],
    // Every folder on the way can be written, but the system creates nothing there.
    ['serve', 'SIGNALS_DATA_DIR', '/proc/nowhere/data'],
    ['ingest', 'SIGNALS_SPOOL_DIR', '/proc/nowhere'],
    ['ingest', 'SIGNALS_FEEDS_DIR', '/nowhere/feeds'],
    ['api', 'HOST', '192.0.2.1'],
  ])(
    'ends %s with exit code 2 if it cannot use %s=%s, naming the setting',
    async (command, name, value) => {
      Object.assign(folder.env, { [name]: value });
      const { code, stderr } = await runSignals(folder, ...argsOf(command));
      expect(stderr).toMatch(/^error: The configuration is invalid:$/m);
      expect(stderr.trim().split('\n').at(-1)).toMatch(/^ {2}\w+ must be .* \(\w* ?E[A-Z]+.*\)$/);
      expect(stderr.trim().split('\n').at(-1)).toContain(name);
      expect(code).toBe(2);
      expect(readPublishedGateway(folder.path)).toBeNull();
    },
  );

  it('shows the demo key at the first start that obtains its port', async () => {
    const { port, close } = await takePort();
    const taken = { ...folder, env: { ...folder.env, PORT: String(port) } };
    expect((await runSignals(taken, 'serve')).code).toBe(1);
    close();
    const service = await startService(folder);
    expect(service.key).not.toBeNull();
    expect(await service.stop()).toBe(0);
  });

  it('ends ingest while it waits for a ClickHouse server', async () => {
    Object.assign(folder.env, { CLICKHOUSE_URL: 'http://127.0.0.1:1' });
    const child = startSignals(folder, 'ingest');
    const ended = finish(child);
    await new Promise((done) => child.stderr?.once('data', done));
    expect(await endOf(child, ended)).toBe(0);
  });
});

const ARGUMENTS: Record<string, string[]> = { serve: ['--no-demo'], sql: ['SELECT 1'] };

function argsOf(command: string): string[] {
  return [command, ...(ARGUMENTS[command] ?? [])];
}

/** Sends the signal and returns the exit code, or `null` if the process ended by a signal. */
async function endOf(
  child: ChildProcess,
  ended: ReturnType<typeof finish> | undefined,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null | undefined> {
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  const finished = await ended;
  clearTimeout(late);
  return finished?.code;
}

/** Waits until a process has the data folder. It polls often, because this state is short. */
async function untilServed(folder: DataFolder, by?: number): Promise<void> {
  await eventually(
    async () => readPublishedGateway(folder.path)?.pid,
    (pid) => pid !== undefined && (by === undefined || pid === by),
    60_000,
    5,
  );
}

/** Opens a server on a free port, which it keeps until `close`. */
async function takePort(): Promise<{ port: number; close: () => void }> {
  const server = createServer();
  const port = await listen(server, { host: '127.0.0.1', port: 0, setting: 'none' });
  return { port, close: () => server.close() };
}
