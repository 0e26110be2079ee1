/** Processes that are told to stop before they run: they end at once, with nothing to complain about. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readServer } from '../../shared/clickhouse/folder.js';
import {
  createDataFolder,
  type DataFolder,
  finish,
  startService,
  startSignals,
} from '../helpers/cli.js';

const STOP_MS = 30_000;

describe('a stop while a process starts', () => {
  let folder: DataFolder;

  beforeEach(() => {
    folder = createDataFolder();
  });

  afterEach(() => folder.remove());

  it.each(['serve', 'ingest'])('ends %s that has just taken the data folder', async (command) => {
    Object.assign(folder.env, { KAFKA_BROKERS: '127.0.0.1:1' });
    const child = startSignals(folder, ...argsOf(command));
    const ended = finish(child);
    await until(() => readServer(folder.path)?.pid === child.pid);
    expect(child.exitCode).toBeNull();
    expect(await endOf(child, ended)).toBe(0);
    expect(readServer(folder.path)).toBeNull();
  });

  it('ends serve that waits for the data folder, also when it gets it at that moment', async () => {
    const holder = await startService(folder, '--no-demo');
    const waiting = Array.from({ length: 3 }, () => startSignals(folder, ...argsOf('serve')));
    const ended = waiting.map(finish);
    const told = waiting.map((child) => new Promise((done) => child.stderr?.once('data', done)));
    await Promise.all(told);
    const [first, ...others] = waiting.map((child, index) => () => endOf(child, ended[index]));
    expect(await first?.()).toBe(0);
    expect(await holder.stop()).toBe(0);
    await until(() => readServer(folder.path) !== null);
    expect(await Promise.all(others.map((end) => end()))).toEqual([0, 0]);
    expect(readServer(folder.path)).toBeNull();
  });

  it('ends one that waits for a ClickHouse server', async () => {
    Object.assign(folder.env, { CLICKHOUSE_URL: 'http://127.0.0.1:1' });
    const child = startSignals(folder, 'ingest');
    const ended = finish(child);
    await new Promise((done) => child.stderr?.once('data', done));
    expect(await endOf(child, ended)).toBe(0);
  });
});

function argsOf(command: string): string[] {
  return command === 'serve' ? ['serve', '--no-demo'] : [command];
}

/** Exit code after SIGTERM; `null` when it had to be killed. */
async function endOf(
  child: ChildProcess,
  ended: ReturnType<typeof finish> | undefined,
): Promise<number | null | undefined> {
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  const finished = await ended;
  clearTimeout(late);
  return finished?.code;
}

async function until(ready: () => boolean): Promise<void> {
  for (let tried = 0; !ready(); tried += 1) {
    if (tried > 12_000) throw new Error('did not happen within a minute');
    await sleep(5);
  }
}
