/** Creates the Kafka client from the configuration. Only this folder knows the client library. */
import { readFileSync } from 'node:fs';
import { Kafka, type KafkaConfig, logLevel, type SASLOptions } from 'kafkajs';
import { LRUCache } from 'lru-cache';
import { retry } from '../../domain/concurrency/retry.js';
import { AppError, messageOf } from '../../domain/errors.js';
import type { Logger } from '../../domain/ports/logger.js';
import type { KafkaConfig as KafkaSettings } from '../process/config.js';
import { registerCodecs } from './compression.js';
import { isLoginRefused, kafkaFault } from './explain-error.js';

const CONNECT_MS = 10_000;
/** How long a message of the client is not logged again. */
const REPEAT_MS = 30_000;
const REQUEST_MS = 30_000;
/** Milliseconds after the first attempt to connect during which another one may begin. */
const BROKER_WITHIN_MS = 45_000;
/** The same for the first connection of a process. With one attempt it is half a minute. */
const FIRST_BROKER_WITHIN_MS = 25_000;
const FIRST_ATTEMPT = { retries: 0, waitMs: 5_000 };
/**
 * What the client warns of although it is normal: members join and leave, a broker loads what it
 * takes over, and a message may be sent twice, which is harmless because events have ids.
 */
const ROUTINE = /group is rebalancing|coordinator is loading|^Limiting retries for the idempotent/;
/** Waits between attempts for something that a broker will soon be able to answer. */
export const WAITS = { firstMs: 100, lastMs: 1_000 };

/** Creates a client. `quick`: limits for a caller that does not wait until a broker is back. */
export function createKafka(
  settings: KafkaSettings,
  clientId: string,
  logger: Pick<Logger, 'debug' | 'warn'>,
  quick?: { retries: number; waitMs: number },
): Kafka {
  registerCodecs();
  /** The warnings of the last seconds: without a topic or a broker the client repeats them. */
  const repeated = new LRUCache<string, true>({ max: 100, ttl: REPEAT_MS });
  const config: KafkaConfig = {
    clientId,
    brokers: settings.brokers,
    connectionTimeout: quick?.waitMs ?? CONNECT_MS,
    requestTimeout: quick?.waitMs ?? REQUEST_MS,
    enforceRequestTimeout: true,
    ssl: tlsOf(settings.ssl),
    retry: { initialRetryTime: 300, maxRetryTime: 10_000, retries: quick?.retries ?? 8 },
    // Errors that the client reports while it retries are warnings, because no action is needed.
    logCreator: () => (entry) => {
      const { error } = entry.log;
      // The client also logs errors in place of messages.
      const message = messageOf(entry.log.message);
      const isWarning = entry.level <= logLevel.WARN && !ROUTINE.test(`${message} ${error}`);
      const level = isWarning ? 'warn' : 'debug';
      if (level === 'warn') {
        const text = `${message} ${error}`;
        if (repeated.has(text)) return;
        repeated.set(text, true);
      }
      logger[level]({ reason: message, error }, 'kafka_client_message');
    },
    ...(settings.sasl ? { sasl: saslOf(settings.sasl) } : {}),
  };
  return new Kafka(config);
}

function tlsOf(ssl: KafkaSettings['ssl']): NonNullable<KafkaConfig['ssl']> {
  if (typeof ssl === 'boolean') return ssl;
  return { cert: readFileSync(ssl.certFile), key: readFileSync(ssl.keyFile) };
}

/** The client's type has one member per mechanism, so each needs a `return` of its own. */
function saslOf({
  mechanism,
  username,
  password,
}: NonNullable<KafkaSettings['sasl']>): SASLOptions {
  if (mechanism === 'plain') return { mechanism, username, password };
  if (mechanism === 'scram-sha-256') return { mechanism, username, password };
  return { mechanism, username, password };
}

/**
 * Waits for a broker that is starting or restarting; rejects if it stays unavailable. Each of the
 * client's own attempts takes some seconds. The wait ends if `isStopping` returns true, or if the
 * password is wrong: repeated attempts may lock the user.
 */
export async function connectWithRetries(
  connect: () => Promise<void>,
  isStopping: () => boolean,
  withinMs = BROKER_WITHIN_MS,
): Promise<void> {
  await retry(connect, {
    ...WAITS,
    withinMs,
    isTransient: (error) => !isLoginRefused(error),
    mayContinue: () => !isStopping(),
  });
}

/**
 * Waits for a broker at the start of a process. Rejects with an error for the user if none answers
 * within half a minute, or if `signal` aborts before that.
 */
export async function waitForBroker(
  settings: KafkaSettings,
  logger: Logger,
  { signal, withinMs = FIRST_BROKER_WITHIN_MS }: { signal?: AbortSignal; withinMs?: number } = {},
): Promise<void> {
  // The error that ends the wait tells what the client's warnings would repeat every second.
  const quiet = { debug: logger.debug.bind(logger), warn: logger.debug.bind(logger) };
  const admin = createKafka(settings, 'signals-start', quiet, FIRST_ATTEMPT).admin();
  try {
    const isStopping = () => signal?.aborted === true;
    // A balancer without a broker behind it accepts connections, but answers nothing.
    const ask = async () => {
      await admin.connect();
      await admin.listTopics();
    };
    await connectWithRetries(ask, isStopping, withinMs);
  } catch (cause) {
    const place = settings.brokers.join(', ');
    throw new AppError(
      'unavailable',
      `Cannot connect to Kafka at ${place}: ${kafkaFault(cause, settings)}`,
    );
  } finally {
    await admin.disconnect();
  }
}
