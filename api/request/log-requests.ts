/**
 * Writes one log row per authenticated request, before its response is sent. No endpoint has an email
 * address or a key in its path, so they are a client's mistake and are omitted. Of an unknown path,
 * everything after the known part is omitted.
 */
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { KEY_START } from '../../shared/domain/billing/api-key.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import type { RequestLogSink } from '../../shared/domain/ports/request-log.js';
import { isoOf } from '../../shared/domain/time.js';
import { callerOf, contextOf } from '../http/request-context.js';
import { OPERATIONS } from '../table/operations.js';

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

const MAX_PATH_CHARACTERS = 2_000;
const OMISSION = '…';
/** Matches `@`, also if it is escaped any number of times. */
const AT_SIGN = /@|%(25)*40/i;

const KNOWN_PATHS = [...OPERATIONS.map(({ path }) => path), '/mcp'].map((path) => path.split('/'));

/** Matches what an absolute address, which is sent to a proxy, has before its path. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Returns the path to log. `isKnown` is true if an operation has this path. */
export function loggedPath(url: string, isKnown: boolean): string {
  const path = url.replace(ORIGIN, '').split('?', 1)[0]?.slice(0, MAX_PATH_CHARACTERS) ?? '';
  const segments = path.split('/');
  if (isKnown) return segments.map((each) => (isPrivate(each) ? OMISSION : each)).join('/');
  const knownLength = Math.max(...KNOWN_PATHS.map((known) => commonLength(known, segments)));
  if (knownLength === segments.length) return path;
  return [...segments.slice(0, knownLength), OMISSION].join('/');
}

function isPrivate(segment: string): boolean {
  return AT_SIGN.test(segment) || segment.includes(KEY_START);
}

/** Returns the number of segments at the beginning that are the same. */
function commonLength(known: readonly string[], segments: readonly string[]): number {
  const differs = segments.findIndex((segment, index) => known[index] !== segment);
  return differs < 0 ? segments.length : differs;
}
