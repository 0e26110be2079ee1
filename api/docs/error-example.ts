/** Examples of error responses for the OpenAPI document, one for each code. */
import type { ErrorCode } from '../../shared/domain/errors.js';
import type { ErrorDetail, ErrorResponse } from '../../shared/domain/schemas/types.generated.js';
import { HTTP_STATUS } from '../http/handle-error.js';

/** Returns an example of an error: tools make one of the schema, always with the first code. */
export function errorExample(code: ErrorCode): ErrorResponse {
  return {
    error: code,
    message: MESSAGES[code],
    code: HTTP_STATUS[code],
    details: DETAILS[code] ?? [],
  };
}

const MESSAGES: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'The request is invalid. See `details`.',
  unauthorized: 'A valid API key is required.',
  credits_exhausted: 'The credits of this period are used up.',
  not_found: 'Nothing exists at this path.',
  method_not_allowed: 'The method is not supported at this path.',
  conflict: 'A request with this idempotency key is still running.',
  rate_limited: 'Too many requests. Retry after the number of seconds in the Retry-After header.',
  internal_error: 'The service failed unexpectedly.',
  unavailable: 'A data store is unavailable.',
};

const DETAILS: Readonly<Partial<Record<ErrorCode, ErrorDetail[]>>> = {
  invalid_request: [
    {
      field: 'limit',
      location: 'body',
      code: 'too_big',
      message: 'must be at most 100',
      meta: { max: 100 },
    },
  ],
};
