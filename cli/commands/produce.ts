/** Implements `signals produce`: sends the lines of files to the topic of raw events. */
import type { Command } from 'commander';
import type { FeedDefinitions } from '../../ingest/feeds/feed-definitions.js';
import { decodeEnvelope, parseLine } from '../../ingest/normalise/decode-envelope.js';
import { Rejection, type RejectionCode } from '../../ingest/outcomes/outcome.js';
import { type FileSource, type Line, openFileSource } from '../../ingest/sources/file-source.js';
import { AppError } from '../../shared/domain/errors.js';
import type { OutgoingMessage, TopicProducer } from '../../shared/domain/ports/topic.js';
import { isoOf } from '../../shared/domain/time.js';
import { createKafka, waitForBroker } from '../../shared/platform/kafka/client.js';
import { explainKafkaError } from '../../shared/platform/kafka/explain-error.js';
import { createKafkaProducer } from '../../shared/platform/kafka/producer.js';
import { ensureTopics } from '../../shared/platform/kafka/topics.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { onStopSignals } from '../../shared/platform/process/stop-signals.js';
import { readFeeds } from '../compose/read-feeds.js';
import { loadConfig } from '../compose/with-runtime.js';
import { counted, printNotice, printResult, UsageError } from '../terminal/output.js';
import { requireKnownSource, requireSourceForCsv } from '../terminal/require-source.js';
import { startProgress } from '../terminal/start-progress.js';

interface ProduceOptions {
  source?: string;
  json?: boolean;
}

const BATCH_MESSAGES = 500;
const BATCH_BYTES = 1_000_000;

export function addProduceCommand(program: Command): void {
  program
    .command('produce')
    .description('send the lines of files to the Kafka topic')
    .argument('<file...>', 'NDJSON or CSV files, plain or .gz, or - for standard input')
    .option('--source <source>', 'lines are bare payloads of this feed')
    .option('--json', 'print the result as one JSON document')
    .action(produceFiles);
}

async function produceFiles(files: string[], options: ProduceOptions): Promise<void> {
  requireSourceForCsv(files, options.source);
  const config = loadConfig();
  const feeds = readFeeds(config);
  requireKnownSource(options.source, () => feeds);
  if (!config.kafka)
    throw new UsageError('KAFKA_BROKERS is not set. Set it to the brokers, as host:port.');
  // Check that every file exists before any of them is sent.
  for (const file of files) openFileSource(file);
  const logger = createLogger(config.logLevel);
  const kafka = createKafka(config.kafka, 'signals-produce', logger);
  const producer = createKafkaProducer(kafka);
  const { topic } = config.kafka;
  let produced = 0;
  let rejected = 0;
  const show = (): void =>
    printResult(
      options.json,
      { produced, rejected },
      () => `Sent ${counted(produced, 'message')} to ${topic}.`,
    );
  const onSignal = (): void => {
    show();
    printNotice('Interrupted. Run the same command again: what is sent twice changes nothing.');
    process.exit(1);
  };
  const release = onStopSignals({ onFirst: onSignal, onLater: onSignal });
  try {
    // The error at the end says all that the client's warnings would.
    await waitForBroker(config.kafka, createLogger('silent'));
    await ensureTopics(kafka, [{ topic }], logger);
    for (const path of files) {
      const file = openFileSource(path, { bare: options.source !== undefined });
      const before = produced;
      const bar = startProgress(file.name, file.totalBytes);
      const reject = (line: number, message: string): void => {
        rejected += 1;
        process.exitCode = 1;
        printNotice(`${file.name}, line ${line} was not sent: ${message}`);
      };
      try {
        for await (const messages of batches(messagesOf(file, options.source, feeds, reject))) {
          await sendBatch(producer, topic, messages);
          produced += messages.length;
          bar.update(file.bytesRead(), produced - before);
        }
      } finally {
        bar.stop();
      }
    }
  } catch (error) {
    throw explainKafkaError(error, config.kafka);
  } finally {
    release();
    await producer.close();
  }
  show();
}

/** Sends the messages. Throws `invalid_request` if the topic does not accept their size. */
async function sendBatch(
  producer: TopicProducer,
  topic: string,
  messages: readonly OutgoingMessage[],
): Promise<void> {
  const refused = await producer.send(topic, messages);
  if (refused.length === 0) return;
  const bytes = refused.map(({ value }) => value.byteLength).join(', ');
  throw new AppError(
    'invalid_request',
    `Topic ${topic} does not accept messages of ${bytes} bytes. Increase its max.message.bytes, or split the events.`,
  );
}

/** Yields the messages of the lines; calls `reject` for a line that cannot be sent as it is. */
async function* messagesOf(
  file: FileSource,
  source: string | undefined,
  feeds: FeedDefinitions,
  reject: (line: number, message: string) => void,
): AsyncGenerator<OutgoingMessage> {
  let number = 0;
  for await (const line of file.lines()) {
    number += 1;
    if (line.toString('utf8').trim() === '') continue;
    try {
      yield await messageForLine(line, source, file.modifiedMs, feeds);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      reject(number, error.message);
    }
  }
}

/** Codes of lines that are not the bytes of the file: cut, or the values of a CSV record. */
const ALTERED: readonly RejectionCode[] = ['too_big', 'wrong_columns'];

/**
 * Makes the message of a line. A bare payload becomes an envelope. A line that is not a payload is
 * sent unchanged: ingest reports what is wrong. Throws a `Rejection` if it cannot be sent so.
 */
async function messageForLine(
  line: Line,
  source: string | undefined,
  fileTimeMs: number | null,
  feeds: FeedDefinitions,
): Promise<OutgoingMessage> {
  try {
    const context = { nowMs: Date.now(), source, fileTimeMs };
    const envelope = await decodeEnvelope(parseLine(line), context, feeds);
    // Versions of an event stay in order, because they have one key and so one partition.
    const key = `${envelope.source}/${envelope.eventId}`;
    if (source === undefined) return { key, value: line };
    const { eventId: event_id, observedAtMs, payload } = envelope;
    const wire = { source: envelope.source, event_id, observed_at: isoOf(observedAtMs), payload };
    return { key, value: Buffer.from(JSON.stringify(wire)) };
  } catch (error) {
    if (!(error instanceof Rejection) || ALTERED.includes(error.reason.code)) throw error;
    return { key: null, value: line };
  }
}

async function* batches(
  messages: AsyncIterable<OutgoingMessage>,
): AsyncGenerator<OutgoingMessage[]> {
  let batch: OutgoingMessage[] = [];
  let bytes = 0;
  for await (const message of messages) {
    if (
      batch.length >= BATCH_MESSAGES ||
      (bytes + message.value.byteLength > BATCH_BYTES && bytes > 0)
    ) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(message);
    bytes += message.value.byteLength;
  }
  if (batch.length > 0) yield batch;
}
