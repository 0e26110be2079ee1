/** Creates topics that do not exist, so that the first start needs no other tool. */
import type { Kafka } from 'kafkajs';
import { retry } from '../../domain/concurrency/retry.js';
import { messageOf } from '../../domain/errors.js';
import type { Logger } from '../../domain/ports/logger.js';
import { WAITS } from './client.js';

const VISIBLE_WITHIN_MS = 15_000;

interface WantedTopic {
  topic: string;
  /** Maximum size of a message; the broker's own limit by default. */
  maxMessageBytes?: number;
}

/**
 * Creates missing topics with the broker's own number of partitions. If that fails, for example
 * because the client may not create topics or the broker goes away, it logs a warning and continues.
 */
export async function ensureTopics(
  kafka: Kafka,
  topics: readonly WantedTopic[],
  logger: Logger,
): Promise<void> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    const existing = new Set(await admin.listTopics());
    const missing = topics.filter(({ topic }) => !existing.has(topic));
    if (missing.length === 0) return;
    await admin.createTopics({
      // The client's own wait fails on a topic that it asks for too early.
      waitForLeaders: false,
      topics: missing.map(({ topic, maxMessageBytes }) => ({
        topic,
        numPartitions: -1,
        replicationFactor: -1,
        configEntries:
          maxMessageBytes === undefined
            ? []
            : [{ name: 'max.message.bytes', value: String(maxMessageBytes) }],
      })),
    });
    for (const { topic } of missing) {
      const readOffsets = () => admin.fetchTopicOffsets(topic);
      await retry(readOffsets, { ...WAITS, withinMs: VISIBLE_WITHIN_MS, isTransient: () => true });
    }
    logger.info({ topics: missing }, 'kafka_topics_created');
  } catch (error) {
    logger.warn({ topics, reasons: reasonsOf(error) }, 'kafka_topics_not_created');
  } finally {
    await admin.disconnect();
  }
}

function reasonsOf(error: unknown): string[] {
  const { errors = [error] }: { errors?: unknown[] } = Object(error);
  return errors.map(messageOf);
}
