/** What a Kafka cluster says about topics, without changing anything. */
import kafkajs from 'kafkajs';
import type { Logger } from '../../domain/ports/logger.js';
import type { KafkaConfig } from '../process/config.js';
import { createKafka } from './client.js';

export interface TopicDescription {
  topic: string;
  /** `null`: the topic does not exist. */
  partitions: number | null;
  /** `null`: this client may not ask. */
  maxMessageBytes: number | null;
}

const TIMEOUT_MS = 4_000;

/** Rejects at once if no broker answers. */
export async function describeTopics(
  settings: KafkaConfig,
  topics: readonly string[],
  logger: Logger,
): Promise<TopicDescription[]> {
  const kafka = createKafka(settings, 'signals-doctor', logger, { retries: 0, waitMs: TIMEOUT_MS });
  const admin = kafka.admin();
  try {
    await admin.connect();
    const existing = new Set(await admin.listTopics());
    return await Promise.all(
      topics.map(async (topic): Promise<TopicDescription> => {
        if (!existing.has(topic)) return { topic, partitions: null, maxMessageBytes: null };
        const { topics: found } = await admin.fetchTopicMetadata({ topics: [topic] });
        const maxMessageBytes = await admin
          .describeConfigs({
            includeSynonyms: false,
            resources: [
              {
                type: kafkajs.ConfigResourceTypes.TOPIC,
                name: topic,
                configNames: ['max.message.bytes'],
              },
            ],
          })
          .then(
            ({ resources }) => Number(resources[0]?.configEntries[0]?.configValue) || null,
            () => null,
          );
        return { topic, partitions: found[0]?.partitions.length ?? 0, maxMessageBytes };
      }),
    );
  } finally {
    await admin.disconnect();
  }
}
