/** One row per authenticated request, written after its answer; visible within two seconds. */
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from '../shared/logger.js';
import type { Clock } from '../shared/ports/clock.js';
import type { RequestLogRow, UsageStore } from '../shared/ports/usage-store.js';
import { recordOf } from './call.js';
import { WriteBehind } from './write-behind.js';

const FLUSH_MS = 500;
const MAX_WAITING_ROWS = 10_000;
const MAX_AGENT_CHARACTERS = 200;
const MAX_PATH_CHARACTERS = 2_000;

export function createRequestLog(usage: UsageStore, logger: Logger): WriteBehind<RequestLogRow> {
  return new WriteBehind({
    name: 'request_logs',
    insert: (rows) => usage.insertLogs(rows),
    logger,
    flushMs: FLUSH_MS,
    maxWaiting: MAX_WAITING_ROWS,
  });
}

/** The path is logged without its query, which may hold e-mails. */
export function logRequests(log: WriteBehind<RequestLogRow>, clock: Clock): RequestHandler {
  return (request, response, next) => {
    const path = request.originalUrl.split('?', 1)[0] ?? '';
    response.once('close', () => {
      const record = recordOf(response);
      if (!record.caller) return;
      log.add({
        log_id: randomUUID(),
        account_id: record.caller.account.accountId,
        api_key_id: record.caller.key.keyId,
        request_id: record.requestId,
        timestamp: new Date(record.startedMs).toISOString(),
        method: request.method,
        path: path.slice(0, MAX_PATH_CHARACTERS),
        route: record.route,
        status: response.statusCode,
        error: record.error,
        latency_ms: Math.max(0, clock.now() - record.startedMs),
        credits_charged: record.credits,
        result_count: record.results,
        source: 'api',
        user_agent: request.get('user-agent')?.slice(0, MAX_AGENT_CHARACTERS) ?? null,
      });
    });
    next();
  };
}
