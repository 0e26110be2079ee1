/** Contract of the turn store. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { TurnMark } from '../../../shared/domain/ports/turn-store.js';
import { createClickHouseTurnStore } from '../../../shared/stores/ingest/clickhouse-turn-store.js';
import { describeContract } from '../../helpers/describe-contract.js';

describeContract('turn store', (store) => {
  it('returns the last mark of each process with its age', async () => {
    const turns = createClickHouseTurnStore(store());
    const mark = (more: Partial<TurnMark>): TurnMark => ({
      process: randomUUID(),
      pidNamespace: 'host boot pid:[1]',
      pid: 42,
      state: 'writing',
      asked: 1_790_000_000_000_001,
      ...more,
    });
    const [one, two] = [mark({}), mark({ pid: 43, state: 'waiting' })];
    await turns.put(one);
    await turns.put(two);
    const first = await turns.all();
    expect(first).toHaveLength(2);
    expect(first).toContainEqual(expect.objectContaining(one));
    expect(first).toContainEqual(expect.objectContaining(two));
    for (const { ageMs, storedAtMs } of first) {
      expect(ageMs).toBeGreaterThanOrEqual(0);
      expect(Math.abs(storedAtMs + ageMs - Date.now())).toBeLessThan(60_000);
    }
    await turns.put({ ...one, state: 'idle', asked: one.asked + 1 });
    const second = await turns.all();
    const versionIn = (marks: typeof first) =>
      marks.find(({ process }) => process === one.process)?.version ?? 0;
    expect(second).toHaveLength(2);
    expect(second).toContainEqual(
      expect.objectContaining({ ...one, state: 'idle', asked: one.asked + 1 }),
    );
    expect(versionIn(second)).toBeGreaterThan(versionIn(first));
  });
});
