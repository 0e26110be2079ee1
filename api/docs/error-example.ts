/** Examples of error responses for the OpenAPI document, one for each code. */
import { AppError, type ErrorCode } from '../../shared/domain/errors.js';
import { errorBody, pathNotFound } from '../http/handle-error.js';
import { keyInUse } from '../request/idempotency.js';
import { invalidRequest } from '../validation/validated.js';

/** Returns an example of an error: tools make one of the schema, always with the first code. */
export function errorExample(code: ErrorCode): ReturnType<typeof errorBody> {
  return errorBody(EXAMPLES[code]);
}

const EXAMPLES: Readonly<Record<ErrorCode, AppError>> = {
  invalid_request: invalidRequest([
    {
      field: 'query',
      location: 'body',
      code: 'invalid_type',
      message: '`query` must be a string.',
      meta: { expected: 'string' },
    },
  ]),
  unauthorized: new AppError(
    'unauthorized',
    'The API key is missing. Send a valid key in the x-api-key header or as a Bearer token.',
  ),
  credits_exhausted: new AppError('credits_exhausted', 'The credits of this period are used up.'),
  not_found: pathNotFound(),
  method_not_allowed: new AppError(
    'method_not_allowed',
    'The method is not supported at this path.',
  ),
  conflict: keyInUse(),
  rate_limited: new AppError(
    'rate_limited',
    'Rate limit exceeded. Retry after the number of seconds in the Retry-After header.',
  ),
  // Their messages are constant.
  internal_error: new AppError('internal_error', ''),
  unavailable: new AppError('unavailable', ''),
};
