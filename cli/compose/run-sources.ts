/** Runs the sources of events of a process: the spool, and Kafka if it is configured. */
import type { Registry } from 'prom-client';
import type { Ingest } from '../../ingest/create-ingest.js';
import type { KafkaConfig } from '../../shared/platform/process/config.js';
import type { Stop } from '../../shared/platform/process/lifecycle.js';
import type { IngestPart } from './compose-ingest.js';
import type { KafkaHealth } from './kafka-health.js';

interface SourceOptions {
  registry: Registry;
  /** True if the process continues without Kafka, and tries it again. */
  mayWait: boolean;
  kafkaHealth?: KafkaHealth | undefined;
  runSpool: (ingest: Ingest) => Promise<void>;
}

/**
 * Runs the sources. Resolves when all have ended, after `stop`. A source that fails stops the
 * process with exit code 1; Kafka does so only without `mayWait`.
 */
export async function runSources(
  { parts: { config, logger }, ingest }: IngestPart,
  stop: Stop,
  { registry, mayWait, kafkaHealth, runSpool }: SourceOptions,
): Promise<void> {
  const onError = (error: unknown): void => {
    logger.error({ err: error }, 'ingest_failed');
    process.exitCode = 1;
    stop.stop();
  };
  const { signal } = stop;
  const { kafka } = config;
  // Imported only if it is used, because it takes long to load with the Kafka client.
  const runKafka = async (settings: KafkaConfig): Promise<void> => {
    const { consumeKafka } = await import('./consume-kafka.js');
    const report = (error: unknown): void => kafkaHealth?.report(error);
    await consumeKafka(settings, ingest, { registry, logger, signal, mayWait, report });
  };
  await Promise.all([kafka && runKafka(kafka).catch(onError), runSpool(ingest).catch(onError)]);
}
