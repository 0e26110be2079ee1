/** Log rows in a stream of Redis before the answer leaves; every API process moves them to the store. */
import { AppError } from '../../domain/errors.js';
import type { Logger } from '../../domain/ports/logger.js';
import type { RequestLogQueue } from '../../domain/ports/request-log.js';
import type { RequestLogRow, UsageStore } from '../../domain/ports/usage-store.js';
import type { Redis } from '../../platform/redis/open-redis.js';
import { LOGS_STREAM } from '../redis/redis-keys.js';
import { StreamMover } from '../redis/stream-mover.js';
import { ADD_ROW } from '../redis/stream-scripts.js';

const MAX_WAITING_ROWS = 200_000;

interface QueueDeps {
  redis: Redis;
  usage: UsageStore;
  logger: Logger;
}

/** `depth` counts the rows of all processes. A row whose `add` failed may be in the stream all the same. */
export function createRedisRequestLogQueue({
  redis,
  usage,
  logger,
}: QueueDeps): RequestLogQueue & { close(): Promise<void> } {
  const mover = new StreamMover<RequestLogRow>({
    redis,
    stream: LOGS_STREAM,
    decode: (row) => JSON.parse(row) as RequestLogRow,
    insert: (rows) => usage.insertLogs(rows),
    logger,
  });
  return {
    async add(row) {
      const args = [MAX_WAITING_ROWS, JSON.stringify(row)];
      const [outcome] = await redis.run(ADD_ROW, [LOGS_STREAM], args);
      if (outcome === 'full') throw new AppError('unavailable', 'too many log rows wait');
    },
    get depth() {
      return mover.depth;
    },
    drain: () => mover.drain(),
    close: () => mover.close(),
  };
}
