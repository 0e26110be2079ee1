/**
 * Writes to topics through kafkajs: idempotent, acknowledged by every in-sync replica, and in
 * requests that the topic accepts, however many messages are given.
 */
import { type Kafka, Partitioners, type Producer } from 'kafkajs';
import type { OutgoingMessage, TopicProducer } from '../../domain/ports/topic.js';
import { protocolErrorIn } from './explain-error.js';

const TIMEOUT_MS = 30_000;
/** A topic's limit, 1 MB unless raised, applies to all messages of a partition in one request. */
const REQUEST_BYTES = 524_288;
const MESSAGE_OVERHEAD_BYTES = 100;
const MISSING = 'UNKNOWN_TOPIC_OR_PARTITION';
/** The client's attempts, about ten seconds in all. The caller's own attempts follow. */
const RETRIES = 5;
const TOO_BIG = ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE'];

/**
 * Creates a producer that connects when the first message is sent. `onMissingTopic` is called when a
 * topic does not exist, for example because somebody deleted it, before the call rejects.
 */
export function createKafkaProducer(
  kafka: Kafka,
  { onMissingTopic }: { onMissingTopic?: () => Promise<void> } = {},
): TopicProducer {
  let connected: Promise<Producer> | undefined;
  const disconnect = async (): Promise<void> => {
    const producer = await connected?.catch(() => undefined);
    connected = undefined;
    await producer?.disconnect();
  };
  const request = async (topic: string, messages: readonly OutgoingMessage[]): Promise<void> => {
    connected ??= connect(kafka);
    try {
      const producer = await connected;
      await producer.send({ topic, acks: -1, timeout: TIMEOUT_MS, messages: [...messages] });
    } catch (error) {
      // The client's sequence numbers no longer match what the broker has, so later messages would
      // be taken for repeats.
      await disconnect().catch(() => undefined);
      if (protocolErrorIn(error)?.type === MISSING) await onMissingTopic?.();
      throw error;
    }
  };
  /**
   * Sends messages and returns those that are too big for the topic. Messages that the topic
   * rejects together because of its limit are sent one by one.
   */
  const sendPart = async (
    topic: string,
    part: readonly OutgoingMessage[],
  ): Promise<OutgoingMessage[]> => {
    try {
      await request(topic, part);
      return [];
    } catch (error) {
      if (!TOO_BIG.includes(protocolErrorIn(error)?.type ?? '')) throw error;
      if (part.length === 1) return [...part];
    }
    const refused: OutgoingMessage[] = [];
    for (const message of part) refused.push(...(await sendPart(topic, [message])));
    return refused;
  };
  return {
    async send(topic, messages) {
      const refused: OutgoingMessage[] = [];
      for (const part of requestsOf(messages)) refused.push(...(await sendPart(topic, part)));
      return refused;
    },
    close: disconnect,
  };
}

async function connect(kafka: Kafka): Promise<Producer> {
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 5,
    createPartitioner: Partitioners.DefaultPartitioner,
    allowAutoTopicCreation: false,
    retry: { retries: RETRIES },
  });
  try {
    await producer.connect();
  } catch (error) {
    // Its connections and timers would keep the process from ending.
    await producer.disconnect().catch(() => undefined);
    throw error;
  }
  return producer;
}

/** Splits messages into requests. A message above the limit is alone in its request. */
function* requestsOf(messages: readonly OutgoingMessage[]): Generator<OutgoingMessage[]> {
  let part: OutgoingMessage[] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = sizeOf(message);
    if (part.length > 0 && bytes + size > REQUEST_BYTES) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(message);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

function sizeOf({ key, value, headers = {} }: OutgoingMessage): number {
  const parts = [key ?? '', value, ...Object.entries(headers).flat()];
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part), MESSAGE_OVERHEAD_BYTES);
}
