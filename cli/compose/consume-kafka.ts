/** Reads events from Kafka in an ingest process, as configured. */
import type { Registry } from 'prom-client';
import type { Ingest } from '../../ingest/create-ingest.js';
import { runKafkaSource } from '../../ingest/kafka-source.js';
import { MAX_BATCH_EVENTS } from '../../ingest/normalise/cut-batches.js';
import { createIngestMetrics } from '../../ingest/outcomes/ingest-metrics.js';
import { retry } from '../../shared/domain/concurrency/retry.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import { createKafka, WAITS, waitForBroker } from '../../shared/platform/kafka/client.js';
import { createKafkaConsumer } from '../../shared/platform/kafka/consumer.js';
import { createKafkaProducer } from '../../shared/platform/kafka/producer.js';
import { ensureTopics } from '../../shared/platform/kafka/topics.js';
import type { KafkaConfig } from '../../shared/platform/process/config.js';

/**
 * Size limit of the rejected topic: room for a message of the raw topic with its rejection reason,
 * even if the limit of the raw topic was raised.
 */
const MAX_REJECTED_MESSAGE_BYTES = 8_388_608;

interface ConsumeOptions {
  registry: Registry;
  logger: Logger;
  signal: AbortSignal;
  /** True to wait for the first broker without a limit, false for half a minute. */
  mayWait: boolean;
}

/**
 * Reads the topic until `signal` aborts. Rejects with an error that waiting does not solve; with
 * `mayWait`, it also waits if the broker refuses the first connection.
 */
export async function consumeKafka(
  settings: KafkaConfig,
  ingest: Ingest,
  { registry, logger, signal, mayWait }: ConsumeOptions,
): Promise<void> {
  const kafka = createKafka(settings, 'signals-ingest', logger);
  const producer = createKafkaProducer(kafka);
  const { topic, groupId, rejectedTopic, sessionMs } = settings;
  try {
    await waitForFirstBroker(settings, { logger, signal, mayWait });
    if (signal.aborted) return;
    await ensureTopics(
      kafka,
      [{ topic }, { topic: rejectedTopic, maxMessageBytes: MAX_REJECTED_MESSAGE_BYTES }],
      logger,
    );
    if (signal.aborted) return;
    await runKafkaSource(
      {
        consumer: createKafkaConsumer(kafka, { topic, groupId, sessionMs }),
        producer,
        normalise: ingest.normalise,
        writer: ingest.writer,
        outcomes: ingest.outcomes,
        metrics: createIngestMetrics(registry),
        logger,
      },
      { rejectedTopic, batchEvents: MAX_BATCH_EVENTS, signal },
    );
  } finally {
    await producer.close();
  }
}

/** Rejects if no broker answers. With `mayWait` it reports that and tries again. */
async function waitForFirstBroker(
  settings: KafkaConfig,
  { logger, signal, mayWait }: Omit<ConsumeOptions, 'registry'>,
): Promise<void> {
  const wait = () => waitForBroker(settings, logger, { signal });
  await retry(wait, {
    ...WAITS,
    isTransient: () => mayWait,
    mayContinue: () => !signal.aborted,
    onWait: (error) => logger.error({ err: error }, 'kafka_unavailable'),
  }).catch((error: unknown) => {
    // Stopped while it waited: no message was taken, so none is lost.
    if (!signal.aborted) throw error;
  });
}
