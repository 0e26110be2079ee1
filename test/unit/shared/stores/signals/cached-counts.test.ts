/** Counts of signals are reused until their table changes. Uses a fake ClickHouse. */
import { describe, expect, it } from 'vitest';
import type { ClickHouse } from '../../../../../shared/platform/clickhouse/client/clickhouse.js';
import { createCachedCounts } from '../../../../../shared/stores/signals/cached-counts.js';
import type { FilterSql } from '../../../../../shared/stores/signals/signal-filter-sql.js';
import { createFakeClickHouse } from '../../../../fakes/fake-clickhouse.js';

const COUNT = 'SELECT count() AS total';
const ALL: FilterSql = { table: 'signals_by_time', where: '1', params: {} };

/** Returns a table whose version and number of rows are in `state`. */
function tableOf(cluster: ClickHouse['cluster'] = null) {
  const state = {
    version: '1 1',
    versions: 0,
    parts: 1,
    total: 5,
    counts: 0,
    whileCounting: (): unknown => undefined,
  };
  const clickhouse = createFakeClickHouse({
    cluster,
    async rows<T>(sql: string): Promise<T[]> {
      if (sql.includes('system.parts')) {
        state.versions += 1;
        return [{ parts: state.parts, version: state.version }] as T[];
      }
      state.counts += 1;
      const rows = [{ total: state.total }];
      state.whileCounting();
      return rows as T[];
    },
  });
  return { state, counted: createCachedCounts(clickhouse) };
}

describe('createCachedCounts', () => {
  it('counts twice, then answers from memory while the table is unchanged', async () => {
    const { state, counted } = tableOf();
    for (const _ of [1, 2, 3, 4]) expect(await counted(ALL, COUNT)).toEqual([{ total: 5 }]);
    expect(state.counts).toBe(2);
    await counted({ ...ALL, params: { types: ['news'] } }, COUNT);
    expect(state.counts).toBe(3);
  });

  it('counts again after every change of the table', async () => {
    const { state, counted } = tableOf();
    for (const _ of [1, 2, 3]) await counted(ALL, COUNT);
    Object.assign(state, { version: '2 2', total: 6 });
    expect(await counted(ALL, COUNT)).toEqual([{ total: 6 }]);
    Object.assign(state, { version: '3 3', total: 7 });
    expect(await counted(ALL, COUNT)).toEqual([{ total: 7 }]);
    expect(state.counts).toBe(4);
  });

  it('counts again if a row arrived between reading the version and counting', async () => {
    const { state, counted } = tableOf();
    await counted(ALL, COUNT);
    state.whileCounting = () => Object.assign(state, { version: '2 2', total: 6 });
    await counted(ALL, COUNT);
    state.whileCounting = () => undefined;
    state.total = 7;
    expect(await counted(ALL, COUNT)).toEqual([{ total: 7 }]);
  });

  it('returns rows that a caller can modify without changing later answers', async () => {
    const { counted } = tableOf();
    await counted(ALL, COUNT);
    await counted(ALL, COUNT);
    const [row] = await counted<{ total: number }>(ALL, COUNT);
    if (row) row.total = 0;
    expect(await counted(ALL, COUNT)).toEqual([{ total: 5 }]);
  });

  it('always counts on a cluster, in an empty table and for one company', async () => {
    const cluster = tableOf({ name: 'main', database: 'signals' });
    const empty = tableOf();
    empty.state.parts = 0;
    const company = tableOf();
    for (const _ of [1, 2, 3]) {
      for (const { counted } of [cluster, empty]) await counted(ALL, COUNT);
      await company.counted({ ...ALL, table: 'signals_by_company' }, COUNT);
    }
    expect([cluster, empty, company].map(({ state }) => state.counts)).toEqual([3, 3, 3]);
  });
});
