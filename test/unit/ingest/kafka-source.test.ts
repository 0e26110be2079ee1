/** The order of effects in the Kafka source, with fake ports that record them. */
import { Registry } from 'prom-client';
import { describe, expect, it, vi } from 'vitest';
import { runKafkaSource } from '../../../ingest/kafka-source.js';
import { createIngestMetrics } from '../../../ingest/outcomes/ingest-metrics.js';
import type { Outcome } from '../../../ingest/outcomes/outcome.js';
import type { BatchWriter } from '../../../ingest/write/batch-writer.js';
import { AppError } from '../../../shared/domain/errors.js';
import type { OutgoingMessage, TopicBatch } from '../../../shared/domain/ports/topic.js';
import { createLogger } from '../../../shared/platform/process/logger.js';
import { STORES_NOTHING } from '../../fakes/fake-batch-writer.js';

const REJECTED: Outcome = {
  kind: 'rejected',
  reason: { code: 'malformed_json', message: 'no JSON', field: '' },
  feed: null,
};

interface Faults {
  write?: () => Promise<void>;
  send?: () => Promise<void>;
  /** Number of batches after which the partition is revoked. */
  endsAfter?: number;
  /** Number of messages that the broker deletes after the join. */
  deleted?: number;
}

/** Returns the effects of a batch of `count` messages, which are written two at a time. */
async function effectsOf(count: number, faults: Faults = {}): Promise<string[]> {
  const effects: string[] = [];
  let written = 0;
  const { deleted = 0 } = faults;
  let first = 0n;
  const logger = createLogger('silent');
  vi.spyOn(logger, 'error').mockImplementation((fields, event) => {
    effects.push(`${event} ${Object.values(Object(fields)).slice(2, 4)}`);
  });
  const batch: TopicBatch = {
    topic: 'raw',
    partition: 0,
    highWatermark: BigInt(deleted + count),
    nextOffset: BigInt(deleted + count) + 1n,
    messages: Array.from({ length: count }, (_, at) => ({
      offset: BigInt(deleted + at),
      key: null,
      value: Buffer.from(`message ${at}`),
    })),
    async commit(offset) {
      effects.push(`commit ${offset}`);
    },
    async heartbeat() {},
    mayContinue: () => written < (faults.endsAfter ?? Number.POSITIVE_INFINITY),
  };
  const writer: BatchWriter = {
    ...STORES_NOTHING,
    async commit(...args) {
      await faults.write?.();
      written += 1;
      effects.push('write');
      return STORES_NOTHING.commit(...args);
    },
  };
  const producer = {
    async send(_topic: string, messages: readonly OutgoingMessage[]) {
      await faults.send?.();
      effects.push(`reject ${messages.map(({ headers }) => headers?.offset).join()}`);
      return [];
    },
    async close() {},
  };
  const running = runKafkaSource(
    {
      consumer: {
        async run(handle, onAssigned) {
          await onAssigned?.();
          first = BigInt(deleted);
          await handle(batch);
        },
        async partitions() {
          effects.push('read positions');
          const { topic, partition, highWatermark: end } = batch;
          return [{ topic, partition, first, end, committed: 0n, next: 0n }];
        },
        stop: async () => undefined,
      },
      producer,
      writer,
      outcomes: { putOutcomes: async () => undefined, acceptedFrom: async () => [] },
      normalise: async () => REJECTED,
      metrics: createIngestMetrics(new Registry()),
      logger,
    },
    { rejectedTopic: 'rejected', batchEvents: 2, signal: new AbortController().signal },
  );
  await running.catch((error: Error) => effects.push(error.message));
  return effects;
}

describe('Kafka source', () => {
  it('commits an offset after all earlier messages are in the stores or the rejected topic', async () => {
    expect(await effectsOf(5)).toEqual([
      'read positions',
      ...['write', 'reject 0,1', 'commit 2'],
      ...['write', 'reject 2,3', 'commit 4'],
      ...['write', 'reject 4', 'commit 6'],
    ]);
  });

  it('commits no offset if the stores or the rejected topic fail', async () => {
    const broken = async () => {
      throw new Error('broken');
    };
    expect(await effectsOf(2, { write: broken })).toEqual(['read positions', 'broken']);
    expect(await effectsOf(2, { send: broken })).toEqual(['read positions', 'write', 'broken']);
  });

  it('waits for a store or the rejected topic, and writes nothing twice', async () => {
    const failingAt = (call: number) => {
      let calls = 0;
      return async () => {
        calls += 1;
        if (calls === call) throw new AppError('unavailable', 'away');
      };
    };
    const order = ['write', 'reject 0,1', 'commit 2', 'write', 'reject 2', 'commit 4'];
    expect(await effectsOf(3, { write: failingAt(2) })).toEqual(['read positions', ...order]);
    expect(await effectsOf(3, { send: failingAt(2) })).toEqual(['read positions', ...order]);
  });

  it('commits what is written when the partition is revoked, and writes nothing more', async () => {
    expect(await effectsOf(6, { endsAfter: 1 })).toEqual([
      'read positions',
      ...['write', 'reject 0,1', 'commit 2'],
    ]);
  });

  it('reports messages that were deleted before they were read', async () => {
    expect(await effectsOf(1, { deleted: 3 })).toEqual([
      'read positions',
      ...['read positions', 'kafka_messages_lost 0,2'],
      ...['write', 'reject 3', 'commit 5'],
    ]);
  });
});
