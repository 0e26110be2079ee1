/** Answers of ClickHouse are reused until something is written. Uses a fake ClickHouse. */
import { describe, expect, it } from 'vitest';
import { cacheReads } from '../../../../../../shared/platform/clickhouse/client/cache-reads.js';
import { createFakeClickHouse } from '../../../../../fakes/fake-clickhouse.js';

const ASK = 'SELECT total FROM totals';

function store() {
  const state = {
    writes: 'a 1' as string | null,
    rows: [{ total: 5 }] as { total: number }[],
    asked: 0,
    meanwhile: (): unknown => undefined,
  };
  const clickhouse = createFakeClickHouse({
    writes: () => state.writes,
    async rows<T>(): Promise<T[]> {
      state.asked += 1;
      const rows = structuredClone(state.rows);
      state.meanwhile();
      return rows as T[];
    },
  });
  return { state, kept: cacheReads(clickhouse) };
}

describe('cacheReads', () => {
  it('keeps an answer per statement, parameters and lane', async () => {
    const { state, kept } = store();
    for (const _ of [1, 2, 3]) expect(await kept.rows(ASK, { id: 'a' })).toEqual([{ total: 5 }]);
    expect(state.asked).toBe(1);
    await kept.rows(ASK, { id: 'b' });
    await kept.rows(ASK, { id: 'a' }, 'vectors');
    await kept.rows(`${ASK} `, { id: 'a' });
    expect(state.asked).toBe(4);
  });

  it('asks again after a write', async () => {
    const { state, kept } = store();
    await kept.rows(ASK);
    Object.assign(state, { writes: 'a 2', rows: [{ total: 6 }] });
    for (const _ of [1, 2]) expect(await kept.rows(ASK)).toEqual([{ total: 6 }]);
    expect(state.asked).toBe(2);
  });

  it('does not keep an answer if a write began meanwhile or is running', async () => {
    const { state, kept } = store();
    state.meanwhile = () => Object.assign(state, { writes: 'a 2', rows: [{ total: 6 }] });
    expect(await kept.rows(ASK)).toEqual([{ total: 5 }]);
    state.meanwhile = () => undefined;
    expect(await kept.rows(ASK)).toEqual([{ total: 6 }]);
    Object.assign(state, { writes: null, rows: [{ total: 7 }] });
    for (const _ of [1, 2]) expect(await kept.rows(ASK)).toEqual([{ total: 7 }]);
    expect(state.asked).toBe(4);
  });

  it('returns rows that a caller can modify without changing later answers', async () => {
    const { kept } = store();
    for (const _ of [1, 2, 3]) {
      const [row] = await kept.rows<{ total: number }>(ASK);
      expect(row).toEqual({ total: 5 });
      if (row) row.total = 0;
    }
  });

  it('does not keep answers with many rows or long texts, and evicts old ones', async () => {
    const { state, kept } = store();
    state.rows = Array.from({ length: 651 }, (_, total) => ({ total }));
    for (const _ of [1, 2]) expect(await kept.rows(ASK)).toHaveLength(651);
    expect(state.asked).toBe(2);
    const long = (length: number) => [{ total: 0, text: 'x'.repeat(length) }];
    state.rows = long(300_001);
    for (const _ of [1, 2]) await kept.rows(ASK);
    expect(state.asked).toBe(4);
    state.rows = long(290_000);
    await kept.rows(ASK, { id: 'first' });
    const others = Math.ceil(64_000_000 / 290_000);
    for (let at = 0; at < others; at += 1) await kept.rows(ASK, { at });
    const before = state.asked;
    await kept.rows(ASK, { at: others - 1 });
    expect(state.asked).toBe(before);
    await kept.rows(ASK, { id: 'first' });
    expect(state.asked).toBe(before + 1);
  });
});
