/** Opens the context of a request with its id, which the response, the log row and the log lines share. */
import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { openContext, type RequestContext } from './request-context.js';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

export function openRequest(request: Request, response: Response, nowMs: number): RequestContext {
  const given = request.get('x-request-id') ?? '';
  const requestId = REQUEST_ID.test(given) ? given : randomUUID();
  response.set('X-Request-Id', requestId);
  response.set('X-Content-Type-Options', 'nosniff');
  response.set('Cache-Control', 'no-store');
  return openContext(response, requestId, nowMs);
}
