/** Writes to topics through kafkajs: idempotent, acknowledged by every in-sync replica. */
import type { Kafka } from 'kafkajs';
import { Partitioners } from 'kafkajs';
import type { TopicProducer } from '../ports/topic.js';

const TIMEOUT_MS = 30_000;

/** Connects when the first message is sent. */
export function createKafkaProducer(kafka: Kafka): TopicProducer {
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 5,
    createPartitioner: Partitioners.DefaultPartitioner,
    allowAutoTopicCreation: false,
  });
  let connected: Promise<void> | undefined;
  return {
    async send(topic, messages) {
      if (messages.length === 0) return;
      connected ??= producer.connect();
      await connected;
      await producer.send({
        topic,
        acks: -1,
        timeout: TIMEOUT_MS,
        messages: messages.map(({ key, value, headers = {} }) => ({
          key: key === null || typeof key === 'string' ? key : Buffer.from(key),
          value: Buffer.from(value),
          headers: { ...headers },
        })),
      });
    },
    async close() {
      if (connected) await producer.disconnect();
    },
  };
}
