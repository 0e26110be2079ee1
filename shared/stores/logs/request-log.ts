/**
 * Rows of the request log on their way to the store. Where rows cannot be written down, at most 10,000
 * wait in memory for the store; what overflows is counted.
 */

import type { Logger } from '../../domain/ports/logger.js';
import type { RequestLogQueue, RequestLogSink } from '../../domain/ports/request-log.js';
import type { RequestLogRow, UsageStore } from '../../domain/ports/usage-store.js';
import {
  type JournalQueue,
  openJournalQueue,
  openMemoryQueue,
} from '../../platform/journal/journal-queue.js';

const ROOM = { rows: 10_000, bytes: Number.POSITIVE_INFINITY, waitMs: 0 };

export function createRequestLog(
  queue: RequestLogQueue,
  usage: UsageStore,
  logger: Logger,
): RequestLogSink {
  const insert = (rows: readonly RequestLogRow[]) => usage.insertLogs(rows);
  const memory = openMemoryQueue({ name: 'request-logs', insert, logger, room: ROOM });
  let dropped = 0;
  return {
    async write(row) {
      try {
        await queue.add(row);
      } catch {
        if (memory.isFull) dropped += 1;
        else await memory.add(row);
      }
    },
    waiting: () => queue.depth + memory.depth,
    dropped: () => dropped,
    async drain() {
      await Promise.all([queue.drain(), memory.flush()]);
    },
  };
}

/** Rows in a journal: with the operating system before the answer, not synced to disk. */
export function openLogJournal({
  usage,
  logger,
  folder,
}: {
  usage: UsageStore;
  logger: Logger;
  folder: string;
}): Promise<JournalQueue<RequestLogRow>> {
  return openJournalQueue<RequestLogRow>({
    folder,
    name: 'request-logs',
    sync: false,
    encode: (row) => Buffer.from(JSON.stringify(row)),
    decode: (payload) => JSON.parse(payload.toString('utf8')) as RequestLogRow,
    insert: (rows) => usage.insertLogs(rows),
    logger,
  });
}
