/** Writes one log row per authenticated request, before its response is sent. */
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Clock } from '../../shared/domain/ports/clock.js';
import type { RequestLogSink } from '../../shared/domain/ports/request-log.js';
import { isoOf } from '../../shared/domain/time.js';
import { callerOf, contextOf } from '../http/request-context.js';
import { loggedPath } from './logged-path.js';

const MAX_AGENT_CHARACTERS = 200;

/**
 * Prepares the log row of an authenticated request. Logs the path without its query, which may
 * contain emails.
 */
export function logRequests(
  log: RequestLogSink,
  clock: Clock,
  source: 'api' | 'mcp',
): RequestHandler {
  return (request, response, next) => {
    const context = contextOf(response);
    const { account, key } = callerOf(response);
    context.writeLog = async (status) => {
      await log.write({
        log_id: randomUUID(),
        account_id: account.accountId,
        api_key_id: key.keyId,
        request_id: context.requestId,
        timestamp: isoOf(context.startedMs),
        method: request.method,
        path: loggedPath(request.originalUrl, context.route !== null),
        route: context.route,
        status,
        error: context.error,
        latency_ms: Math.max(0, clock.now() - context.startedMs),
        credits_charged: context.credits,
        result_count: context.results,
        source,
        user_agent: request.get('user-agent')?.slice(0, MAX_AGENT_CHARACTERS) ?? null,
      });
    };
    next();
  };
}
