/** More concurrent queries than the queue of the embedded engine holds: each must succeed or be retriable. */
import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/domain/errors.js';
import { openEmbedded } from '../helpers/clickhouse-adapters.js';

const QUERIES = 2_500;

describe('Embedded engine', () => {
  it('rejects queries beyond its queue with a retriable error', async () => {
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
