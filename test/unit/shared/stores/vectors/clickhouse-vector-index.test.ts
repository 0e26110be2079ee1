/** Searches that read a damaged vector. */
import { expect, it } from 'vitest';
import type { ClickHouse } from '../../../../../shared/platform/clickhouse/client/clickhouse.js';
import { createClickHouseVectorIndex } from '../../../../../shared/stores/vectors/clickhouse-vector-index.js';

const QUESTION = {
  vector: Float32Array.from([1, 0]),
  similarityWeight: 1,
  boosts: new Map<string, number>(),
  maxWeight: 1,
};

it('fail rather than rank by a similarity that no vector can have', async () => {
  const row = { hit: Buffer.alloc(46).toString('base64'), subtype_key: '', step: 10_000 };
  const search = (similarity: number) => {
    const clickhouse = {
      writes: () => null,
      rows: async () => [{ ...row, similarity, weight: similarity }],
    } as unknown as ClickHouse;
    const page = { limit: 1, offset: 0 };
    return createClickHouseVectorIndex(clickhouse).nearest(QUESTION, {}, page);
  };
  await expect(search(1.1)).rejects.toThrow('The table signal_vectors has a damaged vector.');
  await expect(search(1.01)).resolves.toBeInstanceOf(Array);
});
