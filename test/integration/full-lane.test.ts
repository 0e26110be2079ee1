/** More queries at once than the embedded engine lets wait: each is answered, or may be asked again. */
import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/domain/errors.js';
import { openEmbedded } from '../helpers/clickhouse-adapters.js';

const QUERIES = 2_500;

describe('the embedded engine', () => {
  it('calls no query a fault that found no place to wait', async () => {
    const { clickhouse, close } = await openEmbedded();
    const ends = await Promise.allSettled(
      Array.from({ length: QUERIES }, (_, at) =>
        clickhouse.rows<{ at: number }>('SELECT {at:UInt32} AS at', { at }),
      ),
    );
    const faults = ends.filter((end, at) =>
      end.status === 'fulfilled'
        ? end.value[0]?.at !== at
        : !(end.reason instanceof AppError && end.reason.retriable),
    );
    expect(faults).toEqual([]);
    expect(ends.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(2_000);
    expect(await clickhouse.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await close();
  });
});
