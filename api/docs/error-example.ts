/** Examples of error responses for the OpenAPI document, one for each code. */
import { AppError, type ErrorCode } from '../../shared/domain/errors.js';
import { rateExceeded } from '../callers/limit-rate.js';
import { insufficientCredits } from '../credits/credit-headers.js';
import { errorBody } from '../http/handle-error.js';
import type { Operation } from '../operations/operation.js';
import { keyInUse } from '../request/idempotency.js';
import { validatePart } from '../validation/validate-part.js';
import { faultsOf, invalidRequest } from '../validation/validated.js';

/** Returns an example of an error: tools make one of the schema, always with the first code. */
export function errorExample(code: ErrorCode, operation: Operation): ReturnType<typeof errorBody> {
  return errorBody(code === 'invalid_request' ? unknownField(operation) : EXAMPLES[code]);
}

/** Returns the error of an unknown field, which every operation has. */
function unknownField({ body, query }: Operation): AppError {
  const checked = validatePart(body ?? query, body ? 'body' : 'query', { page: '2' });
  return invalidRequest(faultsOf(checked).filter(({ field }) => field === 'page'));
}

const EXAMPLES: Readonly<Record<Exclude<ErrorCode, 'invalid_request'>, AppError>> = {
  unauthorized: new AppError(
    'unauthorized',
    'The API key is missing. Send a valid key in the x-api-key header or as a Bearer token.',
  ),
  credits_exhausted: insufficientCredits(1, {
    limit: 100,
    used: 100,
    remaining: 0,
    keyRemaining: null,
    periodStartMs: Date.UTC(2026, 0, 1),
    periodResetMs: Date.UTC(2026, 1, 1),
    unlimited: false,
    isExact: true,
  }),
  not_found: new AppError('not_found', 'Nothing is known by this identifier.'),
  method_not_allowed: new AppError(
    'method_not_allowed',
    'The method is not supported at this path.',
  ),
  conflict: keyInUse(),
  rate_limited: rateExceeded(),
  // Their messages are constant.
  internal_error: new AppError('internal_error', ''),
  unavailable: new AppError('unavailable', ''),
};
