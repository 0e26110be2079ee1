/** Statements of analysts in turn, and what ends them together with their process. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

const folder = mkdtempSync(join(tmpdir(), 'signals-lane-'));
const answerPath = join(folder, 'answer');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Answers at once; a statement with `endless` ends only with its process. */
function fakeProcesses() {
  const started: { hasEnded: boolean }[] = [];
  const start = (): AnalystProcess => {
    const state = { hasEnded: false };
    started.push(state);
    let fail: ((error: Error) => void) | undefined;
    return {
      get isUsable() {
        return !state.hasEnded;
      },
      async run({ sql, format }): Promise<StoredAnswer> {
        if (sql.includes('endless')) {
          await new Promise((_, reject) => {
            fail = reject;
          });
        }
        writeFileSync(answerPath, '1\n');
        return { path: answerPath, format, rowsRead: 0, bytesRead: 0, elapsedSeconds: 0 };
      },
      async kill() {
        state.hasEnded = true;
        fail?.(new Error('ended'));
      },
    };
  };
  return { start, started };
}

const STATEMENT = { sql: 'SELECT 1', format: 'TSV' };
const ENDLESS = { sql: 'SELECT endless', format: 'TSV' };
const OPTIONS = {
  source: join(folder, 'clickhouse'),
  database: 'signals',
  limits: { seconds: 60, memoryMb: 100 },
};
const ignore = async ({ text }: AnalystAnswer): Promise<void> => void (await buffer(text));

describe('the lane of analysts', () => {
  it('ends a statement that nobody waits for with its process, and runs the next in another', async () => {
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
    expect(existsSync(answerPath)).toBe(false);
    expect(started.map(({ hasEnded }) => hasEnded)).toEqual([true, false]);
    await lane.close();
    expect(started.every(({ hasEnded }) => hasEnded)).toBe(true);
  });

  it('ends a statement that outlasts its limit, and says so', async () => {
    const { start } = fakeProcesses();
    const limits = { seconds: 0.05, memoryMb: 100 };
    const lane = createAnalystLane({ ...OPTIONS, limits, start });
    await expect(lane.query(ENDLESS, { deliver: ignore })).rejects.toThrow(/TIMEOUT_EXCEEDED/);
    await lane.close();
  });

  it('closes at once, whatever runs and waits', async () => {
    const { start } = fakeProcesses();
    const lane = createAnalystLane({ ...OPTIONS, start });
    const statements = [ENDLESS, STATEMENT, STATEMENT].map((each) =>
      lane.query(each, { deliver: ignore }),
    );
    const settled = Promise.allSettled(statements);
    await sleep(20);
    await lane.close();
    expect((await settled).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    await expect(lane.query(STATEMENT, { deliver: ignore })).rejects.toThrow(/QUERY_WAS_CANCELLED/);
  });

  it('keeps one process for statements in a row, and none when nobody asks', async () => {
    const { start, started } = fakeProcesses();
    const lane = createAnalystLane({ ...OPTIONS, start, idleMs: 50 });
    for (let times = 0; times < 3; times += 1) await lane.query(STATEMENT, { deliver: ignore });
    expect(started).toEqual([{ hasEnded: false }]);
    await sleep(200);
    expect(started).toEqual([{ hasEnded: true }]);
    await lane.query(STATEMENT, { deliver: ignore });
    expect(started).toHaveLength(2);
    await lane.close();
  });

  it('runs one at a time, in order, and the next one after the answer is taken', async () => {
    const { start } = fakeProcesses();
    const lane = createAnalystLane({ ...OPTIONS, start });
    const order: string[] = [];
    const deliver = (name: string) => async () => {
      order.push(`${name} begins`);
      await sleep(10);
      order.push(`${name} ends`);
    };
    await Promise.all(['a', 'b'].map((name) => lane.query(STATEMENT, { deliver: deliver(name) })));
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    await lane.close();
  });
});
