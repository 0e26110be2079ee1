/** Statements of analysts in turn: what ends them, and what becomes of one that the engine does not end. */
import type { ChdbResult } from 'chdb';
import { describe, expect, it } from 'vitest';
import {
  createAnalystLane,
  type EngineSession,
} from '../../../../../../shared/platform/clickhouse/engine/analyst-lane.js';

const AST = `SelectWithUnionQuery (children 1)
 ExpressionList (children 1)
  SelectQuery (children 1)
   ExpressionList (children 1)
    Literal UInt64_1
`;

function resultOf(text: string): ChdbResult {
  const bytes = Buffer.from(text);
  return {
    elapsed: 0,
    rowsRead: 0,
    bytesRead: 0,
    bytes: () => bytes,
    text: () => text,
    json: <T>(): T => JSON.parse(text),
    toArrow: () => null,
  };
}

/** Answers at once what the lane asks for itself; a statement with `endless` never ends by itself. */
function fakeEngine() {
  const kills: string[] = [];
  let end: (() => void) | undefined;
  const control: EngineSession = {
    query: () => '',
    close: () => undefined,
    async queryAsync(sql) {
      if (sql.startsWith('KILL')) kills.push(sql);
      return resultOf('');
    },
  };
  const openSession = (): EngineSession => ({
    query: () => '',
    close: () => undefined,
    async queryAsync(sql) {
      const parsed = /param_statement = '(.*)';/.exec(sql)?.[1];
      if (parsed !== undefined) return resultOf(`${parsed}\n`);
      if (sql.startsWith('EXPLAIN AST')) return resultOf(AST);
      if (sql.startsWith('EXPLAIN json')) return resultOf('[]');
      if (!sql.includes('endless')) return resultOf('1\n');
      return new Promise((_, reject) => {
        end = () => reject(new Error('ended'));
      });
    },
  });
  return { control, openSession, kills, end: () => end?.() };
}

const LIMITS = { seconds: 60, memoryMb: 100 };
const STATEMENT = { sql: 'SELECT 1', format: 'TSV' };
const ENDLESS = { sql: 'SELECT endless', format: 'TSV' };

describe('the lane of analysts', () => {
  it('lets go of a statement that the engine does not end, and takes no other until it has', async () => {
    const engine = fakeEngine();
    const lane = createAnalystLane({ ...engine, database: 'signals', limits: LIMITS });
    const left = new AbortController();
    const endless = lane.query(ENDLESS, { signal: left.signal });
    setTimeout(() => left.abort(), 20);
    await expect(endless).rejects.toThrow(/QUERY_WAS_CANCELLED/);
    expect(engine.kills.length).toBeGreaterThan(1);
    await expect(lane.query(STATEMENT)).rejects.toThrow(/still running.*TOO_MANY_SIMULTANEOUS/);
    engine.end();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(Buffer.from((await lane.query(STATEMENT)).bytes).toString()).toBe('1\n');
    expect(await lane.close()).toBe('closed');
  });

  it('ends a statement that outlasts its limit, whatever the engine thinks of it', async () => {
    const engine = fakeEngine();
    const limits = { seconds: 0.05, memoryMb: 100 };
    const lane = createAnalystLane({ ...engine, database: 'signals', limits });
    await expect(lane.query(ENDLESS)).rejects.toThrow(/QUERY_WAS_CANCELLED/);
    engine.end();
    await lane.close();
  });

  it('closes without a statement that goes on, and says so', async () => {
    const engine = fakeEngine();
    const lane = createAnalystLane({ ...engine, database: 'signals', limits: LIMITS });
    const statements = [lane.query(ENDLESS), lane.query(STATEMENT), lane.query(STATEMENT)];
    const settled = Promise.allSettled(statements);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await lane.close()).toBe('stuck');
    expect((await settled).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    await expect(lane.query(STATEMENT)).rejects.toThrow(/QUERY_WAS_CANCELLED/);
  });

  it('runs one at a time, in order, and the next one after the answer is taken', async () => {
    const engine = fakeEngine();
    const lane = createAnalystLane({ ...engine, database: 'signals', limits: LIMITS });
    const order: string[] = [];
    const deliver = (name: string) => async () => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 10));
      order.push(`${name} ends`);
    };
    await Promise.all(['a', 'b'].map((name) => lane.query(STATEMENT, { deliver: deliver(name) })));
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    await lane.close();
  });
});
