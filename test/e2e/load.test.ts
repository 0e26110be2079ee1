/** `signals load` as a process: interrupted by kill -9, repeated, and while a service runs. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createDataFolder,
  type DataFolder,
  finish,
  jsonOf,
  rejectedFile,
  rowsOf,
  runSignals,
  startService,
  startSignals,
} from '../helpers/cli.js';
import { eventually } from '../helpers/eventually.js';
import { fundingRoundLines } from '../helpers/funding-rounds.js';

const ROUNDS = process.env.LONG ? 4_000 : 2_400;
let folder: DataFolder;

beforeEach(() => {
  folder = createDataFolder();
});

afterEach(() => folder.remove());

const counts = async () => {
  const sql = `SELECT count() AS signals, uniqExact(event_id) AS events,
    (SELECT count() FROM signals_by_time FINAL) AS by_time,
    (SELECT count() FROM signals_by_type FINAL) AS by_type FROM signals FINAL`;
  return (await rowsOf(folder, sql))[0];
};

/** Returns the size of the file of rejected lines, which grows with each batch. */
const rejectedBytes = (): number => {
  const file = rejectedFile(folder, 'rounds');
  return file ? statSync(file).size : 0;
};

describe('Load interrupted by kill -9', () => {
  it('stores every event exactly once after several kills', async () => {
    const file = join(folder.path, 'rounds.ndjson.gz');
    writeFileSync(file, gzipSync(fundingRoundLines(ROUNDS)));
    for (const delayMs of [0, 50, 200]) {
      const before = rejectedBytes();
      const child = startSignals(folder, 'load', file);
      const ended = finish(child);
      // Each batch has rejected lines, so growth means that the load is in a new batch.
      await eventually(
        async () => rejectedBytes(),
        (bytes) => bytes > before || child.exitCode !== null,
      );
      await sleep(delayMs);
      child.kill('SIGKILL');
      await ended;
    }
    const report = await jsonOf(folder, 'load', file);
    expect(report).toMatchObject({ read: ROUNDS, rejected: ROUNDS / 100, ignored: 0 });
    expect(report.accepted + report.duplicates).toBe(ROUNDS - ROUNDS / 100);
    const expected = ROUNDS - ROUNDS / 100;
    const stored = { signals: expected, events: expected, by_time: expected, by_type: expected };
    expect(await counts()).toEqual(stored);
    const rejected = readFileSync(report.rejected_file, 'utf8').trim().split('\n');
    expect(rejected).toHaveLength(ROUNDS / 100);
    const again = await jsonOf(folder, 'load', file);
    expect(again).toMatchObject({ read: ROUNDS, accepted: 0, duplicates: expected, signals: 0 });
    expect(await counts()).toEqual(stored);
  });
});

describe('Load interrupted by SIGTERM', () => {
  const interrupt = async (): Promise<string> => {
    const file = join(folder.path, 'rounds.ndjson');
    writeFileSync(file, fundingRoundLines(ROUNDS));
    const child = startSignals(folder, 'load', file);
    const ended = finish(child);
    await eventually(
      async () => rejectedBytes(),
      (bytes) => bytes > 0,
    );
    child.kill('SIGTERM');
    expect((await ended).code).toBe(1);
    return file;
  };

  it('resumes and says so', async () => {
    const { stdout, stderr } = await runSignals(folder, 'load', await interrupt(), '--json');
    expect(stderr).toMatch(/rounds\.ndjson: resuming after line [1-9]\d*\. .* with --again\.$/m);
    expect(JSON.parse(stdout)).toMatchObject({ read: ROUNDS, duplicates: 0 });
  });

  it('reads every line with --again', async () => {
    const args = ['load', await interrupt(), '--again', '--json'];
    const { stdout, stderr } = await runSignals(folder, ...args);
    expect(stderr).not.toContain('resuming');
    const { accepted, duplicates, ...report } = JSON.parse(stdout);
    expect(report).toMatchObject({ read: ROUNDS, rejected: ROUNDS / 100 });
    expect(duplicates).toBeGreaterThan(0);
    const stored = ROUNDS - ROUNDS / 100;
    expect(accepted + duplicates).toBe(stored);
    expect(await counts()).toMatchObject({ signals: stored, events: stored });
    const rejected = readFileSync(report.rejected_file, 'utf8').trim().split('\n');
    expect(rejected).toHaveLength(ROUNDS / 100);
  });
});

describe('Files of the same name', () => {
  it('keep separate files of rejected lines, also if loaded again', async () => {
    const files = ['one', 'two'].map((name) => {
      mkdirSync(join(folder.path, name));
      const file = join(folder.path, name, 'events.ndjson');
      writeFileSync(file, `no json ${name}\n`);
      return file;
    });
    const { files: reports } = await jsonOf(folder, 'load', ...files);
    const paths = reports.map((report: { rejected_file: string }) => report.rejected_file);
    const texts = paths.map((path: string) => readFileSync(path, 'utf8'));
    expect(texts).toEqual(['one', 'two'].map((name) => expect.stringContaining(`no json ${name}`)));
    const again = await jsonOf(folder, 'load', ...files);
    expect(again.files.map((report: { rejected_file: string }) => report.rejected_file)).toEqual(
      paths,
    );
  });
});

describe('Load while a service runs', () => {
  it('writes through the service, and continues alone after the service is killed', async () => {
    const file = join(folder.path, 'rounds.ndjson');
    writeFileSync(file, fundingRoundLines(3_000));
    const service = await startService(folder, '--no-demo');
    const ended = finish(startSignals(folder, 'load', file, '--json'));
    await eventually(counts, ({ signals }) => signals > 0);
    await service.stop('SIGKILL');
    const { code, stdout, stderr } = await ended;
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ read: 3_000, accepted: 2_970, rejected: 30 });
    expect((await counts()).signals).toBe(2_970);
  });
});
