/** Measures the rate from a full Kafka topic to the stores against that of the model alone. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { consumeKafka } from '../../cli/compose/consume-kafka.js';
import { createEmbedder } from '../../shared/platform/embedding/embedder.js';
import { createKafka } from '../../shared/platform/kafka/client.js';
import { createKafkaProducer } from '../../shared/platform/kafka/producer.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { createTopics, type TestTopics } from '../helpers/kafka.js';
import { startTestService } from '../helpers/test-service.js';
import { rawEmbeddingRate } from './raw-embedding.js';
import { roundEvents } from './rounds.js';

const logger = createLogger('silent');
const WARM = 100;

export async function benchKafka(
  model: string,
  events: number,
  print: (line: string) => void,
): Promise<void> {
  const topics = await createTopics();
  const embedder = await createEmbedder({ model, logger });
  const service = await startTestService({ embedder });
  const registry = new Registry();
  const controller = new AbortController();
  const { signal } = controller;
  await produce(topics, [...roundEvents('warm', WARM), ...roundEvents('bench', events)]);
  const consuming = consumeKafka(settingsOf(topics), service.ingest, {
    registry,
    logger,
    signal,
    mayWait: false,
    report: () => undefined,
  });
  const counted = async (least: number): Promise<{ count: number; at: number }> => {
    for (;;) {
      const count = await accepted(registry);
      if (count >= least) return { count, at: performance.now() };
      await sleep(10);
    }
  };
  const first = await counted(1);
  const last = await counted(WARM + events);
  const perSecond = ((last.count - first.count) / (last.at - first.at)) * 1_000;
  const texts = await service.clickhouse.rows<{ summary: string }>(
    `SELECT summary FROM signals FINAL WHERE startsWith(event_id, 'bench-')`,
  );
  controller.abort();
  await consuming;
  await embedder.close();
  await service.stop();
  await topics.remove();
  const raw = await rawEmbeddingRate(
    model,
    texts.map(({ summary }) => summary),
  );
  const share = (perSecond / raw).toFixed(2);
  print(`Kafka to stores        ${Math.round(perSecond)} signals/s, ${share} of raw (aim >= 0.8)`);
}

async function produce(topics: TestTopics, events: readonly object[]): Promise<void> {
  const producer = createKafkaProducer(createKafka(settingsOf(topics), 'bench', logger));
  await producer.send(
    topics.topic,
    events.map((event, at) => ({ key: `key-${at}`, value: Buffer.from(JSON.stringify(event)) })),
  );
  await producer.close();
}

function settingsOf({ topic, rejectedTopic, groupId }: TestTopics) {
  return {
    brokers: (process.env.KAFKA_BROKERS ?? '').split(','),
    topic,
    rejectedTopic,
    groupId,
    sessionMs: 30_000,
    ssl: false,
    sasl: undefined,
  };
}

async function accepted(registry: Registry): Promise<number> {
  const metric = await registry.getSingleMetric('signals_ingest_events_total')?.get();
  return metric?.values.find(({ labels }) => labels.outcome === 'accepted')?.value ?? 0;
}
