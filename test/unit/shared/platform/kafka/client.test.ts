/** Warnings, and waiting for a broker that does not come. The Kafka suites wait for real ones. */
import { describe, expect, it, vi } from 'vitest';
import { createKafka, waitForBroker } from '../../../../../shared/platform/kafka/client.js';
import { readConfig } from '../../../../../shared/platform/process/config.js';
import { createLogger } from '../../../../../shared/platform/process/logger.js';

describe('Kafka client', () => {
  it('does not warn of limited retries, after which repeated events change nothing', () => {
    const { kafka } = readConfig({ KAFKA_BROKERS: '127.0.0.1:1' });
    if (!kafka) throw new Error('no brokers');
    const logger = createLogger('silent');
    const warn = vi.spyOn(logger, 'warn');
    createKafka(kafka, 'test', logger).producer({ idempotent: true });
    expect(JSON.stringify(warn.mock.calls)).not.toContain('Limiting retries');
  });

  it('logs what the client warns of, also errors, but rebalancing only as a detail', () => {
    const { kafka } = readConfig({ KAFKA_BROKERS: '127.0.0.1:1' });
    if (!kafka) throw new Error('no brokers');
    const log = { warn: vi.fn(), debug: vi.fn() };
    const client = createKafka(kafka, 'test', log).logger();
    for (const message of [new Error('broken'), 'odd', 'odd', 'The group is rebalancing'])
      Reflect.apply(client.error, client, [message]);
    const said = (level: 'warn' | 'debug') => log[level].mock.calls.map(([{ reason }]) => reason);
    expect(said('warn')).toEqual(['broken', 'odd']);
    expect(said('debug')).toEqual(['The group is rebalancing']);
  });

  it('names the brokers and the remedy if none answers in time', async () => {
    const { kafka } = readConfig({ KAFKA_BROKERS: '127.0.0.1:1,127.0.0.1:2' });
    if (!kafka) throw new Error('no brokers');
    await expect(waitForBroker(kafka, createLogger('silent'), { withinMs: 300 })).rejects.toThrow(
      /^Cannot connect to Kafka at 127\.0\.0\.1:1, 127\.0\.0\.1:2: .*ECONNREFUSED.*\. Check KAFKA_BROKERS/,
    );
  });
});
