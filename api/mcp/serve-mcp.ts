/**
 * Serves `POST /mcp`: Streamable HTTP without sessions, one server object per request. A call of a
 * tool is a request like any other, with the same keys, rate limit, credits and log. All other
 * messages of the protocol are free and leave no log row.
 */
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { type RequestHandler, Router } from 'express';
import { AppError } from '../../shared/domain/errors.js';
import { isObject } from '../../shared/domain/is-object.js';
import type { RequestLogSink } from '../../shared/domain/ports/request-log.js';
import { HTTP_STATUS, toAppError } from '../http/handle-error.js';
import { contextOf } from '../http/request-context.js';
import { sendAnswer } from '../http/send-answer.js';
import { refuseMethod } from '../operations/mount-operations.js';
import { logRequests } from '../request/log-requests.js';
import { callTool, type ToolDeps } from './call-tool.js';
import { checkHost } from './check-host.js';
import { createMcpServer } from './create-mcp-server.js';

interface McpDeps extends ToolDeps {
  requestLog: RequestLogSink;
  /** The host names that agents may use to reach the service, in addition to loopback names. */
  hosts: readonly string[];
}

/** The middleware for every authenticated request, shared with REST. */
interface Middleware {
  authenticate: RequestHandler;
  limitRate: RequestHandler;
  loadBalance: RequestHandler;
  readBody: RequestHandler;
}

export function serveMcp(deps: McpDeps, middleware: Middleware): Router {
  const router = Router();
  router.use(
    checkHost(deps.hosts),
    middleware.authenticate,
    holdRefusal(middleware.limitRate),
    middleware.loadBalance,
    postOnly,
    readMessage(middleware.readBody),
    logCalls(logRequests(deps.requestLog, deps.clock, 'mcp')),
    serveMessage(deps),
  );
  return router;
}

/** Rejects other methods. They are for sessions and their streams, which do not exist here. */
const postOnly: RequestHandler = (request, response, next) => {
  if (request.method === 'POST') return next();
  const { rateLimited } = contextOf(response);
  if (rateLimited) return next(rateLimited.error);
  refuseMethod('POST')(request, response, next);
};

/** Keeps a rejection until the body has been read: the agent gets it as the tool's result. */
function holdRefusal(limitRate: RequestHandler): RequestHandler {
  return (request, response, next) =>
    limitRate(request, response, (thrown?: unknown) => {
      if (thrown === undefined) return next();
      const error = toAppError(thrown);
      if (error.code !== 'rate_limited') return next(thrown);
      const retryAfterSeconds = Number(response.getHeader('Retry-After') ?? 1);
      contextOf(response).rateLimited = { error, retryAfterSeconds };
      next();
    });
}

/**
 * Reads one message. Other bodies get an error of JSON-RPC, also batches: each call counts, and the
 * protocol has dropped them.
 */
function readMessage(readBody: RequestHandler): RequestHandler {
  return (request, response, next) =>
    readBody(request, response, (thrown?: unknown) => {
      if (thrown === undefined && !Array.isArray(request.body)) return next();
      const error = toAppError(thrown ?? new AppError('invalid_request', NO_BATCHES));
      if (error.code !== 'invalid_request') return next(thrown);
      contextOf(response).error = error.code;
      const { details } = error;
      const [detail] = details;
      const { ParseError, InvalidRequest } = ProtocolErrorCode;
      const code = detail?.code === 'malformed_json' ? ParseError : InvalidRequest;
      const message = detail?.message ?? error.message;
      const fault = { code, message, data: { details } };
      const answer = { jsonrpc: '2.0', id: null, error: fault };
      sendAnswer(response, HTTP_STATUS[error.code], JSON.stringify(answer)).catch(next);
    });
}

const NO_BATCHES = 'Batches are not supported. Send one message per request.';

function logCalls(log: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const { body } = request;
    if (isObject(body) && body.method === 'tools/call') log(request, response, next);
    else next(contextOf(response).rateLimited?.error);
  };
}

function serveMessage(deps: McpDeps): RequestHandler {
  return async (request, response) => {
    const context = contextOf(response);
    let isLogged = false;
    const handler = createMcpHandler(
      () =>
        createMcpServer((name, args) => {
          isLogged = true;
          return callTool(deps, response, name, args);
        }),
      // Tools never change, so there is nothing to subscribe to.
      { maxSubscriptions: 0 },
    );
    const fetch: typeof handler.fetch = async (message, options) => {
      // The protocol demands that clients accept streams too, which plain ones such as curl do not.
      if (request.accepts('application/json')) {
        message.headers.set('accept', 'application/json, text/event-stream');
      }
      const answer = await wholeAsJson(await handler.fetch(message, options));
      if (!isLogged && context.writeLog) {
        // The library rejected the message before it called a tool.
        context.error = 'invalid_request';
        await context.writeLog(HTTP_STATUS.invalid_request);
      }
      return answer;
    };
    await toNodeHandler({ fetch })(request, response, request.body);
  };
}

/**
 * Reads the whole answer before it is sent, because its headers have to wait for the charge. For the
 * 2025 revisions the library makes a stream, whose last event is the answer.
 */
async function wholeAsJson(answer: Response): Promise<Response> {
  if (answer.body === null) return answer;
  const { status } = answer;
  const headers = new Headers(answer.headers);
  const text = await answer.text();
  if (!headers.get('content-type')?.startsWith('text/event-stream')) {
    return new Response(text, { status, headers });
  }
  headers.set('content-type', 'application/json');
  const event = text.split('\n').findLast((line) => line.startsWith(DATA)) ?? DATA;
  return new Response(event.slice(DATA.length), { status, headers });
}

const DATA = 'data: ';
