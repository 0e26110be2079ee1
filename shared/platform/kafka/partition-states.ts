/** Reads from a broker where a consumer group stands in a topic. */
import type { Admin } from 'kafkajs';
import type { PartitionState } from '../../domain/ports/topic.js';

/** Returns the state of every partition. Rejects if the broker does not answer. */
export async function readPartitionStates(
  admin: Admin,
  groupId: string,
  topic: string,
): Promise<PartitionState[]> {
  const bounds = await admin.fetchTopicOffsets(topic);
  const offsets = await readCommitted(admin, groupId, topic);
  return bounds.map(({ partition, low, high }) => {
    const first = BigInt(low);
    const end = BigInt(high);
    const offset = offsets.get(partition);
    // Negative offsets mean that the group begins with the oldest message.
    const known = offset === undefined || offset < 0n ? null : offset;
    const next = known === null || known < first || known > end ? first : known;
    return { topic, partition, first, end, committed: known, next };
  });
}

export const NO_OFFSET = -1n;

/**
 * Returns the committed offset of each partition: `NO_OFFSET`, or another negative one if the client
 * found no message at its offset, and begins with the oldest.
 */
export async function readCommitted(
  admin: Admin,
  groupId: string,
  topic: string,
): Promise<Map<number, bigint>> {
  const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] });
  return new Map(committed?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
}
