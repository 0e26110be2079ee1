/** The Kafka of the tests: `KAFKA_BROKERS`, as `deploy/kafka/kafka.sh` starts it. */
import { randomUUID } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';

export const BROKERS = process.env.KAFKA_BROKERS;

/** Why the suite does not run here; `REQUIRE=kafka` makes that a failure. */
export function kafkaMissing(): string | null {
  if (BROKERS) return null;
  const reason = 'KAFKA_BROKERS is not set: start one with deploy/kafka/kafka.sh start';
  if (process.env.REQUIRE?.split(',').includes('kafka')) throw new Error(reason);
  return reason;
}

export interface TestTopics {
  kafka: Kafka;
  topic: string;
  rejectedTopic: string;
  groupId: string;
  /** Messages of a topic, from its beginning, once there are `count` of them. */
  read(topic: string, count: number): Promise<ReadMessage[]>;
  /** Committed offsets summed over the partitions. */
  committed(): Promise<number>;
  remove(): Promise<void>;
}

export interface ReadMessage {
  key: string | null;
  value: string;
  headers: Record<string, string>;
}

/** Topics and a group of this test's own. */
export async function createTopics(partitions = 3): Promise<TestTopics> {
  const kafka = new Kafka({
    clientId: 'test',
    brokers: (BROKERS ?? '').split(','),
    logLevel: logLevel.NOTHING,
  });
  const id = randomUUID().slice(0, 8);
  const [topic, rejectedTopic, groupId] = [`raw-${id}`, `rejected-${id}`, `group-${id}`];
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({
    waitForLeaders: true,
    topics: [
      { topic, numPartitions: partitions },
      { topic: rejectedTopic, numPartitions: 1 },
    ],
  });
  return {
    kafka,
    topic,
    rejectedTopic,
    groupId,
    read: (name, count) => readMessages(kafka, name, count),
    async committed() {
      // A group that is new to the broker is being looked up for a moment.
      const [offsets] = await admin.fetchOffsets({ groupId, topics: [topic] }).catch(() => []);
      if (!offsets) return 0;
      const known = offsets.partitions.map(({ offset }) => Math.max(0, Number(offset)));
      return known.reduce((sum, offset) => sum + offset, 0);
    },
    async remove() {
      await admin.deleteTopics({ topics: [topic, rejectedTopic] });
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
    const late = setTimeout(() => reject(new Error(`${messages.length} of ${count} came`)), 20_000);
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

/** Waits until `ready` holds, at most `seconds`. */
export async function eventually(ready: () => Promise<boolean>, seconds = 60): Promise<void> {
  const end = Date.now() + seconds * 1_000;
  while (!(await ready())) {
    if (Date.now() > end) throw new Error(`did not happen within ${seconds} seconds`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
