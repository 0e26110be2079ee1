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
import { type BatchReport, isBlank, runPipeline } from '../pipeline.js';

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
const WAIT_STEP_MS = 200;
const SHORT_BYTES = 16_384;

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
  const progress = { done: 0 };
  let retryMs = FIRST_RETRY_MS;
  try {
    while (progress.done < batch.messages.length && batch.goesOn()) {
      const before = progress.done;
      try {
        await writeOn(deps, options, batch, progress);
      } catch (error) {
        if (!(error instanceof AppError) || !error.retriable) throw error;
        if (progress.done > before) retryMs = FIRST_RETRY_MS;
        deps.logger.warn({ err: error, retry_ms: retryMs }, 'kafka_waits_for_store');
        deps.metrics.waiting.set(1);
        await waitWhile(retryMs, () => batch.goesOn());
        retryMs = Math.min(LAST_RETRY_MS, retryMs * 2);
      }
    }
  } finally {
    beat.stop();
    deps.metrics.waiting.set(0);
  }
}

/** Ends early when there is nothing to wait for any more. */
async function waitWhile(ms: number, goesOn: () => boolean): Promise<void> {
  const end = Date.now() + ms;
  while (goesOn() && Date.now() < end) await sleep(Math.min(WAIT_STEP_MS, end - Date.now()));
}

/** Writes on from the first message that is not `done`, until the batch ends or is taken away. */
async function writeOn(
  deps: KafkaSourceDeps,
  options: KafkaSourceOptions,
  batch: TopicBatch,
  progress: { done: number },
): Promise<void> {
  const start = progress.done;
  const messages = batch.messages.slice(start);
  const reports = runPipeline(valuesOf(messages), deps.normalise, deps.writer, {
    batchEvents: options.batchEvents,
    batchBytes: BATCH_BYTES,
    context: { nowMs: Date.now() },
    skipLines: 0,
  });
  for await (const report of reports) {
    deps.metrics.waiting.set(0);
    await sendRejected(deps, options, batch, messages, report);
    const last = messages[report.lines - 1];
    if (!last) throw new Error('a report about more messages than were read');
    await batch.commit(last.offset + 1n);
    progress.done = start + report.lines;
    deps.metrics.count(report.tally);
    deps.metrics.lag.set(
      { topic: batch.topic, partition: String(batch.partition) },
      Number(batch.highWatermark - last.offset - 1n),
    );
    if (!batch.goesOn()) break;
  }
}

/** Blank lines of a file are nothing; a blank message is rejected, so that none disappears without a word. */
async function* valuesOf(messages: readonly TopicMessage[]): AsyncGenerator<Uint8Array> {
  for (const { value } of messages) yield value && !isBlank(value) ? value : EMPTY;
}

const EMPTY = Buffer.from('null');

/** What the rejected topic has no room for goes there shortened; the whole of it stands where it came from. */
async function sendRejected(
  { producer, logger }: KafkaSourceDeps,
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
  const refused = await producer.send(rejectedTopic, outgoing);
  if (refused.length === 0) return;
  logger.warn({ messages: refused.length, topic: rejectedTopic }, 'kafka_rejected_shortened');
  const left = await producer.send(rejectedTopic, refused.map(shortened));
  if (left.length > 0) throw new Error(`${rejectedTopic} takes no message of ${SHORT_BYTES} bytes`);
}

function shortened(message: OutgoingMessage): OutgoingMessage {
  const value = message.value.subarray(0, SHORT_BYTES);
  const bytes = String(message.value.byteLength);
  return { ...message, value, headers: { ...message.headers, shortened_from_bytes: bytes } };
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
