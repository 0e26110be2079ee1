/** Which entries of a stream of Redis count as rows of the request log. */
import { describe, expect, it } from 'vitest';
import { schemaNamed } from '../../../../../shared/domain/schemas/schemas.js';
import { isRequestLogRow } from '../../../../../shared/stores/redis/stream-rows.js';

const { examples: [example] = [], required = [] } = schemaNamed('request-log');
const row = { ...Object(example), account_id: 'acme' };

describe('isRequestLogRow', () => {
  it('accepts a row, also one with a column of a later version', () => {
    expect(isRequestLogRow(row)).toBe(true);
    expect(isRequestLogRow({ ...row, region: 'eu' })).toBe(true);
  });

  it.each(['account_id', ...required])('refuses a row without %s', (column) => {
    expect(isRequestLogRow({ ...row, [column]: undefined })).toBe(false);
  });

  it('refuses what is no row', () => {
    for (const value of [null, 'text', [], {}, { ...row, timestamp: 'today' }]) {
      expect(isRequestLogRow(value)).toBe(false);
    }
  });
});
