/** What an operator reads about errors of the Kafka client, which name no setting. */
import kafkajs from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../../shared/domain/errors.js';
import {
  explainKafkaError,
  kafkaFault,
} from '../../../../../shared/platform/kafka/explain-error.js';

const SETTINGS = {
  topic: 'raw',
  rejectedTopic: 'bad',
  groupId: 'readers',
  sasl: { mechanism: 'plain' as const, username: 'ann', password: 'very-secret' },
};

/** Returns an error as the client throws it: wrapped, with the message of its cause. */
const wrapped = (cause: Error): Error =>
  Object.assign(new kafkajs.KafkaJSNonRetriableError(cause), { cause });
const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });
const connection = (message: string, code?: string): Error =>
  Object.assign(named('KafkaJSConnectionError', `Connection error: ${message}`), { code });
const refusal = (type: string): Error =>
  Object.assign(named('KafkaJSProtocolError', 'not allowed'), { type });
const OPENSSL = '80EC279BF37F0000:error:0A000412:SSL routines:x:SSL alert number 42\n';

describe('Explanation of a Kafka error', () => {
  it.each([
    [connection('self-signed', 'SELF_SIGNED_CERT_IN_CHAIN'), 'Set NODE_EXTRA_CA_CERTS'],
    [connection('no issuer', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'Set NODE_EXTRA_CA_CERTS'],
    [connection('other name', 'ERR_TLS_CERT_ALTNAME_INVALID'), 'KAFKA_BROKERS, and the advertised'],
    [connection('old', 'CERT_HAS_EXPIRED'), "Renew the broker's certificate"],
    [connection(OPENSSL, 'EPROTO'), 'Connection error. The port requires a client certificate'],
    [connection('ended before secure TLS connection was made'), 'set KAFKA_SSL to false'],
    [connection('connect ECONNREFUSED'), 'Check KAFKA_BROKERS'],
    [named('KafkaJSConnectionClosedError', 'Closed connection'), 'check KAFKA_SSL and KAFKA_SASL_'],
    [
      named('KafkaJSSASLAuthenticationError', 'no'),
      'Check KAFKA_SASL_USERNAME and KAFKA_SASL_PASS',
    ],
    [
      named('KafkaJSProtocolError', 'The broker does not support the requested SASL mechanism'),
      'Set KAFKA_SASL_MECHANISM to one',
    ],
    [refusal('ILLEGAL_SASL_STATE'), 'unset KAFKA_SASL_MECHANISM'],
    [refusal('TOPIC_AUTHORIZATION_FAILED'), 'the user ann Read on the topic raw and Write on bad;'],
    [refusal('GROUP_AUTHORIZATION_FAILED'), 'Allow the user ann Read on the group readers.'],
    [refusal('UNKNOWN_TOPIC_OR_PARTITION'), 'Create the topics raw and bad.'],
  ])('says after "%s" what to do: %s', (error, remedy) => {
    const fault = kafkaFault(wrapped(error), SETTINGS);
    expect(fault).toContain(remedy);
    expect(fault).not.toMatch(/very-secret|routines/);
  });

  it('gives the reason once, and leaves other errors as they are', () => {
    const error = explainKafkaError(wrapped(refusal('GROUP_AUTHORIZATION_FAILED')), SETTINGS);
    expect(error).toBeInstanceOf(AppError);
    const message = 'not allowed. Allow the user ann Read on the group readers.';
    expect(error).toMatchObject({ message, cause: undefined });
    const bug = new Error('a bug');
    expect(explainKafkaError(bug, SETTINGS)).toBe(bug);
  });
});
