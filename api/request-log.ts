/**
 * One log row per authenticated request, written down before the answer leaves. Where rows cannot be
 * written down, at most 10,000 wait in memory for the store; what overflows is counted.
 */
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { type JournalQueue, openJournalQueue } from '../shared/journal/journal-queue.js';
import type { Logger } from '../shared/logger.js';
import type { Clock } from '../shared/ports/clock.js';
import type { RequestLogRow, UsageStore } from '../shared/ports/usage-store.js';
import { recordOf } from './call.js';
import { loggedPath } from './logged-path.js';
import { WriteBehind } from './write-behind.js';

/** Where rows survive the death of this process until the store has them. */
export interface LogRoad {
  add(row: RequestLogRow): Promise<void>;
  /** Rows that are not in the store yet, as far as this process knows. */
  readonly depth: number;
  drain(): Promise<void>;
}

export interface RequestLogSink {
  /** Never rejects. */
  write(row: RequestLogRow): Promise<void>;
  waiting(): number;
  /** Rows lost because too many waited. */
  dropped(): number;
  drain(): Promise<void>;
}

const FLUSH_MS = 500;
const MAX_WAITING_ROWS = 10_000;
const MAX_AGENT_CHARACTERS = 200;

export function createRequestLog(road: LogRoad, usage: UsageStore, logger: Logger): RequestLogSink {
  const memory = new WriteBehind<RequestLogRow>({
    name: 'request_logs',
    insert: (rows) => usage.insertLogs(rows),
    logger,
    flushMs: FLUSH_MS,
    maxWaiting: MAX_WAITING_ROWS,
  });
  return {
    async write(row) {
      try {
        await road.add(row);
      } catch {
        memory.add(row);
      }
    },
    waiting: () => road.depth + memory.waiting,
    dropped: () => memory.dropped,
    async drain() {
      await Promise.all([road.drain(), memory.flush()]);
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

/** The path is logged without its query, which may hold e-mails. */
export function logRequests(
  log: RequestLogSink,
  clock: Clock,
  source: 'api' | 'mcp',
): RequestHandler {
  return (request, response, next) => {
    const record = recordOf(response);
    const { caller } = record;
    record.writeLog = async (status) => {
      if (!caller) return;
      await log.write({
        log_id: randomUUID(),
        account_id: caller.account.accountId,
        api_key_id: caller.key.keyId,
        request_id: record.requestId,
        timestamp: new Date(record.startedMs).toISOString(),
        method: request.method,
        path: loggedPath(request.originalUrl, record.route !== null),
        route: record.route,
        status,
        error: record.error,
        latency_ms: Math.max(0, clock.now() - record.startedMs),
        credits_charged: record.credits,
        result_count: record.results,
        source,
        user_agent: request.get('user-agent')?.slice(0, MAX_AGENT_CHARACTERS) ?? null,
      });
    };
    next();
  };
}
