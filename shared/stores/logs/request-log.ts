/**
 * Writes the rows of the request log: before the response is sent, into a journal of this process
 * or into a stream of Redis, and from there into the store. If neither can be written, at most
 * 10,000 rows wait in memory; further rows are dropped and counted.
 */
import type { Logger } from '../../domain/ports/logger.js';
import type { RequestLogRow, UsageStore } from '../../domain/ports/usage-store.js';
import { openJournalQueue, openMemoryQueue } from '../../platform/journal/journal-queue.js';
import type { Redis } from '../../platform/redis/redis.js';
import { LOGS_STREAM } from '../redis/redis-keys.js';
import { StreamQueue } from '../redis/stream-queue.js';
import { isRequestLogRow } from '../redis/stream-rows.js';

interface RequestLogDeps {
  usage: UsageStore;
  logger: Logger;
}

/** A queue whose rows survive the death of this process until the store has them. */
interface RequestLogQueue {
  add(row: RequestLogRow): Promise<void>;
  /** The number of rows that are not in the store yet, as far as this process knows. */
  readonly depth: number;
  drain(): Promise<void>;
  close(): Promise<unknown>;
}

export type RequestLogWriter = ReturnType<typeof createRequestLog>;

export function createRequestLog(queue: RequestLogQueue, { usage, logger }: RequestLogDeps) {
  const memory = openMemoryQueue<RequestLogRow>({
    name: 'request-logs',
    insert: (rows) => usage.insertLogs(rows),
    logger,
  });
  let dropped = 0;
  return {
    async write(row: RequestLogRow): Promise<void> {
      try {
        await queue.add(row);
      } catch {
        if (memory.isFull) dropped += 1;
        else await memory.add(row);
      }
    },
    waiting: (): number => queue.depth + memory.depth,
    /** The number of rows that were lost because too many were waiting. */
    dropped: (): number => dropped,
    async drain(): Promise<void> {
      await Promise.all([queue.drain(), memory.flush()]);
    },
    /** Moves the rows that can be moved now; the others remain in their queue. */
    async close(): Promise<void> {
      await Promise.all([queue.close(), memory.close()]);
    },
  };
}

/** The operating system has a row before the response is sent; the row is not synced to disk. */
export function openLogJournal(
  folder: string,
  { usage, logger }: RequestLogDeps,
): Promise<RequestLogQueue> {
  return openJournalQueue<RequestLogRow>({
    folder,
    name: 'request-logs',
    sync: false,
    insert: (rows) => usage.insertLogs(rows),
    logger,
  });
}

/** Opens a stream. All processes share it, so `depth` counts the rows of all of them. */
export function openLogStream(redis: Redis, { usage, logger }: RequestLogDeps): RequestLogQueue {
  return new StreamQueue<RequestLogRow>({
    redis,
    stream: LOGS_STREAM,
    isRow: isRequestLogRow,
    insert: (rows) => usage.insertLogs(rows),
    logger,
  });
}
