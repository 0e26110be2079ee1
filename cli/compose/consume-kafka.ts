/** Reads events from Kafka in an ingest process, as configured. */
import { hostname } from 'node:os';
import type { Registry } from 'prom-client';
import type { Ingest } from '../../ingest/create-ingest.js';
import { runKafkaSource } from '../../ingest/kafka-source.js';
import { MAX_BATCH_EVENTS } from '../../ingest/normalise/cut-batches.js';
import { createIngestMetrics } from '../../ingest/outcomes/ingest-metrics.js';
import { retry } from '../../shared/domain/concurrency/retry.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import { createKafka, waitForBroker } from '../../shared/platform/kafka/client.js';
import { createKafkaConsumer } from '../../shared/platform/kafka/consumer.js';
import { explainKafkaError } from '../../shared/platform/kafka/explain-error.js';
import { createKafkaProducer } from '../../shared/platform/kafka/producer.js';
import { ensureTopics } from '../../shared/platform/kafka/topics.js';
import type { KafkaConfig } from '../../shared/platform/process/config.js';

/**
 * Size limit of the rejected topic: room for a message of the raw topic with its rejection reason,
 * even if the limit of the raw topic was raised.
 */
const MAX_REJECTED_MESSAGE_BYTES = 8_388_608;

/** Waits before Kafka is tried again after an error. */
const RESTARTS = { firstMs: 2_000, lastMs: 10_000 };

interface ConsumeOptions {
  registry: Registry;
  logger: Logger;
  signal: AbortSignal;
  /** True to try again after any error, because the process also does other work. */
  mayWait: boolean;
  /** Takes the error with which reading failed, or `null` if it succeeded. */
  report: (error: unknown) => void;
}

/**
 * Reads the topic until `signal` aborts. Without `mayWait`, it rejects if no broker answers for half
 * a minute, and with any error that waiting does not solve.
 */
export async function consumeKafka(
  settings: KafkaConfig,
  ingest: Pick<Ingest, 'normalise' | 'writer' | 'outcomes'>,
  { registry, logger, signal, mayWait, ...options }: ConsumeOptions,
): Promise<void> {
  // The tools of Kafka show it next to the partitions of a member.
  const kafka = createKafka(settings, `signals-ingest-${hostname()}`, logger);
  const explain = (error: unknown): unknown => explainKafkaError(error, settings);
  const report = (error: unknown): void => options.report(explain(error));
  const { topic, groupId, rejectedTopic, sessionMs } = settings;
  const topics = [{ topic }, { topic: rejectedTopic, maxMessageBytes: MAX_REJECTED_MESSAGE_BYTES }];
  const createTopics = () => ensureTopics(kafka, topics, logger);
  const producer = createKafkaProducer(kafka, { onMissingTopic: createTopics });
  const metrics = createIngestMetrics(registry);
  const consume = async (): Promise<void> => {
    await waitForBroker(settings, logger, { signal }).catch((error: unknown) => {
      // Stopped while it waited: no message was taken, so none is lost.
      if (!signal.aborted) throw error;
    });
    if (signal.aborted) return;
    await createTopics();
    if (signal.aborted) return;
    await runKafkaSource(
      {
        ...ingest,
        consumer: createKafkaConsumer(kafka, { topic, groupId, sessionMs, report }),
        producer,
        metrics,
        logger,
      },
      { rejectedTopic, batchEvents: MAX_BATCH_EVENTS, signal },
    );
  };
  const rethrow = (error: unknown): never => {
    throw explain(error);
  };
  let reported: unknown;
  try {
    await retry(() => consume().catch(rethrow), {
      ...RESTARTS,
      isTransient: () => mayWait,
      mayContinue: () => !signal.aborted,
      onWait(error) {
        reported = error;
        report(error);
      },
    });
  } catch (error) {
    // Stopped during a wait that this error began.
    if (!signal.aborted || error !== reported) throw error;
  } finally {
    await producer.close();
  }
}
