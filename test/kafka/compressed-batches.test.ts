/** Batches that are small in the topic and large in memory. Needs a Kafka broker. */
import { gzipSync } from 'node:zlib';
import kafkajs from 'kafkajs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKafka } from '../../shared/platform/kafka/client.js';
import { createKafkaConsumer } from '../../shared/platform/kafka/consumer.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { BROKERS, createTopics, kafkaMissing, type TestTopics } from '../helpers/kafka.js';

const missing = kafkaMissing();
const MEGABYTE = 1_000_000;
const BATCHES = 6;
const MESSAGES = 25;

describe.skipIf(missing)(`Compressed batches${missing ? ` (${missing})` : ''}`, () => {
  let topics: TestTopics;

  beforeAll(async () => {
    topics = await createTopics({ partitions: 1 });
  });
  afterAll(() => topics.remove());

  it('are read completely, a few at a time, so that one fetch does not fill the memory', async () => {
    const producer = topics.kafka.producer();
    await producer.connect();
    const messages = Array.from({ length: MESSAGES }, () => ({ value: Buffer.alloc(MEGABYTE) }));
    const { GZIP } = kafkajs.CompressionTypes;
    // The codecs of the service compress nothing; `createKafka` below registers them.
    kafkajs.CompressionCodecs[GZIP] = () => ({
      compress: async ({ buffer }: { buffer: Buffer }) => gzipSync(buffer),
    });
    for (let at = 0; at < BATCHES; at += 1) {
      await producer.send({ topic: topics.topic, compression: GZIP, messages });
    }
    await producer.disconnect();
    const { topic, rejectedTopic, groupId } = topics;
    const settings = {
      ...{ topic, rejectedTopic, groupId, sessionMs: 30_000, ssl: false, sasl: undefined },
      brokers: (BROKERS ?? '').split(','),
    };
    const kafka = createKafka(settings, 'test', createLogger('silent'));
    const consumer = createKafkaConsumer(kafka, settings);
    const offsets: number[] = [];
    const fetched: number[] = [];
    await consumer.run(async (batch) => {
      offsets.push(...batch.messages.map(({ offset }) => Number(offset)));
      fetched.push(batch.messages.length);
      await batch.commit(batch.nextOffset);
      // It waits for this handler.
      if (offsets.length === BATCHES * MESSAGES) setImmediate(() => consumer.stop());
    });
    expect(offsets).toEqual(Array.from({ length: BATCHES * MESSAGES }, (_, at) => at));
    expect(Math.max(...fetched)).toBeLessThanOrEqual(3 * MESSAGES);
  });
});
