/** Reading signals by id for several accounts at the same time. Uses a fake ClickHouse. */
import { expect, it } from 'vitest';
import { currentOwner, onBehalfOf } from '../../../../../shared/domain/concurrency/on-behalf-of.js';
import { createGetSignal } from '../../../../../shared/stores/signals/read-records.js';
import { createFakeClickHouse } from '../../../../fakes/fake-clickhouse.js';

const id = (at: number) => `00000000-0000-4000-8000-00000000000${at}`;

it('createGetSignal reads the signals of several accounts together, on behalf of none of them', async () => {
  const asked: { owner: string; ids: unknown }[] = [];
  const clickhouse = createFakeClickHouse({
    async rows<T>(_sql: string, { ids }: Record<string, unknown> = {}): Promise<T[]> {
      if (ids) asked.push({ owner: currentOwner(), ids });
      await new Promise((resolve) => setImmediate(resolve));
      return [];
    },
  });
  const get = createGetSignal(clickhouse);
  const first = onBehalfOf('a', () => get(id(1)));
  await new Promise((resolve) => process.nextTick(resolve));
  const others = ['b', 'c'].map((account, at) => onBehalfOf(account, () => get(id(at + 2))));
  await Promise.all([first, ...others]);
  expect(asked[0]?.ids).toEqual([id(1)]);
  expect(asked.map(({ ids }) => ids)).toContainEqual([id(2), id(3)]);
  expect(new Set(asked.map(({ owner }) => owner)).size).toBe(1);
  expect(['a', 'b', 'c']).not.toContain(asked[0]?.owner);
});
