/**
 * Checks whether Redis accepts writes, which every paid call needs: one that is full, or a replica
 * since a failover, only reads.
 */
import type { Redis } from '../../platform/redis/redis.js';
import { CHECK_KEY } from './redis-keys.js';

const WRITE = `
redis.call('SET', KEYS[1], 1, 'PX', 1000)
return {}`;

/** Rejects if the server does not reply, or refuses the write. */
export async function checkWrites(redis: Pick<Redis, 'run'>): Promise<void> {
  await redis.run(WRITE, [CHECK_KEY]);
}
