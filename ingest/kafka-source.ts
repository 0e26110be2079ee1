/**
 * Reads events from a Kafka topic. An offset is committed only after the stores have everything
 * before it and the rejected topic has the rejected events. If a store is unavailable, the source
 * waits and keeps its group membership; nothing is skipped. Redelivered events change nothing.
 */
import { isTransient } from '../shared/domain/concurrency/retry.js';
import { type RetryPolicy, retryTransient } from '../shared/domain/concurrency/retry-transient.js';
import type { IngestOutcomeStore, Origin } from '../shared/domain/ports/ingest-outcomes.js';
import type { Logger } from '../shared/domain/ports/logger.js';
import type {
  OutgoingMessage,
  TopicBatch,
  TopicConsumer,
  TopicMessage,
  TopicProducer,
} from '../shared/domain/ports/topic.js';
import type { Ingest } from './create-ingest.js';
import { isBlank } from './normalise/cut-batches.js';
import type { LineOrigin } from './outcomes/batch-outcomes.js';
import type { IngestMetrics } from './outcomes/ingest-metrics.js';
import { type BatchReport, runPipeline } from './pipeline.js';
import { type PositionWatch, watchPositions } from './watch-positions.js';

interface KafkaSourceDeps extends Pick<Ingest, 'normalise' | 'writer' | 'outcomes'> {
  consumer: TopicConsumer;
  producer: TopicProducer;
  metrics: IngestMetrics;
  logger: Logger;
}

interface KafkaSourceOptions {
  rejectedTopic: string;
  batchEvents: number;
  signal: AbortSignal;
}

const BATCH_BYTES = 8_388_608;
const HEARTBEAT_MS = 2_000;
const SHORT_BYTES = 16_384;
const MIN_TOPIC_BYTES = 1_048_576;

/** Reads the topic until `signal` aborts. Rejects with an error that waiting does not solve. */
export async function runKafkaSource(
  deps: KafkaSourceDeps,
  options: KafkaSourceOptions,
): Promise<void> {
  const stop = () => {
    deps.consumer.stop().catch((error: unknown) => {
      deps.logger.warn({ err: error }, 'kafka_stop_failed');
    });
  };
  options.signal.addEventListener('abort', stop, { once: true });
  const watch = watchPositions(deps);
  try {
    if (!options.signal.aborted)
      await deps.consumer.run(
        (batch) => processBatch(deps, options, watch, batch),
        () => watch.assigned(),
      );
  } finally {
    watch.stop();
    options.signal.removeEventListener('abort', stop);
  }
}

/** Writes the messages of a batch, until it ends or is revoked. */
async function processBatch(
  deps: KafkaSourceDeps,
  options: KafkaSourceOptions,
  watch: PositionWatch,
  batch: TopicBatch,
): Promise<void> {
  if (!batch.mayContinue()) return;
  const { messages } = batch;
  const heartbeats = keepAlive(batch, deps.logger);
  const retryPolicy: RetryPolicy = {
    mayContinue: () => batch.mayContinue(),
    onWait(error, waitMs) {
      deps.logger.warn({ err: error, retry_ms: waitMs }, 'kafka_waits_for_store');
      deps.metrics.waiting.set(1);
    },
  };
  try {
    await watch.received(batch);
    const reports = runPipeline(valuesOf(messages), deps.normalise, deps.writer, {
      batchEvents: options.batchEvents,
      batchBytes: BATCH_BYTES,
      context: { nowMs: Date.now() },
      skipLines: 0,
      retryPolicy,
      lineOrigin: originOf(deps.outcomes, batch),
    });
    for await (const report of reports) {
      const last = messages[report.lastLine - 1];
      if (!last) throw new Error('the pipeline reported more messages than were read');
      const isWhole = report.lastLine === messages.length;
      const nextOffset = isWhole ? batch.nextOffset : last.offset + 1n;
      await retryTransient(async () => {
        await sendRejected(deps, options, batch, report);
        await batch.commit(nextOffset);
      }, retryPolicy);
      deps.metrics.waiting.set(0);
      deps.metrics.count(report.tally);
      watch.written(batch, nextOffset);
      if (!batch.mayContinue()) break;
    }
  } catch (error) {
    // If another member owns the partition now, it writes everything that is not written yet.
    if (batch.mayContinue() || !isTransient(error)) throw error;
  } finally {
    clearInterval(heartbeats);
    deps.metrics.waiting.set(0);
  }
}

function originOf(
  outcomes: IngestOutcomeStore,
  { topic, partition, highWatermark, nextOffset, messages }: TopicBatch,
): LineOrigin {
  const origin: Origin = { kind: 'topic', name: topic, partition, run: '' };
  const offsetOf = (line: number): number => Number(messages[line - 1]?.offset);
  const nextAfter = (line: number): number =>
    line === messages.length ? Number(nextOffset) : offsetOf(line) + 1;
  return {
    origin,
    positionOf: offsetOf,
    lagAfter: (line) => Number(highWatermark) - nextAfter(line),
    acceptedFrom: (line) => outcomes.acceptedFrom(origin, offsetOf(line)),
  };
}

/** Yields the values, with `JSON_NULL` in place of blank ones. */
async function* valuesOf(messages: readonly TopicMessage[]): AsyncGenerator<Uint8Array> {
  for (const { value } of messages) yield value && !isBlank(value) ? value : JSON_NULL;
}

/** Valid JSON but not an envelope, so that a blank message is rejected and not skipped. */
const JSON_NULL = Buffer.from('null');

/**
 * Sends rejected messages to the rejected topic. A message that is too large for it is sent
 * shortened; the complete message stays in its own topic.
 */
async function sendRejected(
  { producer, logger }: KafkaSourceDeps,
  { rejectedTopic }: KafkaSourceOptions,
  { topic, partition, messages }: TopicBatch,
  { rejected }: BatchReport,
): Promise<void> {
  const outgoing = rejected.flatMap(({ line, reason }): OutgoingMessage[] => {
    const message = messages[line - 1];
    if (!message) return [];
    return [
      {
        key: message.key,
        value: message.value ?? Buffer.alloc(0),
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
  const [first] = rejected;
  if (first)
    logger.warn(
      { topic, partition, messages: rejected.length, code: first.reason.code },
      'kafka_messages_rejected',
    );
  const refused = await producer.send(rejectedTopic, outgoing);
  if (refused.length === 0) return;
  logger.warn({ messages: refused.length, topic: rejectedTopic }, 'kafka_rejected_shortened');
  const refusedAgain = await producer.send(rejectedTopic, refused.map(shortened));
  if (refusedAgain.length > 0)
    throw new Error(
      `the topic ${rejectedTopic} does not accept messages of ${SHORT_BYTES} bytes: ` +
        `raise its max.message.bytes to ${MIN_TOPIC_BYTES} or more`,
    );
}

function shortened(message: OutgoingMessage): OutgoingMessage {
  const value = message.value.subarray(0, SHORT_BYTES);
  const bytes = String(message.value.byteLength);
  return { ...message, value, headers: { ...message.headers, shortened_from_bytes: bytes } };
}

/** Sends heartbeats during a batch; if one fails, the partition is being revoked. */
function keepAlive(batch: TopicBatch, logger: Logger): NodeJS.Timeout {
  return setInterval(() => {
    batch.heartbeat().catch((error: unknown) => {
      logger.debug({ err: error }, 'kafka_heartbeat_failed');
    });
  }, HEARTBEAT_MS);
}
