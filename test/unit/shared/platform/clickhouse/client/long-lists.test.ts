/** Lists that exceed a server's limit for one form field. */
import { formatQueryParams } from '@clickhouse/client-common';
import { describe, expect, it } from 'vitest';
import { splitLongLists } from '../../../../../../shared/platform/clickhouse/client/long-lists.js';

const LIMIT = 1_000;
const SQL = 'SELECT {ids:Array(String)}, {one:String} WHERE x IN {ids:Array(String)}';

describe('splitLongLists', () => {
  it('splits a long list into parameters below the limit, and joins them in the statement', () => {
    const ids = Array.from({ length: 300 }, (_, index) => `it's ${index} ü\n`);
    const [sql, params] = splitLongLists(SQL, { ids, one: 'x' }, LIMIT);
    const { one, ...parts } = params;
    expect(one).toBe('x');
    expect(Object.values(parts).flat()).toEqual(ids);
    for (const value of Object.values(parts)) {
      expect(Buffer.byteLength(formatQueryParams({ value }))).toBeLessThanOrEqual(LIMIT);
    }
    const names = Object.keys(parts).map((name) => `{${name}:Array(String)}`);
    expect(names.length).toBeGreaterThan(3);
    expect(names.length).toBeLessThan(12);
    const list = `arrayConcat(${names.join(', ')})`;
    expect(sql).toBe(`SELECT ${list}, {one:String} WHERE x IN ${list}`);
  });

  it('leaves short lists, empty lists and other values unchanged', () => {
    const params = { ids: ['a'], none: [], n: 1, text: 'x'.repeat(2 * LIMIT) };
    expect(splitLongLists(SQL, params, LIMIT)).toEqual([SQL, params]);
  });
});
