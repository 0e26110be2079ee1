/**
 * The last middleware: turns every error into a response with the error body. Only this file maps
 * error codes to HTTP statuses. Unexpected errors are logged with all details and get a constant
 * message.
 */
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import {
  AppError,
  type ErrorCode,
  type ErrorDetail,
  ModelUnavailableError,
  TooManyWaitingError,
} from '../../shared/domain/errors.js';
import type { ErrorResponse } from '../../shared/domain/schemas/types.generated.js';
import { contextOf } from './request-context.js';
import { sendAnswer } from './send-answer.js';

export const HTTP_STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_request: 400,
  unauthorized: 401,
  credits_exhausted: 402,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
};

/** The value of `Retry-After` if a store is unavailable. */
export const RETRY_AFTER_SECONDS = 5;

type FailureLog = Pick<Logger, 'error' | 'warn'>;

export function handleError(logger: FailureLog): ErrorRequestHandler {
  return (thrown: unknown, _request, response, next) => {
    const error = toAppError(thrown);
    const context = contextOf(response);
    context.error = error.code;
    logFailure(logger, { requestId: context.requestId, error, thrown });
    // A response that has begun can only be aborted, which Express does.
    if (response.headersSent) return next(thrown);
    const wait = waitFor(error);
    if (wait !== null) response.set('Retry-After', String(wait));
    sendAnswer(response, HTTP_STATUS[error.code], JSON.stringify(errorBody(error))).catch(next);
  };
}

/** Returns the value of `Retry-After`; `null` if a repeat cannot help, or the header is set. */
function waitFor({ code, retryAfterSeconds }: AppError): number | null {
  return retryAfterSeconds ?? (code === 'unavailable' ? RETRY_AFTER_SECONDS : null);
}

/** The error for unknown paths and for hidden ones, so that hidden paths stay hidden. */
export function pathNotFound(): AppError {
  return new AppError('not_found', 'No endpoint exists at this path.');
}

export const rejectPath: RequestHandler = (_request, _response, next) => next(pathNotFound());

/** The owners of rejected calls that were logged in the last minute. */
const reported = new LRUCache<string, true>({ max: 1_000, ttl: 60_000 });

/** Logs `internal_error` as error and `unavailable` as warning, for REST and MCP. */
export function logFailure(
  logger: FailureLog,
  { requestId, error, thrown }: { requestId: unknown; error: AppError; thrown: unknown },
): void {
  if (error instanceof TooManyWaitingError) {
    const { owner } = error;
    if (reported.has(owner)) return;
    reported.set(owner, true);
    logger.warn({ request_id: requestId, owner, reason: error.message }, 'too_many_calls_waiting');
    return;
  }
  const fields = { request_id: requestId, err: thrown };
  if (error.code === 'internal_error') logger.error(fields, 'request_failed');
  if (error.code === 'unavailable') logger.warn(fields, 'store_unavailable');
}

export function errorBody(error: AppError): Omit<ErrorResponse, 'details'> & {
  details: readonly ErrorDetail[];
} {
  return {
    error: error.code,
    message: safeMessageOf(error),
    code: HTTP_STATUS[error.code],
    details: error.details,
  };
}

function safeMessageOf(error: AppError): string {
  if (error instanceof TooManyWaitingError) return error.message;
  if (error instanceof ModelUnavailableError) return MODEL_UNAVAILABLE;
  return CONSTANT_MESSAGES[error.code] ?? error.message;
}

const MODEL_UNAVAILABLE =
  'The embedding model is unavailable, so a new text cannot be compared by meaning. Retry after the number of seconds in the Retry-After header, or search by filters, without a text.';

/** Constant messages of errors whose own messages may contain internals, such as host names. */
const CONSTANT_MESSAGES: Partial<Record<ErrorCode, string>> = {
  internal_error:
    'The service failed unexpectedly. The log line with this request id has the details.',
  unavailable:
    'A data store is unavailable. Retry after the number of seconds in the Retry-After header.',
};

/** Converts what request handlers, Express and its body parser throw into an error of this API. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof URIError) return undecodablePath();
  const detail = bodyFault(thrown);
  if (!detail) return new AppError('internal_error', 'unexpected error', { cause: thrown });
  return new AppError('invalid_request', 'The body cannot be read. See `details`.', {
    details: [{ field: '', location: 'body', ...detail }],
  });
}

/** The error for a parameter in a path, such as `%zz`, that Express cannot decode. */
function undecodablePath(): AppError {
  const message =
    'The path has a `%` that does not begin a character in percent-encoded UTF-8. Write the character `%` as `%25`.';
  return new AppError('invalid_request', message, {
    details: [{ field: '', location: 'path', code: 'invalid_format', message, meta: {} }],
  });
}

export type BodyFault = Pick<ErrorDetail, 'code' | 'message' | 'meta'>;

/** Returns why Express could not read the body, or `null` if the error has another cause. */
function bodyFault(thrown: unknown): BodyFault | null {
  if (!(thrown instanceof Error)) return null;
  const { type, limit, status, code }: Record<string, unknown> = { ...thrown };
  if (type === 'entity.too.large') return tooLong(limit);
  if (type === 'entity.parse.failed') {
    return { code: 'malformed_json', message: 'The body must be valid JSON.', meta: {} };
  }
  const isDecompressionError = status === 400 && /^(Z_|ERR_)/.test(String(code));
  const message =
    UNREADABLE[String(type)] ?? (isDecompressionError ? 'The body cannot be decompressed.' : null);
  return message === null ? null : { code: 'invalid_format', message, meta: {} };
}

const UNREADABLE: Readonly<Record<string, string>> = {
  'charset.unsupported': 'The body must be UTF-8.',
  'encoding.unsupported': 'The header `Content-Encoding` must be gzip, deflate, br or identity.',
  'request.aborted': 'The body is incomplete.',
  'request.size.invalid': 'The body is incomplete.',
};

export function tooLong(max: unknown): BodyFault {
  return { code: 'too_big', message: `The body must be at most ${max} bytes.`, meta: { max } };
}
