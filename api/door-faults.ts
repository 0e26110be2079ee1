/**
 * Faults that are found before a request reaches its handler, in its body as a whole and its headers.
 * They are told together with those the handler finds, so that a client mends them all at once.
 */
import type { RequestHandler } from 'express';
import { AppError, type ErrorDetail } from '../shared/errors.js';
import { type Call, type Handler, type RawRequest, recordOf } from './call.js';
import { toAppError } from './handle-error.js';
import { invalidRequest } from './validate-request.js';

/** A body that cannot be read does not end the request here: the path may be at fault as well. */
export function holdBodyFaults(readBody: RequestHandler): RequestHandler {
  return (request, response, next) =>
    readBody(request, response, (thrown?: unknown) => {
      if (thrown === undefined) return next();
      const error = toAppError(thrown);
      if (error.code !== 'invalid_request') return next(thrown);
      recordOf(response).bodyFaults = error.details;
      request.body = undefined;
      next();
    });
}

/** Always throws; the handler comes as far as to its credits, which it asks for before it works. */
export async function refuseWith(
  faults: readonly ErrorDetail[],
  handler: Handler,
  request: RawRequest,
  call: Omit<Call, 'requireCredits'>,
): Promise<never> {
  const others: ErrorDetail[] = [];
  try {
    await handler(request, { ...call, requireCredits: () => Promise.reject(invalidRequest([])) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    others.push(...error.details);
  }
  const isUnread = faults.some(({ location }) => location === 'body');
  const found = others.filter(({ location }) => !(isUnread && location === 'body'));
  throw invalidRequest([...found, ...faults]);
}
