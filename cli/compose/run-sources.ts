/** Runs the sources of events of a process: the spool, and Kafka if it is configured. */
import type { Registry } from 'prom-client';
import type { HealthCheck } from '../../api/monitoring/health.js';
import type { Ingest } from '../../ingest/create-ingest.js';
import { AppError, reasonOf } from '../../shared/domain/errors.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import type { KafkaConfig } from '../../shared/platform/process/config.js';
import type { Stop } from '../../shared/platform/process/lifecycle.js';
import type { IngestPart } from './compose-ingest.js';

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

type KafkaHealth = ReturnType<typeof createKafkaHealth>;

/**
 * Notes whether this process can read from Kafka, for `/health/ready` and the log. The log has one
 * line when reading fails, or fails for another reason, and one when it succeeds again.
 * `isNeeded`: true if the process is not ready without Kafka.
 */
export function createKafkaHealth(logger: Pick<Logger, 'info' | 'error'>, isNeeded: boolean) {
  let reason: string | null = null;
  const check: HealthCheck = {
    name: 'kafka',
    optional: !isNeeded,
    async check() {
      if (reason !== null) throw new AppError('unavailable', reason);
    },
  };
  return {
    check,
    /** Takes the error with which reading failed, or `null` if it succeeded. */
    report(error: unknown): void {
      const now = error === null ? null : reasonOf(error);
      if (now === reason) return;
      reason = now;
      if (error === null) logger.info({}, 'kafka_available');
      else logger.error({ err: error }, 'kafka_unavailable');
    },
  };
}
