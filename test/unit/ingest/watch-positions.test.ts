/** What the watch of positions shows and reports, with a fake consumer. */
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIngestMetrics } from '../../../ingest/outcomes/ingest-metrics.js';
import { watchPositions } from '../../../ingest/watch-positions.js';
import type { PartitionState, TopicBatch } from '../../../shared/domain/ports/topic.js';
import { createLogger } from '../../../shared/platform/process/logger.js';

const stateOf = (partition: number, first: bigint, end: bigint, next: bigint): PartitionState => ({
  ...{ topic: 'raw', partition, first, end, committed: next },
  next: next < first ? first : next,
});

const batchOf = (partition: number, first: bigint, highWatermark: bigint): TopicBatch => ({
  ...{ topic: 'raw', partition, highWatermark, nextOffset: first + 1n },
  messages: [{ offset: first, key: null, value: null }],
  commit: async () => undefined,
  heartbeat: async () => undefined,
  mayContinue: () => true,
});

/** Returns a watch of a consumer that answers with what `states` returns. */
function watchOf(states: () => PartitionState[] | Promise<PartitionState[]>) {
  const { lag } = createIngestMetrics(new Registry());
  const logger = createLogger('silent');
  const error = vi.spyOn(logger, 'error').mockImplementation(() => undefined);
  const warn = vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
  const watch = watchPositions(
    { consumer: { partitions: async () => states() }, metrics: { lag }, logger },
    1_000,
  );
  return {
    watch,
    shown: async () =>
      (await lag.get()).values.map(({ labels, value }) => `${labels.partition}: ${value}`),
    lost: () => error.mock.calls.map(([fields]) => fields),
    warned: () => warn.mock.calls,
  };
}

describe('Watch of positions', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('shows unread messages of assigned partitions, and nothing if the broker is away', async () => {
    let answer: Parameters<typeof watchOf>[0] = () => [
      stateOf(0, 0n, 10n, 4n),
      stateOf(1, 0n, 3n, 3n),
    ];
    const { watch, shown } = watchOf(() => answer());
    await watch.assigned();
    expect(await shown()).toEqual(['0: 6', '1: 0']);
    watch.written(batchOf(0, 4n, 12n), 5n);
    expect(await shown()).toEqual(['0: 7', '1: 0']);
    answer = () => [stateOf(1, 0n, 9n, 3n)];
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await shown()).toEqual(['1: 6']);
    watch.written(batchOf(0, 5n, 12n), 6n);
    expect(await shown()).toEqual(['1: 6']);
    answer = () => {
      throw new Error('away');
    };
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await shown()).toEqual([]);
    answer = () => [stateOf(1, 0n, 9n, 8n)];
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await shown()).toEqual(['1: 1']);
    answer = () => new Promise(() => undefined);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(await shown()).toEqual([]);
    watch.stop();
    expect(await shown()).toEqual([]);
  });

  it('reports an offset that the broker forgot, but not that a new group has none', async () => {
    const { watch, warned } = watchOf(() => [{ ...stateOf(0, 0n, 9n, 0n), committed: null }]);
    await watch.assigned();
    await watch.assigned();
    expect(warned()).toEqual([]);
    watch.written(batchOf(0, 4n, 9n), 5n);
    await watch.assigned();
    const offsets = { topic: 'raw', partition: 0, committed: 5, end: 9 };
    expect(warned()).toEqual([[offsets, 'kafka_partition_read_again']]);
    watch.stop();
  });

  it('reports deleted messages once, and no gaps between messages that are still there', async () => {
    let first = 3n;
    const { watch, lost } = watchOf(() => [stateOf(0, first, 100n, 1n)]);
    await watch.assigned();
    expect(lost()).toMatchObject([{ from: 1, to: 2, count: 2 }]);
    // Messages 3 and 4 were compacted or aborted.
    await watch.received(batchOf(0, 5n, 100n));
    expect(lost()).toHaveLength(1);
    watch.written(batchOf(0, 5n, 100n), 6n);
    first = 20n;
    await watch.received(batchOf(0, 30n, 100n));
    expect(lost()[1]).toMatchObject({ from: 6, to: 19, count: 14 });
    watch.written(batchOf(0, 30n, 100n), 31n);
    first = 90n;
    await watch.received(batchOf(0, 40n, 100n));
    expect(lost()[2]).toMatchObject({ from: 31, to: 39, count: 9 });
    watch.stop();
  });
});
