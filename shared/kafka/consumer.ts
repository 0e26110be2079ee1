/**
 * A topic read through kafkajs. Nothing is committed but by the handler, no batch counts as done
 * because it was fetched, and a fault that the client gives up on ends the run instead of a silent
 * restart.
 */
import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import type { TopicBatch, TopicConsumer } from '../ports/topic.js';

export interface ConsumerOptions {
  topic: string;
  groupId: string;
}

const SESSION_MS = 30_000;
const HEARTBEAT_MS = 3_000;
/** How long a revoked partition may take to come to an end. */
const REBALANCE_MS = 60_000;
const MAX_WAIT_MS = 500;
/** Well above the largest message, which would stop the partition otherwise. */
const MAX_BYTES_PER_PARTITION = 4_194_304;
const MAX_BYTES = 16_777_216;

export function createKafkaConsumer(kafka: Kafka, options: ConsumerOptions): TopicConsumer {
  const consumer = kafka.consumer({
    groupId: options.groupId,
    sessionTimeout: SESSION_MS,
    heartbeatInterval: HEARTBEAT_MS,
    rebalanceTimeout: REBALANCE_MS,
    maxWaitTimeInMs: MAX_WAIT_MS,
    maxBytesPerPartition: MAX_BYTES_PER_PARTITION,
    maxBytes: MAX_BYTES,
    retry: { retries: 5, restartOnFailure: async () => false },
  });
  let stopping = false;
  let ended: () => void = () => undefined;
  return {
    async run(handle) {
      const failed = failureOf(consumer);
      const stopped = new Promise<void>((resolve) => {
        ended = resolve;
      });
      await consumer.connect();
      await consumer.subscribe({ topic: options.topic, fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: 1,
        eachBatch: async (payload) => {
          if (!stopping) await handle(batchOf(consumer, payload, () => stopping));
        },
      });
      await Promise.race([failed, stopped]);
    },
    async stop() {
      stopping = true;
      await consumer.disconnect();
      ended();
    },
  };
}

/** Rejects when the client gives up; a restart of its own is switched off. */
function failureOf(consumer: Consumer): Promise<never> {
  const failed = new Promise<never>((_, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      if (!payload.restart) reject(payload.error);
    });
  });
  // Awaited later; until then a crash must not count as unhandled.
  failed.catch(() => undefined);
  return failed;
}

function batchOf(
  consumer: Consumer,
  { batch, heartbeat, isRunning, isStale, resolveOffset }: EachBatchPayload,
  isStopping: () => boolean,
): TopicBatch {
  const { topic, partition } = batch;
  return {
    topic,
    partition,
    highWatermark: BigInt(batch.highWatermark),
    messages: batch.messages.map(({ offset, key, value }) => ({
      offset: BigInt(offset),
      key,
      value,
    })),
    heartbeat,
    isOurs: () => isRunning() && !isStale() && !isStopping(),
    async commit(nextOffset) {
      resolveOffset(String(nextOffset - 1n));
      await consumer.commitOffsets([{ topic, partition, offset: String(nextOffset) }]);
    },
  };
}
