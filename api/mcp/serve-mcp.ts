/**
 * `POST /mcp`: Streamable HTTP without sessions, one server object per request. A call of a tool is a
 * request like any other: same keys, rate limit, credits and log. Everything else of the protocol is
 * free and leaves no log row.
 */
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { type RequestHandler, type Response, Router } from 'express';
import { AppError } from '../../shared/errors.js';
import { isObject } from '../../shared/is-object.js';
import type { Clock } from '../../shared/ports/clock.js';
import { callerOf, recordOf } from '../call.js';
import { HTTP_STATUS, toAppError } from '../handle-error.js';
import { logRequests, type RequestLogSink } from '../request-log.js';
import { callTool, type ToolCall, type ToolDeps } from './call-tool.js';
import { checkHost } from './check-host.js';
import { createMcpServer } from './create-server.js';

export interface McpDeps extends ToolDeps {
  requestLog: RequestLogSink;
  clock: Clock;
  /** Names beside those of loopback by which agents reach the service. */
  hosts: readonly string[];
}

/** What stands in front of every authenticated request. */
export interface Doors {
  authenticate: RequestHandler;
  limitRate: RequestHandler;
  showBalance: RequestHandler;
  readBody: RequestHandler;
}

export function serveMcp(deps: McpDeps, doors: Doors): Router {
  const router = Router();
  router.use(
    checkHost(deps.hosts),
    doors.authenticate,
    postOnly,
    holdRefusal(doors.limitRate),
    doors.showBalance,
    doors.readBody,
    refuseBatches,
    logCalls(logRequests(deps.requestLog, deps.clock, 'mcp')),
    answer(deps),
  );
  return router;
}

/** Sessions and their streams, for which the other methods are, do not exist here. */
const postOnly: RequestHandler = (request, response, next) => {
  if (request.method === 'POST') return next();
  response.set('Allow', 'POST');
  next(new AppError('method_not_allowed', `This path takes POST, not ${request.method}.`));
};

const refusals = new WeakMap<Response, NonNullable<ToolCall['refusal']>>();

/** An agent is told as the result of its tool, which is known when the body has been read. */
function holdRefusal(limitRate: RequestHandler): RequestHandler {
  return (request, response, next) =>
    limitRate(request, response, (thrown?: unknown) => {
      if (thrown === undefined) return next();
      const error = toAppError(thrown);
      if (error.code !== 'rate_limited') return next(thrown);
      const retryAfterSeconds = Number(response.getHeader('Retry-After') ?? 1);
      refusals.set(response, { error, retryAfterSeconds });
      next();
    });
}

/** Each call counts against the limits, so one request holds one; the protocol has dropped batches. */
const refuseBatches: RequestHandler = (request, _response, next) => {
  if (!Array.isArray(request.body)) return next();
  next(new AppError('invalid_request', 'Send one message per request: batches are not taken.'));
};

function logCalls(log: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (isToolCall(request.body)) log(request, response, next);
    else next(refusals.get(response)?.error);
  };
}

function answer(deps: McpDeps): RequestHandler {
  return async (request, response) => {
    const record = recordOf(response);
    let isLogged = false;
    const handler = createMcpHandler(
      () =>
        createMcpServer((name, args) => {
          isLogged = true;
          return callTool(deps, {
            name,
            arguments: args,
            caller: callerOf(response),
            record,
            isAbandoned: () => response.closed,
            refusal: refusals.get(response) ?? null,
          });
        }),
      // Tools never change, so there is nothing to subscribe to.
      { maxSubscriptions: 0 },
    );
    await toNodeHandler(handler)(request, response, request.body);
    // The protocol refused it before there was a call.
    if (!isLogged) await record.writeLog?.(HTTP_STATUS.invalid_request);
  };
}

function isToolCall(body: unknown): boolean {
  return isObject(body) && body.method === 'tools/call';
}
