/** The Kafka broker of the tests: `KAFKA_BROKERS`, as `deploy/kafka/kafka.sh` starts it. */
import { randomUUID } from 'node:crypto';
import { type EachMessagePayload, Kafka, logLevel } from 'kafkajs';
import { eventually } from './eventually.js';
import { isRequired } from './required.js';

const ADMIN_MS = 30_000;

export const BROKERS = process.env.KAFKA_BROKERS;

/** Returns why the suite is skipped, or null; with `REQUIRE=kafka` it throws instead. */
export function kafkaMissing(): string | null {
  if (BROKERS) return null;
  const reason = 'KAFKA_BROKERS is not set: start one with deploy/kafka/kafka.sh start';
  if (isRequired('kafka')) throw new Error(reason);
  return reason;
}

export interface TestTopics {
  kafka: Kafka;
  topic: string;
  rejectedTopic: string;
  groupId: string;
  /** Reads a topic from its beginning until it has `count` messages. */
  read(topic: string, count: number): Promise<ReadMessage[]>;
  /** Reads every message of a topic, unchanged. */
  readAll(topic: string): Promise<RawMessage[]>;
  /** Returns the number of messages on the raw topic. */
  ends(): Promise<number>;
  /** Returns the sum of the committed offsets of all partitions. */
  committed(): Promise<number>;
  /** Returns the number of members of the group. */
  members(): Promise<number>;
  remove(): Promise<void>;
}

interface ReadMessage {
  key: string | null;
  value: string;
  headers: Record<string, string>;
}

export interface RawMessage {
  partition: number;
  offset: number;
  key: string | null;
  value: Buffer | null;
  headers: Record<string, string>;
}

interface TopicOptions {
  brokers?: string;
  partitions?: number;
  /** Limits of the raw and of the rejected topic; by default the broker's. */
  maxMessageBytes?: number;
  maxRejectedBytes?: number;
  /** More settings of the raw topic. */
  configEntries?: { name: string; value: string }[];
}

/** Creates topics for one test and names a new group. */
export async function createTopics(options: TopicOptions = {}): Promise<TestTopics> {
  const { brokers = BROKERS ?? '', partitions = 3, maxMessageBytes, maxRejectedBytes } = options;
  const { configEntries = [] } = options;
  const kafka = new Kafka({
    clientId: 'test',
    brokers: brokers.split(','),
    logLevel: logLevel.NOTHING,
    retry: { retries: 20, maxRetryTime: 2_000 },
  });
  const limit = (bytes: number | undefined) =>
    bytes === undefined ? [] : [{ name: 'max.message.bytes', value: String(bytes) }];
  const id = randomUUID().slice(0, 8);
  const [topic, rejectedTopic, groupId] = [`raw-${id}`, `rejected-${id}`, `group-${id}`];
  const admin = kafka.admin();
  await admin.connect();
  // The check below waits instead: the client gives up on a topic it asks for too early.
  await admin.createTopics({
    waitForLeaders: false,
    timeout: ADMIN_MS,
    topics: [
      {
        topic,
        numPartitions: partitions,
        configEntries: [...limit(maxMessageBytes), ...configEntries],
      },
      { topic: rejectedTopic, numPartitions: 1, configEntries: limit(maxRejectedBytes) },
    ],
  });
  await eventually(
    () => Promise.all([topic, rejectedTopic].map((name) => admin.fetchTopicOffsets(name))),
    () => true,
  );
  return {
    kafka,
    topic,
    rejectedTopic,
    groupId,
    read: (name, count) => readMessages(kafka, name, count),
    readAll: (name) => readAll(kafka, name),
    async ends() {
      const partitions = await admin.fetchTopicOffsets(topic);
      return partitions.reduce((sum, { high }) => sum + Number(high), 0);
    },
    async committed() {
      // The lookup of a new group fails for a moment.
      const [offsets] = await admin.fetchOffsets({ groupId, topics: [topic] }).catch(() => []);
      if (!offsets) return 0;
      const known = offsets.partitions.map(({ offset }) => Math.max(0, Number(offset)));
      return known.reduce((sum, offset) => sum + offset, 0);
    },
    async members() {
      const { groups } = await admin.describeGroups([groupId]);
      return groups[0]?.members.length ?? 0;
    },
    async remove() {
      await admin.deleteTopics({ topics: [topic, rejectedTopic], timeout: ADMIN_MS });
      await admin.disconnect();
    },
  };
}

async function readMessages(kafka: Kafka, topic: string, count: number): Promise<ReadMessage[]> {
  const consumer = kafka.consumer({ groupId: `read-${randomUUID()}` });
  const messages: ReadMessage[] = [];
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${messages.length} of ${count} came`)), 60_000);
    const check = (): void => {
      if (messages.length < count) return;
      clearTimeout(late);
      resolve();
    };
    consumer
      .run({
        eachMessage: async ({ message }) => {
          const headers = Object.entries(message.headers ?? {}).map(
            ([name, value]) => [name, String(value)] as const,
          );
          messages.push({
            key: message.key?.toString() ?? null,
            value: message.value?.toString() ?? '',
            headers: Object.fromEntries(headers),
          });
          check();
        },
      })
      .catch(reject);
  });
  await consumer.disconnect();
  return messages;
}

async function readAll(kafka: Kafka, topic: string): Promise<RawMessage[]> {
  const admin = kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  const open = new Map(
    ends.filter(({ low, high }) => low !== high).map((end) => [end.partition, Number(end.high)]),
  );
  if (open.size === 0) return [];
  const consumer = kafka.consumer({
    groupId: `read-${randomUUID()}`,
    maxBytesPerPartition: 8_388_608,
    minBytes: 1,
    maxWaitTimeInMs: 100,
  });
  const messages: RawMessage[] = [];
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${topic} was not read in time`)), 180_000);
    const eachMessage = async ({ partition, message }: EachMessagePayload): Promise<void> => {
      const headers = Object.entries(message.headers ?? {}).map(
        ([name, value]) => [name, String(value)] as const,
      );
      messages.push({
        partition,
        offset: Number(message.offset),
        key: message.key?.toString() ?? null,
        value: message.value,
        headers: Object.fromEntries(headers),
      });
      if (Number(message.offset) + 1 >= (open.get(partition) ?? 0)) open.delete(partition);
      if (open.size > 0) return;
      clearTimeout(late);
      resolve();
    };
    consumer.run({ eachMessage }).catch(reject);
  });
  await consumer.disconnect();
  return messages;
}
