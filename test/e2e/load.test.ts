/** `signals load` as a data engineer uses it: kill -9 in the middle, repeats, other formats. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../shared/domain/package-root.js';
import {
  createDataFolder,
  type DataFolder,
  finish,
  jsonOf,
  runSignals,
  startService,
  startSignals,
} from '../helpers/cli.js';
import { eventually } from '../helpers/eventually.js';

const ROUNDS = 4_000;
let folder: DataFolder;

beforeEach(() => {
  folder = createDataFolder();
});

afterEach(() => folder.remove());

function rounds(count: number): string {
  return Array.from({ length: count }, (_, at) =>
    at % 100 === 99
      ? 'not json'
      : JSON.stringify({
          source: 'funding-rounds',
          event_id: `round-${at}`,
          observed_at: '2026-01-01T00:00:00.000Z',
          payload: {
            company_name: `Company ${at % 500}`,
            funding_round_type: 'series-a',
            funded_at: '2025-11-30',
            raised_amount_usd: String(1_000_000 + at * 1_000),
          },
        }),
  ).join('\n');
}

const counts = async () => {
  const sql = `SELECT count() AS signals, uniqExact(event_id) AS events,
    (SELECT count() FROM signals_by_time FINAL) AS by_time,
    (SELECT count() FROM signals_by_type FINAL) AS by_type FROM signals FINAL`;
  return (await jsonOf(folder, 'sql', sql)).rows[0];
};

/** Of the file of rejected lines, which grows with each batch. */
const rejectedBytes = (): number =>
  statSync(join(folder.path, 'rejected/rounds.ndjson'), { throwIfNoEntry: false })?.size ?? 0;

describe('kill -9 in the middle of a load', () => {
  it('loses and doubles nothing, however often', async () => {
    const file = join(folder.path, 'rounds.ndjson.gz');
    writeFileSync(file, gzipSync(rounds(ROUNDS)));
    for (const delayMs of [0, 50, 200]) {
      const before = rejectedBytes();
      const child = startSignals(folder, 'load', file);
      const ended = finish(child);
      // Each batch has some: it is at work on one that nobody has finished yet.
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

describe('a load beside the running service', () => {
  it('writes through it, and goes on by itself when the service is killed', async () => {
    const file = join(folder.path, 'rounds.ndjson');
    writeFileSync(file, rounds(3_000));
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

describe('other ways in', () => {
  it('reads CSV of a feed, and standard input with any line ends', async () => {
    const csv = join(folder.path, 'some.csv');
    writeFileSync(
      csv,
      'company_name,funded_at,raised_amount_usd\n"Comma, Inc.",2020-02-02,5000\nPlain,2020-02-03,\n',
    );
    expect(await jsonOf(folder, 'load', csv, '--source', 'funding-rounds')).toMatchObject({
      read: 2,
      accepted: 2,
      signals: 2,
    });
    const refused = await runSignals(folder, 'load', csv);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--source');
    const child = startSignals(folder, 'load', '-', '--json');
    child.stdin?.end(rounds(3).replaceAll('\n', '\r'));
    expect(JSON.parse((await finish(child)).stdout)).toMatchObject({ read: 3, accepted: 3 });
    const piped = startSignals(folder, 'load', '-', '--source', 'funding-rounds', '--json');
    piped.stdin?.end(gzipSync(readFileSync(csv)));
    const again = { read: 2, accepted: 0, duplicates: 2, signals: 0 };
    expect(JSON.parse((await finish(piped)).stdout)).toMatchObject(again);
  });

  it('changes nothing by the same payload at another time', async () => {
    const payload = { company: { name: 'Bareco' }, round: 'seed', amount: 1_000 };
    const times = async () =>
      (await jsonOf(folder, 'sql', 'SELECT detected_at, observed_at FROM signals FINAL')).rows;
    const load = async () => {
      const child = startSignals(folder, 'load', '-', '--source', 'funding-round', '--json');
      child.stdin?.end(JSON.stringify(payload));
      return JSON.parse((await finish(child)).stdout);
    };
    expect(await load()).toMatchObject({ accepted: 1, signals: 1 });
    const before = await times();
    expect(await load()).toMatchObject({ accepted: 0, duplicates: 1, signals: 0 });
    expect(await times()).toEqual(before);
  });

  it('takes standard input on a folder that is new, in which the engine works', async () => {
    const events = join(folder.path, 'events.ndjson');
    writeFileSync(events, rounds(2_000));
    const signals = `${process.execPath} ${join(packageRoot(), 'bin/signals.cjs')}`;
    const shell = (command: string) => finish(spawn('sh', ['-c', command], { env: folder.env }));
    const loaded = await shell(`cat ${events} | ${signals} load - --json`);
    expect(JSON.parse(loaded.stdout)).toMatchObject({ read: 2_000 });
    // What a loop of a shell leaves there is nothing to the other commands.
    const listed = await shell(
      `yes | ${signals} accounts create --id a --name A --unlimited --json`,
    );
    expect(listed.code, listed.stderr).toBe(0);
    const told = await shell(
      `cat ${events} | ${signals} sql 'SELECT account_id FROM accounts FINAL FORMAT CSV'`,
    );
    expect(told.stdout).toBe('"a"\n');
  });

  it('ends a load of standard input that has no end', async () => {
    const child = startSignals(folder, 'load', '-', '--json');
    const ended = finish(child);
    const line = `${rounds(1)}\n`;
    const writing = setInterval(() => child.stdin?.write(line.repeat(200)), 20);
    child.stdin?.on('error', () => undefined);
    await eventually(counts, ({ signals }) => signals > 0);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(1);
    clearInterval(writing);
  });

  it('names a file that is no whole gzip', async () => {
    const path = join(folder.path, 'cut.ndjson.gz');
    writeFileSync(path, gzipSync(rounds(100)).subarray(0, 200));
    const { code, stderr } = await runSignals(folder, 'load', path);
    expect(code).toBe(1);
    expect(stderr).toContain(`error: ${path}: unexpected end of file`);
  });

  it('checks feeds without writing anything', async () => {
    const file = join(folder.path, 'rounds.ndjson');
    writeFileSync(file, rounds(100));
    const checked = await jsonOf(folder, 'feeds', 'check', file);
    expect(checked.outcomes).toEqual({ accepted: 99, 'rejected: malformed_json': 1 });
    expect(checked.lines[0].signals[0].data.summary).toContain('Company 0 raised $1 million');
    expect(existsSync(join(folder.path, 'clickhouse'))).toBe(false);
  });
});
