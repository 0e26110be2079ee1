/** Makes sure that topics exist, so that the first start needs no other tool. */
import type { Kafka } from 'kafkajs';
import type { Logger } from '../logger.js';

export interface WantedTopic {
  topic: string;
  /** The broker's own limit unless given. */
  maxMessageBytes?: number;
}

/** With the broker's own number of partitions. Who may not create topics is told, and goes on. */
export async function ensureTopics(
  kafka: Kafka,
  topics: readonly WantedTopic[],
  logger: Logger,
): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const existing = new Set(await admin.listTopics());
    const missing = topics.filter(({ topic }) => !existing.has(topic));
    if (missing.length === 0) return;
    await admin.createTopics({
      waitForLeaders: true,
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
    logger.info({ topics: missing }, 'kafka_topics_created');
  } catch (error) {
    logger.warn({ topics, err: error }, 'kafka_topics_not_created');
  } finally {
    await admin.disconnect();
  }
}
