/** Input of `signals load`: CSV, standard input, gzip and bare payloads, and the check of `feeds check`. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../shared/domain/package-root.js';
import { readPublishedGateway } from '../../shared/platform/clickhouse/gateway/published-gateway.js';
import {
  createDataFolder,
  type DataFolder,
  finish,
  jsonOf,
  type RunningService,
  rowsOf,
  runSignals,
  startService,
  startSignals,
} from '../helpers/cli.js';
import { eventually } from '../helpers/eventually.js';
import { fundingRoundLines } from '../helpers/funding-rounds.js';

let folder: DataFolder;

beforeEach(() => {
  folder = createDataFolder();
});

let service: RunningService | undefined;

afterEach(async () => {
  await service?.stop();
  service = undefined;
  folder.remove();
});

const nameOf = (pid: string): string => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();

const storedSignals = async (): Promise<number> =>
  (await rowsOf(folder, 'SELECT count() AS n FROM signals FINAL'))[0].n;

/** Waits until a running load has stored signals. A command of its own would compete with it. */
const untilStored = () =>
  eventually(
    async () => (readPublishedGateway(folder.path) ? await storedSignals() : 0),
    (signals) => signals > 0,
  );

/** Starts a load whose input pauses after 2,500 lines, and waits until a batch is stored. */
async function loadOfSilentInput() {
  const child = startSignals(folder, 'load', '-', '--json');
  const ended = finish(child);
  child.stdin?.on('error', () => undefined);
  child.stdin?.write(`${fundingRoundLines(2_500)}\n`);
  await untilStored();
  return { child, ended };
}

describe('signals load', () => {
  it('keeps the rejected lines of an earlier load of standard input, which may be loaded again', async () => {
    const loadOne = async (line: string) => {
      const child = startSignals(folder, 'load', '-');
      child.stdin?.end(`${line}\n`);
      await finish(child);
    };
    await loadOne('{"source":"first"}');
    await loadOne('{"source":"second"}');
    const rejected = join(folder.path, 'rejected');
    const files = readdirSync(rejected).sort();
    expect(files).toEqual([expect.stringMatching(/^stdin-\d{13}[.]ndjson$/), 'stdin.ndjson']);
    const texts = files.map((name) => readFileSync(join(rejected, name), 'utf8'));
    expect(texts).toEqual([expect.stringContaining('first'), expect.stringContaining('second')]);
  });

  it('loads nothing if one of its files is missing or a folder', async () => {
    const good = join(folder.path, 'good.ndjson');
    writeFileSync(good, fundingRoundLines(1));
    const missing = await runSignals(folder, 'load', good, 'nowhere.ndjson', '--json');
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toBe('error: nowhere.ndjson does not exist.\n');
    expect((await runSignals(folder, 'load', folder.path)).stderr).toContain('is a folder');
    const unknown = await runSignals(folder, 'load', good, '--source', 'nosuch');
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toContain('--source nosuch is unknown. Use one of ');
    expect(await storedSignals()).toBe(0);
  });

  it('reads CSV of a feed, and standard input with any line endings or gzip', async () => {
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
    child.stdin?.end(fundingRoundLines(3).replaceAll('\n', '\r'));
    expect(JSON.parse((await finish(child)).stdout)).toMatchObject({ read: 3, accepted: 3 });
    const piped = startSignals(folder, 'load', '-', '--source', 'funding-rounds', '--json');
    piped.stdin?.end(gzipSync(readFileSync(csv)));
    const again = { read: 2, accepted: 0, duplicates: 2, signals: 0 };
    expect(JSON.parse((await finish(piped)).stdout)).toMatchObject(again);
  });

  it('treats the same payload at a later time as a duplicate', async () => {
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

  it('reads standard input while the engine creates a new data folder', async () => {
    folder.remove();
    folder = createDataFolder({ isNew: true });
    const events = join(folder.path, 'events.ndjson');
    // More than a pipe holds.
    writeFileSync(events, fundingRoundLines(1_000));
    expect(statSync(events).size).toBeGreaterThan(2 * 65_536);
    const signals = `${process.execPath} ${join(packageRoot(), 'bin/signals.cjs')}`;
    const shell = (command: string) => finish(spawn('sh', ['-c', command], { env: folder.env }));
    const loaded = await shell(`cat ${events} | ${signals} load - --json`);
    expect(JSON.parse(loaded.stdout)).toMatchObject({ read: 1_000 });
    const byName = await shell(`${signals} load /dev/stdin --json < ${events}`);
    expect(JSON.parse(byName.stdout)).toMatchObject({ read: 1_000 });
    // Other commands must ignore standard input, for example of a shell loop.
    const listed = await shell(
      `yes | ${signals} accounts create --id a --name A --unlimited --json`,
    );
    expect(listed.code, listed.stderr).toBe(0);
    const told = await shell(
      `cat ${events} | ${signals} sql 'SELECT account_id FROM accounts FINAL FORMAT CSV'`,
    );
    expect(told.stdout).toBe('"a"\n');
  });

  it('ends on SIGTERM while standard input is endless', async () => {
    const child = startSignals(folder, 'load', '-', '--json');
    const ended = finish(child);
    const line = `${fundingRoundLines(1)}\n`;
    const writing = setInterval(() => child.stdin?.write(line.repeat(200)), 20);
    child.stdin?.on('error', () => undefined);
    await untilStored();
    child.kill('SIGTERM');
    expect((await ended).code).toBe(1);
    clearInterval(writing);
  });

  it('ends on SIGTERM while standard input is silent, and stores the batches it has read', async () => {
    const { child, ended } = await loadOfSilentInput();
    child.kill('SIGTERM');
    expect((await ended).code).toBe(1);
    // Two batches, in which one line in a hundred is invalid.
    expect(await storedSignals()).toBe(1_980);
  });

  it('reads slow standard input to its end while a service runs', async () => {
    service = await startService(folder, '--no-demo');
    const child = startSignals(folder, 'load', '-', '--json');
    const ended = finish(child);
    const line = `${fundingRoundLines(1)}\n`;
    for (let at = 0; at < 8; at += 1) {
      child.stdin?.write(line);
      await sleep(500);
    }
    child.stdin?.end(line);
    const { code, stdout, stderr } = await ended;
    expect(code, stderr).toBe(0);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ read: 9, accepted: 1, duplicates: 8 });
  });

  it('exits at once for a missing file, although standard input is still open', async () => {
    const child = startSignals(folder, 'load', '-', 'nowhere.ndjson');
    const { code, stderr } = await finish(child);
    expect(code).toBe(1);
    expect(stderr).toBe('error: nowhere.ndjson does not exist.\n');
  });

  it('fails if the process that reads standard input is killed', async () => {
    const { child, ended } = await loadOfSilentInput();
    const readers = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
    const reader = readers.split(' ').find((pid) => nameOf(pid) === 'cat');
    process.kill(Number(reader), 'SIGKILL');
    const { code, stdout, stderr } = await ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Standard input cannot be read: the reader exited with SIGKILL.\n');
    expect(stderr).not.toContain(' at ');
  });

  it('names a truncated gzip file', async () => {
    const path = join(folder.path, 'cut.ndjson.gz');
    writeFileSync(path, gzipSync(fundingRoundLines(100)).subarray(0, 200));
    const { code, stderr } = await runSignals(folder, 'load', path);
    expect(code).toBe(1);
    expect(stderr).toContain(`error: ${path}: The gzip file is cut short. Copy it again.`);
  });

  it('writes nothing to the data folder by feeds check', async () => {
    folder.remove();
    folder = createDataFolder({ isNew: true });
    const file = join(folder.path, 'rounds.ndjson');
    writeFileSync(file, fundingRoundLines(100));
    const checked = await jsonOf(folder, 'feeds', 'check', file);
    expect(checked.outcomes).toEqual({ accepted: 99, 'rejected: malformed_json': 1 });
    expect(checked.lines[0].signals[0].data.summary).toContain('Company 0 raised $1 million');
    expect(existsSync(join(folder.path, 'clickhouse'))).toBe(false);
  });
});
