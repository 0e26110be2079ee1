/** Keeps the context of each request to the API, including its caller. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { AppError, ErrorDetail } from '../../shared/domain/errors.js';
import type { Account, ApiKey } from '../../shared/domain/ports/account-store.js';
import type { Balance } from '../../shared/domain/ports/credit-meter.js';

export interface Caller {
  account: Account;
  key: ApiKey;
}

/** State that middleware passes to later middleware. It is attached to the response. */
export interface RequestContext {
  requestId: string;
  startedMs: number;
  caller: Caller | null;
  /** The caller's balance when the request arrived; `null` if it is unknown. */
  balance: Balance | null;
  /** Method and path of the operation. `null` if the path is unknown. */
  route: string | null;
  /** The code of the error. `null` if the request succeeded. */
  error: string | null;
  /** The reasons why the body could not be read. Empty if it was read. */
  bodyFaults: readonly ErrorDetail[];
  /** The error of the rate limit, which a tool reports as its result. `null` if within the limit. */
  rateLimited: { error: AppError; retryAfterSeconds: number } | null;
  credits: number;
  /** The number of results. `null` if they are not counted. */
  results: number | null;
  /** Writes the request's log row. `null` until the caller is known. */
  writeLog: ((status: number) => Promise<void>) | null;
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
const contexts = new WeakMap<Response, RequestContext>();

/** Returns the client's `X-Request-Id` if that is well-formed, otherwise a new UUID. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const clientId = String(headers['x-request-id'] ?? '');
  return REQUEST_ID.test(clientId) ? clientId : randomUUID();
}

/** Opens the context of a request. Its id is that of the response, the log row and the log lines. */
export function openContext(
  request: Request,
  response: Response,
  startedMs: number,
): RequestContext {
  const requestId = requestIdOf(request);
  response.set('X-Request-Id', requestId);
  response.set('X-Content-Type-Options', 'nosniff');
  response.set('Cache-Control', 'no-store');
  const context: RequestContext = {
    requestId,
    startedMs,
    caller: null,
    balance: null,
    route: null,
    error: null,
    bodyFaults: [],
    rateLimited: null,
    credits: 0,
    results: null,
    writeLog: null,
  };
  contexts.set(response, context);
  return context;
}

export function contextOf(response: Response): RequestContext {
  const context = contexts.get(response);
  if (!context) throw new Error('the response has no request context');
  return context;
}

export function callerOf(response: Response): Caller {
  const { caller } = contextOf(response);
  if (!caller) throw new Error('the request is not authenticated');
  return caller;
}
