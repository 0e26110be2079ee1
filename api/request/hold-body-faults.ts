/**
 * Keeps the reason why a body cannot be read until the operation is known. It is then reported
 * together with all other errors of the request.
 */
import type { Request, RequestHandler, Response } from 'express';
import { toAppError } from '../http/handle-error.js';
import { contextOf } from '../http/request-context.js';
import type { RawRequest } from '../operations/operation.js';
import { invalid, valid } from '../validation/validated.js';

/** Lets a request with an unreadable body continue, because its path may be wrong too. */
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

/** Collects the parts of a request for validation. */
export function rawRequest(
  { params, query, body }: Request,
  response: Response,
  headerFaults: RawRequest['headerFaults'] = [],
): RawRequest {
  const { bodyFaults } = contextOf(response);
  return {
    params,
    query,
    body: bodyFaults.length > 0 ? invalid(bodyFaults) : valid(body),
    headerFaults,
  };
}
