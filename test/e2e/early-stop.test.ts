/** Processes that are stopped while they start or wait: they exit at once and release the data folder. */
import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPublishedGateway } from '../../shared/platform/clickhouse/gateway/published-gateway.js';
import {
  createDataFolder,
  type DataFolder,
  finish,
  startListening,
  startService,
  startSignals,
  withoutDemo,
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
    const child = startSignals(folder, ...withoutDemo(command));
    const ended = finish(child);
    await untilServed(folder, child.pid);
    expect(child.exitCode).toBeNull();
    expect(await endOf(child, ended, signal)).toBe(0);
    expect(readPublishedGateway(folder.path)).toBeNull();
  });

  it('ends processes that wait for the data folder, even at the moment one obtains it', async () => {
    const holder = await startService(folder, '--no-demo');
    const waiting = Array.from({ length: 3 }, () => startSignals(folder, ...withoutDemo('serve')));
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
    const waiting = [1, 2].map(() => startSignals(folder, ...withoutDemo('serve')));
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

  it('ends ingest while it waits for a ClickHouse server', async () => {
    Object.assign(folder.env, { CLICKHOUSE_URL: 'http://127.0.0.1:1' });
    const child = startSignals(folder, 'ingest');
    const ended = finish(child);
    await new Promise((done) => child.stderr?.once('data', done));
    expect(await endOf(child, ended)).toBe(0);
  });
});

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
