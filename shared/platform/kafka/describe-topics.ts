/** Reads what a Kafka cluster knows about topics, without changing anything. */
import kafkajs, { type Admin } from 'kafkajs';
import type { Logger } from '../../domain/ports/logger.js';
import type { KafkaConfig } from '../process/config.js';
import { createKafka } from './client.js';
import { readPartitionStates } from './partition-states.js';

export interface TopicDescription {
  topic: string;
  /** `null` if the topic does not exist. */
  partitions: number | null;
  /** `null` if this client may not ask, or the topic does not exist. */
  maxMessageBytes: number | null;
  /** `delete`, `compact` or both with a comma; `null` as above. */
  cleanupPolicy: string | null;
  /** Milliseconds after which messages are deleted; -1 for never, `null` as above. */
  retentionMs: number | null;
  /** Bytes of a partition above which messages are deleted; `null` without a limit, or as above. */
  retentionBytes: number | null;
  /**
   * Messages after the group's committed offsets. `null` if the group does not read the topic, or
   * this client may not ask.
   */
  unread: number | null;
}

type TopicSettings = Pick<
  TopicDescription,
  'maxMessageBytes' | 'cleanupPolicy' | 'retentionMs' | 'retentionBytes'
>;

const UNKNOWN_SETTINGS: TopicSettings = {
  maxMessageBytes: null,
  cleanupPolicy: null,
  retentionMs: null,
  retentionBytes: null,
};
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
      topics.map((topic) =>
        existing.has(topic)
          ? describeTopic(admin, topic, topic === settings.topic ? settings.groupId : null)
          : { topic, partitions: null, ...UNKNOWN_SETTINGS, unread: null },
      ),
    );
  } finally {
    await admin.disconnect();
  }
}

/** `groupId`: the group that reads the topic; `null` if none does. */
async function describeTopic(
  admin: Admin,
  topic: string,
  groupId: string | null,
): Promise<TopicDescription> {
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
  return {
    topic,
    partitions: topics[0]?.partitions.length ?? 0,
    ...(await settingsOf(admin, topic).catch(() => UNKNOWN_SETTINGS)),
    unread: groupId === null ? null : await unreadBy(admin, groupId, topic).catch(() => null),
  };
}

async function settingsOf(admin: Admin, topic: string): Promise<TopicSettings> {
  const type = kafkajs.ConfigResourceTypes.TOPIC;
  const configNames = ['max.message.bytes', 'cleanup.policy', 'retention.ms', 'retention.bytes'];
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type, name: topic, configNames }],
  });
  const entries = resources[0]?.configEntries ?? [];
  const settings = new Map(entries.map(({ configName, configValue }) => [configName, configValue]));
  return {
    maxMessageBytes: Number(settings.get('max.message.bytes')) || null,
    cleanupPolicy: settings.get('cleanup.policy') || null,
    retentionMs: Number(settings.get('retention.ms')) || null,
    retentionBytes: atLeastZero(settings.get('retention.bytes')),
  };
}

/** Returns the number; `null` if it is negative, which means no limit, or unknown. */
function atLeastZero(value: string | undefined): number | null {
  const number = Number(value ?? -1);
  return number >= 0 ? number : null;
}

/** Counts unread messages. Without a committed offset, a group begins with the oldest message. */
async function unreadBy(admin: Admin, groupId: string, topic: string): Promise<number> {
  const states = await readPartitionStates(admin, groupId, topic);
  return states.reduce((sum, { end, next }) => sum + Number(end - next), 0);
}
