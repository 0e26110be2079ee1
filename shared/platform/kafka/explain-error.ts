/**
 * Says what a Kafka error means for an operator: which setting, certificate or right is wrong. The
 * client and the brokers name none of them.
 */
import { AppError, reasonOf } from '../../domain/errors.js';
import type { KafkaConfig } from '../process/config.js';

type Settings = Pick<KafkaConfig, 'topic' | 'rejectedTopic' | 'groupId' | 'sasl'>;

/** What to do about errors whose text or code matches. The first match counts. */
const REMEDIES: readonly [RegExp, (settings: Settings) => string][] = [
  [
    /SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY)/,
    () => "Set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of the brokers' CA.",
  ],
  [
    /ERR_TLS_CERT_ALTNAME_INVALID/,
    () =>
      'KAFKA_BROKERS, and the advertised listeners of the brokers, must have names that are in the certificates.',
  ],
  [
    /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/,
    () => "Renew the broker's certificate, or set the clock of this machine.",
  ],
  [
    /SSL alert number (42|46|48|116)/,
    () =>
      'The port requires a client certificate that the brokers trust: set KAFKA_SSL_CERT_FILE and KAFKA_SSL_KEY_FILE, or use a port with SASL.',
  ],
  [
    /before secure TLS connection|wrong version number/,
    () => 'If the port has no TLS, set KAFKA_SSL to false.',
  ],
  [
    /SASL mechanism is|support the requested SASL mechanism/,
    () => 'Set KAFKA_SASL_MECHANISM to one that the port offers.',
  ],
  [/KafkaJSSASL/, () => 'Check KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD.'],
  [
    /ILLEGAL_SASL_STATE/,
    () => 'The port has no SASL: unset KAFKA_SASL_MECHANISM, or use another port.',
  ],
  [
    /Closed connection/,
    () => 'If it stays so, the port may require TLS or SASL: check KAFKA_SSL and KAFKA_SASL_*.',
  ],
  [
    /TOPIC_AUTHORIZATION_FAILED|CLUSTER_AUTHORIZATION_FAILED/,
    ({ topic, rejectedTopic, sasl }) =>
      `Allow ${userOf(sasl)} Read on the topic ${topic} and Write on ${rejectedTopic}; produce needs Write on ${topic}.`,
  ],
  [
    /GROUP_AUTHORIZATION_FAILED|KafkaJSGroupCoordinatorNotFound/,
    ({ groupId, sasl }) => `Allow ${userOf(sasl)} Read on the group ${groupId}.`,
  ],
  [
    /UNKNOWN_TOPIC_OR_PARTITION/,
    ({ topic, rejectedTopic }) => `Create the topics ${topic} and ${rejectedTopic}.`,
  ],
];
const OTHERWISE = 'Check KAFKA_BROKERS, KAFKA_SSL and KAFKA_SASL_*, and that a broker runs.';

export function kafkaFault(error: unknown, settings: Settings): string {
  const chain = chainOf(error);
  const text = chain.map((each) => `${each.name} ${codesOf(each)} ${each.message}`).join(' ');
  const [, remedy] = REMEDIES.find(([pattern]) => pattern.test(text)) ?? [];
  // A code of OpenSSL with numbers of its source lines follows.
  const reason = reasonOf(chain.at(-1) ?? error).replace(/: [0-9A-F]+:error:[\s\S]*/, '');
  return `${reason}. ${remedy ? remedy(settings) : OTHERWISE}`;
}

/** Returns an error with the remedy for one of the client, and any other error unchanged. */
export function explainKafkaError(error: unknown, settings: Settings): unknown {
  return isClientError(error) ? new AppError('unavailable', kafkaFault(error, settings)) : error;
}

export function isLoginRefused(error: unknown): boolean {
  return chainOf(error).some(({ name }) => name === 'KafkaJSSASLAuthenticationError');
}

/**
 * True for errors of the client library. Errors that a handler throws get through it, too, but they
 * never come from the broker.
 */
export function isClientError(error: unknown): boolean {
  return chainOf(error).at(-1)?.name.startsWith('KafkaJS') ?? false;
}

/** Returns the error and its causes; the last one is where it began. */
export function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let each = error; each instanceof Error; each = each.cause) chain.push(each);
  return chain;
}

/** Returns the broker's own error within a client's error, with its name in the Kafka protocol. */
export function protocolErrorIn(error: unknown): { error: Error; type: string } | null {
  for (const each of chainOf(error)) {
    if (each.name === 'KafkaJSProtocolError' && 'type' in each) {
      return { error: each, type: String(each.type) };
    }
  }
  return null;
}

function codesOf(error: Error): string {
  return `${Reflect.get(error, 'code') ?? ''} ${Reflect.get(error, 'type') ?? ''}`;
}

function userOf(sasl: Settings['sasl']): string {
  return sasl ? `the user ${sasl.username}` : 'this user';
}
