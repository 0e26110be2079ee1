/**
 * Faults that are found before a request reaches its handler, in its body as a whole and its headers.
 * They are told together with those of its fields, so that a client mends them all at once.
 */
import type { RequestHandler } from 'express';
import type { ErrorDetail } from '../../shared/domain/errors.js';
import { toAppError } from '../http/handle-error.js';
import { contextOf, type RawRequest } from '../http/request-context.js';
import type { Operation } from '../operations/operations.js';
import { faultsOf, invalidRequest } from '../validation/validate-request.js';

/** A body that cannot be read does not end the request here: the path may be at fault as well. */
export function holdBodyFaults(readBody: RequestHandler): RequestHandler {
  return (request, response, next) =>
    readBody(request, response, (thrown?: unknown) => {
      if (thrown === undefined) return next();
      const error = toAppError(thrown);
      if (error.code !== 'invalid_request') return next(thrown);
      contextOf(response).bodyFaults = error.details;
      request.body = undefined;
      next();
    });
}

/**
 * Throws `invalid_request` with what middleware has found and what the schemas find in the rest, if there is
 * anything. The operation does not begin, whatever it is and costs.
 */
export function rejectWithAllErrors(
  faults: readonly ErrorDetail[],
  operation: Operation,
  request: RawRequest,
): void {
  const isUnread = faults.some(({ location }) => location === 'body');
  const { body, ...others } = operation;
  const readable = isUnread || body === undefined ? others : operation;
  const all = [...faultsOf(readable, request), ...faults];
  if (all.length > 0) throw invalidRequest(all);
}
