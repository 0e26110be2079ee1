/** Tracks which partitions a consumer has in its group, and reads their state from the broker. */
import type { Admin, Consumer, Kafka } from 'kafkajs';
import { withTimeout } from '../../domain/concurrency/with-timeout.js';
import type { PartitionState } from '../../domain/ports/topic.js';
import type { KafkaConfig } from '../process/config.js';
import { readPartitionStates } from './partition-states.js';

/** Milliseconds for which reading waits for `onAssigned` at most. */
const HOLD_MS = 10_000;
const CLOSE_MS = 2_000;

/**
 * Calls `onAssigned` after each join, and holds the new partitions until it has resolved: the
 * client replaces an offset that has no message any more as soon as it reads.
 */
export function trackAssignment(
  kafka: Kafka,
  consumer: Consumer,
  { topic, groupId }: Pick<KafkaConfig, 'topic' | 'groupId'>,
  onAssigned: () => Promise<void>,
) {
  const { events } = consumer;
  let assigned: readonly number[] = [];
  let connected: Promise<Admin> | undefined;
  const disconnect = async (): Promise<void> => {
    const admin = await connected?.catch(() => undefined);
    connected = undefined;
    await admin?.disconnect();
  };
  const hold = async (partitions: number[]): Promise<void> => {
    consumer.pause([{ topic, partitions }]);
    await withTimeout(HOLD_MS, onAssigned()).catch(() => undefined);
    try {
      consumer.resume([{ topic, partitions }]);
    } catch {
      // The consumer has ended or starts again, which forgets the pause.
    }
  };
  consumer.on(events.GROUP_JOIN, async ({ payload }) => {
    const partitions = payload.memberAssignment[topic] ?? [];
    assigned = partitions;
    await hold(partitions);
  });
  const forget = (): void => {
    assigned = [];
  };
  consumer.on(events.REBALANCING, forget);
  consumer.on(events.CRASH, forget);
  consumer.on(events.STOP, forget);
  return {
    /** Returns the state of the assigned partitions. Rejects if the broker does not answer. */
    async states(): Promise<PartitionState[]> {
      if (assigned.length === 0) return [];
      connected ??= connect(kafka);
      try {
        const states = await readPartitionStates(await connected, groupId, topic);
        return states.filter(({ partition }) => assigned.includes(partition));
      } catch (error) {
        await withTimeout(CLOSE_MS, disconnect()).catch(() => undefined);
        throw error;
      }
    },
    async close(): Promise<void> {
      await withTimeout(CLOSE_MS, disconnect()).catch(() => undefined);
    },
  };
}

async function connect(kafka: Kafka): Promise<Admin> {
  const admin = kafka.admin({ retry: { retries: 1 } });
  await admin.connect();
  return admin;
}
