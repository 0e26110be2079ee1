/** Waiting for a broker that does not come. The Kafka suites wait for real ones. */
import { describe, expect, it } from 'vitest';
import { waitForBroker } from '../../../../../shared/platform/kafka/client.js';
import { readConfig } from '../../../../../shared/platform/process/config.js';
import { createLogger } from '../../../../../shared/platform/process/logger.js';

describe('Kafka client', () => {
  it('names the brokers and the remedy if none answers in time', async () => {
    const { kafka } = readConfig({ KAFKA_BROKERS: '127.0.0.1:1,127.0.0.1:2' });
    if (!kafka) throw new Error('no brokers');
    await expect(waitForBroker(kafka, createLogger('silent'), { withinMs: 300 })).rejects.toThrow(
      /^No Kafka broker answers at 127\.0\.0\.1:1, 127\.0\.0\.1:2: .*ECONNREFUSED.*\. Check KAFKA_BROKERS/,
    );
  });
});
