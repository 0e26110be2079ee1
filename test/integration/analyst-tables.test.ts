/**
 * The process that runs SQL of analysts reads current rows while the service writes, merges and changes tables.
 * It cannot write, and it ends with the service. Needs the embedded engine.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../shared/domain/package-root.js';
import {
  type AnalystLane,
  createAnalystLane,
} from '../../shared/platform/clickhouse/analysts/analyst-lane.js';
import { analystsFolder } from '../../shared/platform/clickhouse/analysts/analyst-process.js';
import { type Engine, openEngine } from '../../shared/platform/clickhouse/engine/engine.js';
import { isAlive } from '../../shared/platform/process/process-ids.js';
import { until } from '../helpers/eventually.js';

const dataDir = mkdtempSync(join(tmpdir(), 'signals-tables-'));
const source = join(dataDir, 'clickhouse');
let engine: Engine;
let analysts: AnalystLane;

beforeAll(async () => {
  open();
  await write('CREATE TABLE numbers_stored (n UInt64) ENGINE = MergeTree ORDER BY n');
  await write('CREATE TABLE newest (k UInt8, n UInt64) ENGINE = ReplacingMergeTree(n) ORDER BY k');
  await write('CREATE VIEW newest_current AS SELECT * FROM newest FINAL');
});

afterAll(async () => {
  await close();
  rmSync(dataDir, { recursive: true, force: true });
});

function open(): void {
  const limits = { seconds: 20, memoryMb: 400 };
  engine = openEngine(source, 'signals', { oldPartsSeconds: 50 });
  analysts = createAnalystLane({ source, database: 'signals', limits });
}

async function close(): Promise<void> {
  await analysts.close();
  await engine.close();
}

const write = (sql: string) => engine.query('writer', { sql, format: 'TSV' });

async function read(sql: string, params: Record<string, string> = {}): Promise<string> {
  let text = '';
  await analysts.query(
    { sql, params, format: 'TSV' },
    {
      async deliver(answer) {
        text = (await buffer(answer.text)).toString();
      },
    },
  );
  return text.trim();
}

describe('Tables of analysts', () => {
  it('show each new row to the next statement, by table, view and parameter', async () => {
    for (let stored = 1; stored <= 20; stored += 1) {
      await write(`INSERT INTO numbers_stored VALUES (${stored})`);
      await write(`INSERT INTO newest VALUES (1, ${stored})`);
      expect(await read('SELECT count(), max(n) FROM numbers_stored')).toBe(`${stored}\t${stored}`);
      expect(await read('SELECT n FROM newest_current')).toBe(`${stored}`);
      expect(await read('SELECT max(n) FROM {t:Identifier}', { t: 'newest' })).toBe(`${stored}`);
    }
  });

  it('are consistent while rows are written and merged', async () => {
    let isWriting = true;
    let rows = 20;
    const writing = (async () => {
      for (let round = 0; isWriting; round += 1) {
        await write(`INSERT INTO numbers_stored SELECT number + ${rows + 1} FROM numbers(500)`);
        rows += 500;
        if (round % 5 === 4) await write('OPTIMIZE TABLE numbers_stored FINAL');
      }
    })();
    for (let last = 0, times = 0; times < 30; times += 1) {
      const [count = 0, most] = (await read('SELECT count(), max(n) FROM numbers_stored'))
        .split('\t')
        .map(Number);
      expect(count).toBe(most);
      expect(count).toBeGreaterThanOrEqual(last);
      last = count;
    }
    isWriting = false;
    await writing;
    expect(await read('SELECT count() FROM numbers_stored')).toBe(String(rows));
  });

  it('follow changes of table definitions', async () => {
    await read('SELECT 1');
    await write('ALTER TABLE newest ADD COLUMN name String DEFAULT toString(n)');
    expect(await read('SELECT name = toString(n) FROM newest FINAL')).toBe('1');
    await write('CREATE TABLE later (n UInt8) ENGINE = MergeTree ORDER BY n');
    await write('INSERT INTO later VALUES (7)');
    expect(await read('SELECT n FROM later')).toBe('7');
    expect(await read("SHOW TABLES LIKE 'later'")).toBe('later');
    await write('DROP TABLE later SYNC');
    await expect(read('SELECT n FROM later')).rejects.toThrow(/UNKNOWN_TABLE/);
    await write('CREATE TABLE later (t String) ENGINE = MergeTree ORDER BY t');
    await write("INSERT INTO later VALUES ('again')");
    expect(await read('SELECT t FROM later')).toBe('again');
    expect(await read("SELECT total_rows FROM system.tables WHERE name = 'later'")).toBe('1');
  });

  it('cannot be written by the process of analysts, even with all rights', async () => {
    const rows = await read('SELECT count() FROM numbers_stored');
    const folder = join(dataDir, 'second');
    const module = join(packageRoot(), 'shared/platform/clickhouse/analysts/read-only-tables.ts');
    const script = `
      const { openReadOnlyTables } = await import(${JSON.stringify(module)});
      const options = ${JSON.stringify({ source, folder, database: 'signals' })};
      const { control } = await openReadOnlyTables(options);
      console.log(control.query('SELECT count() FROM signals.numbers_stored', 'TSV').trim());
      for (const sql of [
        'INSERT INTO signals.numbers_stored VALUES (1)',
        'OPTIMIZE TABLE signals.numbers_stored FINAL',
        'ALTER TABLE signals.numbers_stored DELETE WHERE 1',
        'TRUNCATE TABLE signals.numbers_stored',
        'ALTER TABLE signals.numbers_stored DROP PARTITION tuple()',
        'DROP TABLE signals.numbers_stored SYNC',
      ]) {
        try {
          control.query(sql);
          console.log('done');
        } catch (error) {
          console.log(/\\((\\w+)\\)$/.exec(error.message)?.[1] ?? error.message);
        }
      }
      process.kill(process.pid, 'SIGKILL');`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--import',
      'tsx',
      '--input-type=module',
      '--eval',
      script,
    ]).catch((error: { stdout: string }) => error);
    const refused = 'TABLE_IS_PERMANENTLY_READ_ONLY';
    expect(stdout.trim().split('\n').slice(0, 6)).toEqual([rows, ...Array(5).fill(refused)]);
    expect(await read('SELECT count() FROM numbers_stored')).toBe(rows);
  });

  it('are readable by a new process after the former one was killed', async () => {
    const slow = read('SELECT count() FROM numbers_mt(100000000000)');
    await until(async () => (await processIds()).length === 1);
    const [id = 0] = await processIds();
    process.kill(id, 'SIGKILL');
    await expect(slow).rejects.toThrow(/UNKNOWN_EXCEPTION/);
    expect(await read('SELECT 1')).toBe('1');
    await close();
    expect(existsSync(analystsFolder(source))).toBe(false);
    expect((await processIds()).filter(isAlive)).toEqual([]);
    open();
    expect(Number(await read('SELECT count() FROM numbers_stored'))).toBeGreaterThan(0);
  });
});

/** Returns the ids of the processes of analysts, from the status files of their engines. */
async function processIds(): Promise<number[]> {
  const folder = analystsFolder(source);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const status = join(folder, name, 'engine/status');
    return existsSync(status)
      ? [Number(/^PID: (\d+)/m.exec(readFileSync(status, 'utf8'))?.[1])]
      : [];
  });
}
