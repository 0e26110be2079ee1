/** Tracks which partitions a consumer has in its group, and reads their state from the broker. */
import type { Admin, Consumer, Kafka } from 'kafkajs';
import { withTimeout } from '../../domain/concurrency/with-timeout.js';
import type { PartitionState } from '../../domain/ports/topic.js';
import type { KafkaConfig } from '../process/config.js';
import { NO_OFFSET, readCommitted, readPartitionStates } from './partition-states.js';

const HOLD_MS = 10_000;
const CLOSE_MS = 2_000;
/** Milliseconds that a commit waits for the answer whether the group still has an offset. */
const OFFSET_MS = 5_000;

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
  /** Partitions in which the group has had an offset since the last join. */
  const begun = new Set<number>();
  let connected: Promise<Admin> | undefined;
  const disconnect = async (): Promise<void> => {
    const admin = await connected?.catch(() => undefined);
    connected = undefined;
    await admin?.disconnect();
  };
  const ask = async <T>(read: (admin: Admin) => Promise<T>): Promise<T> => {
    connected ??= connect(kafka);
    try {
      return await read(await connected);
    } catch (error) {
      await withTimeout(CLOSE_MS, disconnect()).catch(() => undefined);
      throw error;
    }
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
    begun.clear();
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
      const all = await ask((admin) => readPartitionStates(admin, groupId, topic));
      const states = all.filter(({ partition }) => assigned.includes(partition));
      for (const { partition, committed } of states) if (committed !== null) begun.add(partition);
      return states;
    },
    committed(partition: number): void {
      begun.add(partition);
    },
    /**
     * Returns true if the group has no offset in the partition any more. A broker forgets offsets
     * when the topic is deleted; a topic that is created again has other messages at them.
     */
    async isForgotten(partition: number): Promise<boolean> {
      if (!begun.has(partition)) return false;
      const reading = ask((admin) => readCommitted(admin, groupId, topic));
      // If the broker does not answer, the commit will tell.
      const offsets = await withTimeout(OFFSET_MS, reading).catch(() => null);
      return offsets instanceof Map && offsets.get(partition) === NO_OFFSET;
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
