/**
 * Watches where this process stands in its partitions of a topic: keeps the metric of unread
 * messages, and reports messages that the broker deleted before they were read.
 */
import { withTimeout } from '../shared/domain/concurrency/with-timeout.js';
import type { Logger } from '../shared/domain/ports/logger.js';
import type { PartitionState, TopicBatch, TopicConsumer } from '../shared/domain/ports/topic.js';
import type { IngestMetrics } from './outcomes/ingest-metrics.js';

interface WatchDeps {
  consumer: Pick<TopicConsumer, 'partitions'>;
  metrics: Pick<IngestMetrics, 'lag'>;
  logger: Logger;
}

export type PositionWatch = ReturnType<typeof watchPositions>;

const REFRESH_MS = 15_000;
const REMEDY = 'Raise retention.ms and retention.bytes of the topic, or run more ingest processes.';

/** Asks the broker every `refreshMs` milliseconds, until `stop` is called. */
export function watchPositions({ consumer, metrics, logger }: WatchDeps, refreshMs = REFRESH_MS) {
  /** By partition: the offset of the next message, and the offset after the newest one. */
  const nexts = new Map<number, bigint>();
  const ends = new Map<number, bigint>();
  /** Shows what the broker answers. If it does not answer, the metric has no values. */
  const show = (states: readonly PartitionState[]): void => {
    metrics.lag.reset();
    ends.clear();
    for (const { topic, partition, end, next } of states) {
      ends.set(partition, end);
      metrics.lag.set({ topic, partition: String(partition) }, Number(end - next));
    }
  };
  const refresh = async (): Promise<void> => {
    try {
      const states = await withTimeout(refreshMs, consumer.partitions());
      show(states === 'late' ? [] : states);
    } catch (error) {
      logger.debug({ err: error }, 'kafka_positions_unknown');
      show([]);
    }
  };
  const timer = setInterval(refresh, refreshMs);
  timer.unref();
  const reportLost = (topic: string, partition: number, from: bigint, to: bigint): void => {
    const [first, end] = [Number(from), Number(to)];
    const lost = { topic, partition, from: first, to: end - 1, count: end - first };
    logger.error({ ...lost, remedy: REMEDY }, 'kafka_messages_lost');
  };
  return {
    /** Compares the committed offsets with what the topic still has. Call it after each join. */
    async assigned(): Promise<void> {
      const before = new Map(nexts);
      nexts.clear();
      try {
        const states = await consumer.partitions();
        show(states);
        for (const { topic, partition, first, end, committed, next } of states) {
          nexts.set(partition, next);
          // What this process committed is gone if the topic was deleted and created again.
          const known = committed ?? before.get(partition) ?? first;
          const isForgotten = committed === null && known > first;
          if (isForgotten || known > end) {
            const offsets = { committed: Number(known), end: Number(end) };
            logger.warn({ topic, partition, ...offsets }, 'kafka_partition_read_again');
          } else if (committed !== null && committed < first) {
            reportLost(topic, partition, committed, first);
          }
        }
      } catch (error) {
        logger.warn({ err: error }, 'kafka_positions_unknown');
        show([]);
      }
    },
    /** Reports messages between this batch and the one before it that were deleted. */
    async received({ topic, partition, messages }: TopicBatch): Promise<void> {
      const from = nexts.get(partition);
      const to = messages[0]?.offset;
      // Compaction and transactions leave gaps, too; messages are deleted from the oldest on.
      if (from === undefined || to === undefined || to <= from) return;
      const states = await consumer.partitions().catch(() => []);
      const kept = states.find((each) => each.partition === partition)?.first ?? from;
      if (kept <= from) return;
      const isAllLost = kept >= to;
      reportLost(topic, partition, from, isAllLost ? to : kept);
    },
    /** Tells that everything before `nextOffset` is written. */
    written({ topic, partition, highWatermark }: TopicBatch, nextOffset: bigint): void {
      nexts.set(partition, nextOffset);
      const end = ends.get(partition);
      if (end === undefined) return;
      const unread = Math.max(Number(end - nextOffset), Number(highWatermark - nextOffset));
      metrics.lag.set({ topic, partition: String(partition) }, unread);
    },
    stop(): void {
      clearInterval(timer);
      metrics.lag.reset();
    },
  };
}
