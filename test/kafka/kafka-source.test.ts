/**
 * The Kafka source in the test's process on a real broker: what it stores, commits and rejects, and
 * how it keeps, shares and leaves partitions when stores are slow or fail.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consumeKafka } from '../../cli/compose/consume-kafka.js';
import { createIngest } from '../../ingest/create-ingest.js';
import { loadFeedDefinitions } from '../../ingest/feeds/feed-definitions.js';
import { AppError } from '../../shared/domain/errors.js';
import { productFeeds } from '../../shared/domain/package-root.js';
import { createKafka } from '../../shared/platform/kafka/client.js';
import { createKafkaConsumer } from '../../shared/platform/kafka/consumer.js';
import { describeTopics } from '../../shared/platform/kafka/describe-topics.js';
import { createKafkaProducer } from '../../shared/platform/kafka/producer.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { emptyTables } from '../helpers/empty-tables.js';
import { companyProfile, envelope, signalEvent } from '../helpers/events.js';
import { until } from '../helpers/eventually.js';
import { createGate } from '../helpers/gate.js';
import { BROKERS, createTopics, kafkaMissing, type TestTopics } from '../helpers/kafka.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const missing = kafkaMissing();
const logger = createLogger('silent');

interface Running {
  stop: () => Promise<void>;
  ended: Promise<void>;
  registry: Registry;
}

const countOf = async (member: Running | undefined, outcome: string): Promise<number> => {
  const { values = [] } =
    (await member?.registry.getSingleMetric('signals_ingest_events_total')?.get()) ?? {};
  return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
};

describe.skipIf(missing)(`Kafka source${missing ? ` (${missing})` : ''}`, () => {
  let service: TestService;
  let topics: TestTopics;
  let running: Running | undefined;
  /** Gives the stores their own methods again. */
  const restore: (() => void)[] = [];

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  beforeEach(async () => {
    sessionMs = 10_000;
    await emptyTables(service.clickhouse);
    topics = await createTopics();
  });

  afterEach(async () => {
    await running?.stop().catch(() => undefined);
    running = undefined;
    for (const each of restore.splice(0)) each();
    await topics.remove();
  });

  /** Replaces a method of a store until the end of the test. */
  function replace<T extends object, K extends keyof T>(target: T, name: K, method: T[K]): void {
    const own = target[name];
    restore.push(() => Reflect.set(target, name, own));
    Reflect.set(target, name, method);
  }

  let sessionMs = 10_000;

  const settings = () => ({
    brokers: (BROKERS ?? '').split(','),
    topic: topics.topic,
    rejectedTopic: topics.rejectedTopic,
    groupId: topics.groupId,
    sessionMs,
    ssl: false,
    sasl: undefined,
  });

  async function consume(): Promise<void> {
    const { ingestStores, embedder } = service;
    const feeds = loadFeedDefinitions([productFeeds()]);
    const ingest = await createIngest({ ...ingestStores, embedder, feeds });
    const controller = new AbortController();
    const registry = new Registry();
    const ended = consumeKafka(settings(), ingest, {
      registry,
      logger,
      signal: controller.signal,
      mayWait: false,
      report: () => undefined,
    });
    ended.catch(() => undefined);
    running = {
      registry,
      ended,
      async stop() {
        controller.abort();
        await ended;
      },
    };
  }

  async function produce(
    events: readonly (object | string)[],
    keyOf: (at: number) => number = (at) => at % 7,
  ): Promise<void> {
    const producer = createKafkaProducer(createKafka(settings(), 'test', logger));
    await producer.send(
      topics.topic,
      events.map((event, at) => ({
        key: `key-${keyOf(at)}`,
        value: Buffer.from(typeof event === 'string' ? event : JSON.stringify(event)),
      })),
    );
    await producer.close();
  }

  const count = async (): Promise<number> => {
    const rows = await service.clickhouse.rows<{ n: number }>(
      'SELECT count() AS n FROM signals FINAL',
    );
    return rows[0]?.n ?? 0;
  };

  it('stores, commits and counts every event once, also when the topic is replayed', async () => {
    const events = Array.from({ length: 1_200 }, (_, at) =>
      signalEvent(`Thing ${at} happens`, { name: `Company ${at % 40}` }),
    );
    await produce([companyProfile('known.example', 'Company 3'), ...events]);
    await consume();
    await until(async () => (await topics.committed()) === 1_201);
    expect(await count()).toBe(1_200);
    const metrics = (await running?.registry.metrics()) ?? '';
    expect(metrics).toContain('signals_ingest_events_total{outcome="accepted"} 1201');
    expect(metrics).toMatch(/signals_ingest_lag_messages\{[^}]*\} 0/);
    expect(metrics).toContain('signals_ingest_batch_events_count');
    // A replay of the whole topic must change nothing.
    await running?.stop();
    const admin = topics.kafka.admin();
    await admin.connect();
    await admin.setOffsets({
      groupId: topics.groupId,
      topic: topics.topic,
      partitions: [0, 1, 2].map((partition) => ({ partition, offset: '0' })),
    });
    await admin.disconnect();
    await consume();
    await until(async () => (await countOf(running, 'duplicates')) === 1_201);
    expect(await countOf(running, 'accepted')).toBe(0);
    expect(await count()).toBe(1_200);
  });

  it('shows the exact number of unread messages in describeTopics', async () => {
    const unread = async () => {
      const described = await describeTopics(
        settings(),
        [topics.topic, topics.rejectedTopic],
        logger,
      );
      return described.map((each) => each.unread);
    };
    const events = Array.from({ length: 30 }, (_, at) => signalEvent(`Thing ${at}`, { name: 'A' }));
    await produce(events);
    expect(await unread()).toEqual([30, null]);
    await consume();
    await until(async () => (await topics.committed()) === 30);
    await running?.stop();
    expect(await unread()).toEqual([0, null]);
    await produce(events.slice(0, 7));
    expect(await unread()).toEqual([7, null]);
  });

  it('sends invalid messages unchanged to the rejected topic, with reason and position', async () => {
    const broken = '{"source": "funding-rounds", ';
    const nameless = envelope('funding-rounds', {
      company_name: '#NAME?',
      funded_at: '2026-01-01',
    });
    await produce([broken, nameless, '', ' \t', signalEvent('Fine', { name: 'Fine' })]);
    await consume();
    await until(async () => (await topics.committed()) === 5);
    const rejected = await topics.read(topics.rejectedTopic, 4);
    const byCode = new Map(rejected.map((each) => [`${each.headers.code}:${each.value}`, each]));
    const first = byCode.get(`malformed_json:${broken}`);
    expect(first?.headers).toMatchObject({ topic: topics.topic, code: 'malformed_json' });
    expect(Number(first?.headers.offset)).toBeGreaterThanOrEqual(0);
    expect(first?.headers.message).toContain('not valid JSON');
    expect(byCode.get(`invalid_name:${JSON.stringify(nameless)}`)?.headers.field).toBe(
      'company.name',
    );
    expect(byCode.has('malformed_json:')).toBe(true);
    expect(byCode.has('malformed_json: \t')).toBe(true);
    expect(await count()).toBe(1);
  });

  it('splits rejected messages into several requests, and shortens one above the topic limit', async () => {
    await topics.remove();
    topics = await createTopics({
      partitions: 1,
      maxMessageBytes: 2_000_000,
      maxRejectedBytes: 200_000,
    });
    const bad = (letter: string, bytes: number): string => letter.repeat(bytes);
    await produce([bad('a', 90_000), bad('b', 90_000), bad('c', 90_000), bad('d', 600_000), 'e']);
    await consume();
    await until(async () => (await topics.committed()) === 5);
    const rejected = await topics.readAll(topics.rejectedTopic);
    const sizes = rejected.map(({ value, headers }) => [
      value?.toString('utf8', 0, 1),
      value?.byteLength,
      headers.shortened_from_bytes,
    ]);
    expect(sizes.sort()).toEqual([
      ['a', 90_000, undefined],
      ['b', 90_000, undefined],
      ['c', 90_000, undefined],
      ['d', 16_384, '600000'],
      ['e', 1, undefined],
    ]);
  });

  it('resumes at the write that failed, without repeating the writes before it', async () => {
    await topics.remove();
    topics = await createTopics({ partitions: 1 });
    const { registry } = service.ingestStores;
    const put = registry.put;
    let calls = 0;
    replace(registry, 'put', async (...args: Parameters<typeof put>) => {
      calls += 1;
      if (calls === 2) throw new AppError('unavailable', 'away');
      return put.apply(registry, args);
    });
    await produce(
      Array.from({ length: 1_200 }, (_, at) => signalEvent(`Long ${at}`, { name: 'Long' })),
    );
    await consume();
    await until(async () => (await topics.committed()) === 1_200);
    expect(calls).toBeGreaterThan(2);
    // Events are counted when the commit is answered, which the test may see sooner.
    await until(async () => (await countOf(running, 'accepted')) === 1_200);
    expect(await countOf(running, 'duplicates')).toBe(0);
  });

  it('waits for an unavailable store, commits nothing meanwhile, then stores every event', async () => {
    const { signals } = service.ingestStores;
    const write = signals.write;
    let away = true;
    replace(signals, 'write', async (...args: Parameters<typeof write>) => {
      if (away) throw new AppError('unavailable', 'away');
      return write.apply(signals, args);
    });
    await produce(
      Array.from({ length: 50 }, (_, at) => signalEvent(`Late ${at}`, { name: 'Late' })),
    );
    await consume();
    await until(async () =>
      ((await running?.registry.metrics()) ?? '').includes('signals_ingest_waiting 1'),
    );
    expect(await topics.committed()).toBe(0);
    away = false;
    await until(async () => (await topics.committed()) === 50);
    expect(await count()).toBe(50);
  });

  it('stops with an error and commits nothing when a store throws an unexpected error', async () => {
    replace(service.ingestStores.signals, 'write', async () => {
      throw new Error('a bug');
    });
    await produce([signalEvent('Bad luck', { name: 'Unlucky' })]);
    await consume();
    await expect(running?.ended).rejects.toThrow();
    running = undefined;
    expect(await topics.committed()).toBe(0);
  });

  it('commits a batch that is being written when it is stopped', async () => {
    const writing = slowWrites();
    await produce([signalEvent('Stopped', { name: 'Stopped' })]);
    await consume();
    await until(async () => writing.started > 0);
    await running?.stop();
    await until(async () => (await topics.committed()) === 1);
  });

  it('stays in the group during a write that takes longer than the session timeout', async () => {
    sessionMs = 6_000;
    const writing = slowWrites(() => sleep(9_000));
    await produce([signalEvent('Slow', { name: 'Slow' })]);
    await consume();
    await until(async () => (await topics.committed()) === 1);
    expect(writing.started).toBe(1);
    await until(async () => (await countOf(running, 'accepted')) === 1);
  });

  it('rejoins and reads the message again when it commits after its session has expired', async () => {
    await produce([signalEvent('Late', { name: 'Late' })]);
    const { topic, groupId } = topics;
    const kafka = createKafka(settings(), 'test', logger);
    const consumer = createKafkaConsumer(kafka, { topic, groupId, sessionMs: 6_000 });
    let reads = 0;
    const ended = consumer.run(async (batch) => {
      reads += 1;
      // Sends no heartbeat for longer than a session, like a process that was suspended.
      if (reads === 1) await sleep(9_000);
      for (const { offset } of batch.messages) await batch.commit(offset + 1n);
    });
    await Promise.race([ended, until(async () => (await topics.committed()) === 1)]);
    await consumer.stop();
    await ended;
    expect(reads).toBe(2);
    expect(await topics.committed()).toBe(1);
  });

  it('releases a partition between two writes when a member joins, even if fetched whole', async () => {
    const perPartition = 5_000;
    await topics.remove();
    topics = await createTopics({ partitions: 2 });
    const writing = slowWrites(() => sleep(2_000));
    await produce(
      Array.from({ length: 2 * perPartition }, (_, at) =>
        signalEvent(`Many ${at}`, { name: 'Many' }),
      ),
      (at) => at % 2,
    );
    await consume();
    const first = running;
    await until(async () => writing.started > 0);
    await consume();
    await until(async () => (await countOf(running, 'accepted')) > 0);
    // The first member had fetched both partitions whole, and has finished neither.
    expect(await countOf(first, 'accepted')).toBeLessThan(perPartition);
    await first?.stop();
    await running?.stop();
    expect(await count()).toBe(await topics.committed());
  });

  it('keeps all partitions when a new member is stopped while it joins', async () => {
    const gate = createGate();
    const writing = slowWrites(() => gate.opened);
    await produce([signalEvent('Slow', { name: 'Slow' })]);
    await consume();
    const first = running;
    await until(async () => writing.started > 0);
    await consume();
    // The group rebalances when the first member has written.
    await sleep(1_500);
    expect(await topics.committed()).toBe(0);
    const stopped = running?.stop();
    gate.open();
    await stopped;
    running = first;
    await until(async () => (await topics.members()) === 1);
    const events = Array.from({ length: 70 }, (_, at) => signalEvent(`S ${at}`, { name: 'S' }));
    await produce(events);
    await until(async () => (await topics.committed()) === 71);
    expect(await count()).toBe(71);
  });

  /** Delays each write; `started` counts them. */
  function slowWrites(wait: () => Promise<void> = () => sleep(1_000)): { started: number } {
    const { signals } = service.ingestStores;
    const write = signals.write;
    const writing = { started: 0 };
    replace(signals, 'write', async (...args: Parameters<typeof write>) => {
      writing.started += 1;
      await wait();
      return write.apply(signals, args);
    });
    return writing;
  }

  it('stores every event once while members join and leave', async () => {
    const events = Array.from({ length: 600 }, (_, at) =>
      signalEvent(`Shared ${at}`, { name: `Company ${at % 9}` }),
    );
    await consume();
    const first = running;
    await produce(events.slice(0, 200));
    await consume();
    const second = running;
    await produce(events.slice(200, 400));
    await until(async () => (await topics.committed()) > 0);
    await first?.stop();
    await produce(events.slice(400));
    await until(async () => (await topics.committed()) === 600);
    expect(await count()).toBe(600);
    await second?.stop();
  });
});
