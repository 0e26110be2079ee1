/**
 * Events from a Kafka topic. An offset is committed only after the stores have everything before it
 * and the rejected topic has what could not be used; a store that is away is waited for, with the
 * membership kept alive, and nothing is skipped. What is delivered again changes nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../shared/errors.js';
import type { Logger } from '../../shared/logger.js';
import type {
  OutgoingMessage,
  TopicBatch,
  TopicConsumer,
  TopicMessage,
  TopicProducer,
} from '../../shared/ports/topic.js';
import type { BatchWriter } from '../batch-writer.js';
import type { IngestMetrics } from '../ingest-metrics.js';
import type { NormaliseEvent } from '../normalise-event.js';
import { type BatchReport, runPipeline } from '../pipeline.js';

export interface KafkaSourceDeps {
  consumer: TopicConsumer;
  producer: TopicProducer;
  normalise: NormaliseEvent;
  writer: BatchWriter;
  metrics: IngestMetrics;
  logger: Logger;
}

export interface KafkaSourceOptions {
  rejectedTopic: string;
  batchEvents: number;
  signal: AbortSignal;
}

const BATCH_BYTES = 8_388_608;
const HEARTBEAT_MS = 2_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

/** Resolves after `signal` aborted; rejects on a fault that waiting does not mend. */
export async function runKafka(deps: KafkaSourceDeps, options: KafkaSourceOptions): Promise<void> {
  const stop = () => {
    deps.consumer.stop().catch((error: unknown) => {
      deps.logger.warn({ err: error }, 'kafka_stop_failed');
    });
  };
  options.signal.addEventListener('abort', stop, { once: true });
  try {
    if (!options.signal.aborted)
      await deps.consumer.run((batch) => takeBatch(deps, options, batch));
  } finally {
    options.signal.removeEventListener('abort', stop);
  }
}

async function takeBatch(
  deps: KafkaSourceDeps,
  options: KafkaSourceOptions,
  batch: TopicBatch,
): Promise<void> {
  const beat = keepAlive(batch, deps.logger);
  let done = 0;
  let retryMs = FIRST_RETRY_MS;
  try {
    while (done < batch.messages.length && batch.isOurs()) {
      try {
        done = await writeFrom(deps, options, batch, done);
        retryMs = FIRST_RETRY_MS;
      } catch (error) {
        if (!(error instanceof AppError) || !error.retriable) throw error;
        deps.logger.warn({ err: error, retry_ms: retryMs }, 'kafka_waits_for_store');
        deps.metrics.waiting.set(1);
        await sleep(retryMs, undefined, { signal: options.signal }).catch(() => undefined);
        retryMs = Math.min(LAST_RETRY_MS, retryMs * 2);
      }
    }
  } finally {
    beat.stop();
    deps.metrics.waiting.set(0);
  }
}

/** Writes on from the message at `start`; how many messages of the batch are done with. */
async function writeFrom(
  deps: KafkaSourceDeps,
  options: KafkaSourceOptions,
  batch: TopicBatch,
  start: number,
): Promise<number> {
  const messages = batch.messages.slice(start);
  let done = start;
  const reports = runPipeline(valuesOf(messages), deps.normalise, deps.writer, {
    batchEvents: options.batchEvents,
    batchBytes: BATCH_BYTES,
    context: { nowMs: Date.now() },
    skipLines: 0,
  });
  for await (const report of reports) {
    await sendRejected(deps, options, batch, messages, report);
    const last = messages[report.lines - 1];
    if (!batch.isOurs() || !last) break;
    await batch.commit(last.offset + 1n);
    done = start + report.lines;
    deps.metrics.count(report.tally);
    deps.metrics.lag.set(
      { topic: batch.topic, partition: String(batch.partition) },
      Number(batch.highWatermark - last.offset - 1n),
    );
  }
  return done;
}

/** A tombstone is an empty line: rejected, so that nothing disappears without a word. */
async function* valuesOf(messages: readonly TopicMessage[]): AsyncGenerator<Uint8Array> {
  for (const { value } of messages) yield value && value.byteLength > 0 ? value : EMPTY;
}

const EMPTY = Buffer.from('null');

async function sendRejected(
  { producer }: KafkaSourceDeps,
  { rejectedTopic }: KafkaSourceOptions,
  { topic, partition }: TopicBatch,
  messages: readonly TopicMessage[],
  { rejected }: BatchReport,
): Promise<void> {
  const outgoing = rejected.flatMap(({ line, reason }): OutgoingMessage[] => {
    const message = messages[line - 1];
    if (!message) return [];
    return [
      {
        key: message.key,
        value: message.value ?? new Uint8Array(),
        headers: {
          code: reason.code,
          message: reason.message,
          field: reason.field,
          topic,
          partition: String(partition),
          offset: String(message.offset),
        },
      },
    ];
  });
  await producer.send(rejectedTopic, outgoing);
}

/** Heartbeats while a batch embeds; one that fails means that the partition is being taken away. */
function keepAlive(batch: TopicBatch, logger: Logger): { stop: () => void } {
  const timer = setInterval(() => {
    batch.heartbeat().catch((error: unknown) => {
      logger.debug({ err: error }, 'kafka_heartbeat_failed');
    });
  }, HEARTBEAT_MS);
  return { stop: () => clearInterval(timer) };
}
