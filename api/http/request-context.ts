/** The context of one request in the API, and its caller. */
import type { Response } from 'express';
import type { ErrorDetail } from '../../shared/domain/errors.js';
import type { Account, ApiKey } from '../../shared/domain/ports/account-store.js';

export interface Caller {
  account: Account;
  key: ApiKey;
}

/** State that middleware passes to later middleware, attached to the response. */
export interface RequestContext {
  requestId: string;
  startedMs: number;
  caller: Caller | null;
  route: string | null;
  error: string | null;
  /** Why the body could not be read. */
  bodyFaults: readonly ErrorDetail[];
  credits: number;
  results: number | null;
  /** Writes the request's log row; absent until the caller is known. */
  writeLog: ((status: number) => Promise<void>) | null;
}

const contexts = new WeakMap<Response, RequestContext>();

export function openContext(
  response: Response,
  requestId: string,
  startedMs: number,
): RequestContext {
  const context: RequestContext = {
    requestId,
    startedMs,
    caller: null,
    route: null,
    error: null,
    bodyFaults: [],
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
