/** The lane of analysts with fake processes: the order of statements, and what ends them. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type AnalystAnswer,
  createAnalystLane,
} from '../../../../../../shared/platform/clickhouse/analysts/analyst-lane.js';
import type { AnalystProcess } from '../../../../../../shared/platform/clickhouse/analysts/analyst-process.js';
import type { StoredAnswer } from '../../../../../../shared/platform/clickhouse/analysts/messages.js';
import { until } from '../../../../../helpers/eventually.js';
import { createGate } from '../../../../../helpers/gate.js';

const folder = mkdtempSync(join(tmpdir(), 'signals-lane-'));
const answerPath = join(folder, 'answer');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Returns processes that answer at once; a statement with `endless` ends only with its process, and one
 * with `much` only begins in a new process.
 */
function fakeProcesses({ killMs = 0 } = {}) {
  const started: { hasEnded: boolean }[] = [];
  const ran: string[] = [];
  const start = (): AnalystProcess => {
    const state = { hasEnded: false };
    started.push(state);
    let fail: ((error: Error) => void) | undefined;
    let isNew = true;
    return {
      get isUsable() {
        return !state.hasEnded;
      },
      async run({ sql, format }): Promise<StoredAnswer | null> {
        if (sql.includes('much') && !isNew) return null;
        isNew = false;
        ran.push(sql);
        if (sql.includes('endless')) {
          await new Promise((_, reject) => {
            fail = reject;
          });
        }
        const path = `${answerPath}-${ran.length}`;
        writeFileSync(path, '1\n');
        return { path, format, size: { rows: 1, valueBytes: 1, seconds: 0 } };
      },
      async kill() {
        state.hasEnded = true;
        fail?.(new Error('ended'));
        await sleep(killMs);
      },
    };
  };
  return { start, started, ran };
}

const STATEMENT = { sql: 'SELECT 1', format: 'TSV' };
const ENDLESS = { sql: 'SELECT endless', format: 'TSV' };
const OPTIONS = {
  source: join(folder, 'clickhouse'),
  database: 'signals',
  limits: { seconds: 60, memoryMb: 100 },
};
const ignore = async ({ text }: AnalystAnswer): Promise<void> => void (await buffer(text));

describe('Analyst lane', () => {
  it('kills the process of an abandoned statement, and runs the next one in a new process', async () => {
    const { start, started } = fakeProcesses();
    const lane = createAnalystLane({ ...OPTIONS, start });
    const left = new AbortController();
    const endless = lane.query(ENDLESS, { signal: left.signal, deliver: ignore });
    setTimeout(() => left.abort(), 20);
    await expect(endless).rejects.toThrow(/QUERY_WAS_CANCELLED/);
    let answered = '';
    await lane.query(STATEMENT, {
      async deliver({ text }) {
        answered = (await buffer(text)).toString();
      },
    });
    expect(answered).toBe('1\n');
    expect(readdirSync(folder)).toEqual([]);
    expect(started.map(({ hasEnded }) => hasEnded)).toEqual([true, false]);
    await lane.close();
    expect(started.every(({ hasEnded }) => hasEnded)).toBe(true);
  });

  it('rejects a statement that exceeds its time limit with TIMEOUT_EXCEEDED', async () => {
    const { start } = fakeProcesses();
    const limits = { seconds: 0.05, memoryMb: 100 };
    const lane = createAnalystLane({ ...OPTIONS, limits, start });
    await expect(lane.query(ENDLESS, { deliver: ignore })).rejects.toThrow(/TIMEOUT_EXCEEDED/);
    await lane.close();
  });

  it('rejects running, waiting and later statements with ABORTED when it closes', async () => {
    const { start } = fakeProcesses();
    const lane = createAnalystLane({ ...OPTIONS, start });
    const statements = [ENDLESS, STATEMENT, STATEMENT].map((each) =>
      lane.query(each, { deliver: ignore }),
    );
    const settled = Promise.allSettled(statements);
    await sleep(20);
    await lane.close();
    // With code 236, clients repeat the statement at the next owner of the folder.
    const stopped = { reason: { message: expect.stringMatching(/^Code: 236\b.*\(ABORTED\)$/) } };
    expect(await settled).toMatchObject(Array(3).fill(stopped));
    await expect(lane.query(STATEMENT, { deliver: ignore })).rejects.toThrow(/ABORTED/);
  });

  it('runs a statement in a new process if earlier ones have left it too little memory', async () => {
    const { start, started, ran } = fakeProcesses();
    const lane = createAnalystLane({ ...OPTIONS, start });
    const much = { sql: 'SELECT much', format: 'TSV' };
    await lane.query(STATEMENT, { deliver: ignore });
    await lane.query(much, { deliver: ignore });
    expect(ran).toEqual([STATEMENT.sql, much.sql]);
    expect(started.map(({ hasEnded }) => hasEnded)).toEqual([true, false]);
    await lane.close();
  });

  it('gives the places of clients that have left to others at once', async () => {
    const { start, ran } = fakeProcesses();
    const lane = createAnalystLane({ ...OPTIONS, start });
    const [running, waiting] = [new AbortController(), new AbortController()];
    const ask = ({ signal }: AbortController, sql: string) =>
      lane.query({ sql, format: 'TSV' }, { signal, deliver: ignore });
    const endless = ask(running, ENDLESS.sql);
    const left = Promise.allSettled(Array.from({ length: 16 }, () => ask(waiting, 'SELECT left')));
    await expect(ask(new AbortController(), 'SELECT 1')).rejects.toThrow(/Too many analyst/);
    waiting.abort();
    const cancelled = { reason: { message: expect.stringMatching(/QUERY_WAS_CANCELLED/) } };
    expect(await left).toMatchObject(Array(16).fill(cancelled));
    const next = [1, 2, 3].map((at) => ask(new AbortController(), `SELECT ${at}`));
    running.abort();
    await expect(endless).rejects.toThrow(/QUERY_WAS_CANCELLED/);
    await Promise.all(next);
    expect(ran).toEqual([ENDLESS.sql, 'SELECT 1', 'SELECT 2', 'SELECT 3']);
    await lane.close();
  });

  it('reuses one process for consecutive statements, and ends it when idle', async () => {
    const { start, started } = fakeProcesses();
    const lane = createAnalystLane({ ...OPTIONS, start, idleMs: 1_500 });
    for (let times = 0; times < 3; times += 1) await lane.query(STATEMENT, { deliver: ignore });
    expect(started).toEqual([{ hasEnded: false }]);
    await until(async () => started[0]?.hasEnded ?? false);
    await lane.query(STATEMENT, { deliver: ignore });
    expect(started).toHaveLength(2);
    await lane.close();
  });

  it('does not run a statement whose client leaves while an earlier process is being killed', async () => {
    const { start, ran } = fakeProcesses({ killMs: 100 });
    const lane = createAnalystLane({ ...OPTIONS, start });
    const first = new AbortController();
    const second = new AbortController();
    const statements = [first, second].map(({ signal }) =>
      lane.query(ENDLESS, { signal, deliver: ignore }),
    );
    const settled = Promise.allSettled(statements);
    await sleep(20);
    first.abort();
    await sleep(20);
    second.abort();
    const rejected = {
      status: 'rejected',
      reason: expect.objectContaining({ message: expect.stringMatching(/QUERY_WAS_CANCELLED/) }),
    };
    expect(await settled).toEqual([rejected, rejected]);
    expect(ran).toEqual([ENDLESS.sql]);
    await lane.close();
  });

  it('runs statements in order, and pauses while four answers are being sent', async () => {
    const { start, ran } = fakeProcesses();
    const lane = createAnalystLane({ ...OPTIONS, start });
    const gate = createGate();
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const delivered: string[] = [];
    const statements = names.map((name) =>
      lane.query(
        { ...STATEMENT, sql: name },
        {
          async deliver({ text }) {
            delivered.push(name);
            await gate.opened;
            await buffer(text);
          },
        },
      ),
    );
    await sleep(200);
    expect(ran).toEqual(['a', 'b', 'c', 'd']);
    expect(delivered.sort()).toEqual(ran);
    gate.open();
    await Promise.all(statements);
    expect(ran).toEqual(names);
    await lane.close();
  });
});
