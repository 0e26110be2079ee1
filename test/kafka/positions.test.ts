/**
 * Where a consumer stands in its partitions, on a real broker: the metric of unread messages, and
 * messages that the broker deletes before they are read.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createIngestMetrics } from '../../ingest/outcomes/ingest-metrics.js';
import { watchPositions } from '../../ingest/watch-positions.js';
import { createKafka } from '../../shared/platform/kafka/client.js';
import { createKafkaConsumer } from '../../shared/platform/kafka/consumer.js';
import { describeTopics } from '../../shared/platform/kafka/describe-topics.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { until } from '../helpers/eventually.js';
import { createGate } from '../helpers/gate.js';
import { BROKERS, createTopics, kafkaMissing, type TestTopics } from '../helpers/kafka.js';

const missing = kafkaMissing();
const silent = createLogger('silent');

interface Member {
  /** Unread messages by partition, as the metric shows them. */
  unread(): Promise<Record<string, number>>;
  read: string[];
  stop(): Promise<void>;
}

describe.skipIf(missing)(`Positions in a topic${missing ? ` (${missing})` : ''}`, () => {
  let topics: TestTopics;
  let admin: Admin;
  let members: Member[] = [];
  let logged: Record<string, unknown>[] = [];

  beforeEach(async () => {
    await open(1);
  });

  afterEach(close);

  async function open(
    partitions: number,
    more: Parameters<typeof createTopics>[0] = {},
  ): Promise<void> {
    topics = await createTopics({ partitions, ...more });
    admin = topics.kafka.admin();
    await admin.connect();
    logged = [];
  }

  async function close(): Promise<void> {
    await Promise.all(members.splice(0).map((member) => member.stop()));
    await admin.disconnect();
    await topics.remove();
  }

  const settings = () => ({
    brokers: (BROKERS ?? '').split(','),
    topic: topics.topic,
    rejectedTopic: topics.rejectedTopic,
    groupId: topics.groupId,
    sessionMs: 10_000,
    ssl: false,
    sasl: undefined,
  });

  /**
   * Starts a member of the group, which commits each message after `mayRead` has resolved, and
   * compares its offsets `compareAfterMs` after it joined.
   */
  function join(mayRead: () => Promise<void> = async () => undefined, compareAfterMs = 0): Member {
    const note = (level: string) => (fields: object, event: string) => {
      logged.push({ level, event, ...fields });
    };
    const logger = Object.assign(createLogger('silent'), {
      warn: note('warn'),
      error: note('error'),
    });
    const consumer = createKafkaConsumer(createKafka(settings(), 'test', silent), settings());
    const { lag } = createIngestMetrics(new Registry());
    const watch = watchPositions({ consumer, metrics: { lag }, logger }, 300);
    const read: string[] = [];
    const assigned = async (): Promise<void> => {
      await sleep(compareAfterMs);
      await watch.assigned();
    };
    const ended = consumer.run(async (batch) => {
      await watch.received(batch);
      await mayRead();
      if (!batch.mayContinue()) return;
      for (const { value } of batch.messages) read.push(String(value));
      await batch.commit(batch.nextOffset);
      watch.written(batch, batch.nextOffset);
    }, assigned);
    ended.catch(() => undefined);
    const member: Member = {
      read,
      async unread() {
        const { values } = await lag.get();
        return Object.fromEntries(values.map(({ labels, value }) => [labels.partition, value]));
      },
      async stop() {
        watch.stop();
        await consumer.stop();
        await ended;
      },
    };
    members.push(member);
    return member;
  }

  /** Sends numbered messages to each of the partitions. */
  async function produce(count: number, partitions = [0], transactionalId?: string) {
    const producer = topics.kafka.producer(
      transactionalId ? { transactionalId, idempotent: true, maxInFlightRequests: 1 } : {},
    );
    await producer.connect();
    const messages = partitions.flatMap((partition) =>
      Array.from({ length: count }, (_, at) => ({ partition, value: `message ${at}` })),
    );
    if (transactionalId) {
      const transaction = await producer.transaction();
      await transaction.send({ topic: topics.topic, messages });
      await transaction.commit();
    } else {
      await producer.send({ topic: topics.topic, messages });
    }
    await producer.disconnect();
  }

  const setCommitted = (offset: number) =>
    admin.setOffsets({
      groupId: topics.groupId,
      topic: topics.topic,
      partitions: [{ partition: 0, offset: String(offset) }],
    });

  /** Deletes the oldest messages, as retention does. */
  async function deleteBefore(offset: number): Promise<void> {
    const partitions = [{ partition: 0, offset: String(offset) }];
    // The client can delete only from a topic that it was asked about before.
    await admin.fetchTopicOffsets(topics.topic);
    await admin.deleteTopicRecords({ topic: topics.topic, partitions });
  }

  const events = () =>
    logged.filter(({ event }) => event !== 'kafka_client_message').map(({ event }) => event);

  it('shows unread messages of exactly the partitions of each member, also of a stuck one', async () => {
    await close();
    await open(4);
    const gate = createGate();
    await produce(3, [0, 1, 2]);
    const first = join(() => gate.opened);
    await until(async () => Object.values(await first.unread()).join() === '3,3,3,0');
    await produce(2, [0, 1, 2, 3]);
    await until(async () => Object.values(await first.unread()).join() === '5,5,5,2');
    gate.open();
    await until(async () => Object.values(await first.unread()).join() === '0,0,0,0');
    const second = join();
    await until(async () => Object.keys(await second.unread()).length === 2);
    await until(async () => Object.keys(await first.unread()).length === 2);
    const both = [...Object.keys(await first.unread()), ...Object.keys(await second.unread())];
    expect(both.sort()).toEqual(['0', '1', '2', '3']);
    await first.stop();
    expect(await first.unread()).toEqual({});
    members = [second];
    await until(async () => Object.keys(await second.unread()).length === 4);
    expect(events()).toEqual([]);
  });

  it('reports messages that were deleted before the member joined, and reads the others', async () => {
    await produce(10);
    await setCommitted(2);
    await deleteBefore(6);
    // Meanwhile the client would read, and forget the offset.
    const member = join(undefined, 1_000);
    await until(async () => member.read.length === 4);
    expect(member.read[0]).toBe('message 6');
    expect(logged).toContainEqual({
      level: 'error',
      event: 'kafka_messages_lost',
      topic: topics.topic,
      partition: 0,
      from: 2,
      to: 5,
      count: 4,
      remedy: expect.stringContaining('retention.ms'),
    });
    expect(events()).toEqual(['kafka_messages_lost']);
  });

  it('reports messages that are deleted while the member is busy', async () => {
    const gate = createGate();
    await produce(1);
    let reads = 0;
    const member = join(async () => {
      reads += 1;
      await gate.opened;
    });
    await until(async () => reads > 0);
    await produce(10);
    await deleteBefore(6);
    gate.open();
    await until(async () => (await topics.committed()) === 11);
    expect(member.read).toHaveLength(6);
    const lost = logged.filter(({ event }) => event === 'kafka_messages_lost');
    expect(lost).toMatchObject([{ from: 1, to: 5, count: 5 }]);
  });

  it('reports a committed offset beyond the end, and reads everything again', async () => {
    await produce(5);
    await setCommitted(100);
    const member = join();
    await until(async () => member.read.length === 5);
    expect(logged).toContainEqual({
      level: 'warn',
      event: 'kafka_partition_read_again',
      topic: topics.topic,
      partition: 0,
      committed: 100,
      end: 5,
    });
    expect(events()).toEqual(['kafka_partition_read_again']);
  });

  it('reads all messages of a topic that was deleted and created again meanwhile', async () => {
    await produce(3);
    const gate = createGate();
    let reads = 0;
    const member = join(async () => {
      reads += 1;
      if (reads === 2) await gate.opened;
    });
    await until(async () => (await topics.committed()) === 3);
    await produce(2);
    await until(async () => reads === 2);
    const { topic } = topics;
    await admin.deleteTopics({ topics: [topic] });
    const again = { waitForLeaders: false, topics: [{ topic, numPartitions: 1 }] };
    await until(async () => admin.createTopics(again));
    await produce(8);
    gate.open();
    await until(async () => (await topics.committed()) === 8);
    expect(member.read.slice(-8)).toEqual(Array.from({ length: 8 }, (_, at) => `message ${at}`));
    expect(logged).toContainEqual(
      expect.objectContaining({ event: 'kafka_partition_read_again', committed: 3, end: 8 }),
    );
  });

  it('finds the settings of a topic that delete messages', async () => {
    await close();
    const entries = {
      'cleanup.policy': 'compact',
      'retention.ms': '3600000',
      'retention.bytes': '5000000',
    };
    const configEntries = Object.entries(entries).map(([name, value]) => ({ name, value }));
    await open(1, { configEntries });
    expect(await describeTopics(settings(), [topics.topic, topics.rejectedTopic], silent)).toEqual([
      expect.objectContaining({
        cleanupPolicy: 'compact',
        retentionMs: 3_600_000,
        retentionBytes: 5_000_000,
      }),
      expect.objectContaining({
        cleanupPolicy: 'delete',
        retentionMs: expect.any(Number),
        retentionBytes: null,
      }),
    ]);
  });

  it('counts the end of a transaction as read', async () => {
    await produce(5, [0], `writer-${topics.groupId}`);
    const member = join();
    await until(async () => member.read.length === 5);
    await until(async () => (await topics.committed()) === 6);
    expect(await describeTopics(settings(), [topics.topic], silent)).toMatchObject([{ unread: 0 }]);
    await until(async () => (await member.unread())[0] === 0);
    expect(events()).toEqual([]);
  });
});
