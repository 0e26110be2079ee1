/** Describes the headers of responses for the OpenAPI document. */
import type { Operation } from '../operations/operation.js';

type Json = Record<string, unknown>;

function header(description: string, schema: Json = { type: 'string' }): Json {
  return { description, schema };
}

const COUNT = { type: 'integer', minimum: 0 };
const TIME = { type: 'string', format: 'date-time' };

export const REQUEST_ID = { 'X-Request-Id': header('Id of the request. It is also in the logs.') };
export const RETRY_AFTER = {
  'Retry-After': header('Seconds to wait before the request is repeated.', COUNT),
};

const LOADING = {
  'X-Signals-Loading': header(
    'What is still being loaded: for example `demo`, until which results are incomplete, or `ranking`, until which search compares by meaning alone. Absent if nothing is.',
  ),
};

/** Headers about the account, in every response to one of its keys. */
export const ACCOUNT_HEADERS = {
  'X-Credits-Used': header('Credits used in this period.', COUNT),
  'X-Credits-Remaining': header(
    'Remaining credits of this period. Absent for unlimited accounts.',
    COUNT,
  ),
  'X-Credits-Limit': header('Credits per period. Absent for unlimited accounts.', COUNT),
  'X-Credits-Reset': header('When the next period starts.', TIME),
  RateLimit: header('Remaining requests of the rate limit.'),
  'RateLimit-Policy': header('The rate limit.'),
};

export function successHeaders(operation: Operation): Json {
  if (operation.access === 'operator') return REQUEST_ID;
  const always = { ...REQUEST_ID, ...LOADING, ...ACCOUNT_HEADERS };
  if (operation.price === null) return always;
  return {
    ...always,
    'X-Credits-Charged': header('Credits charged for this call.', COUNT),
    'Idempotency-Replayed': header(
      '`true` if the response of an earlier call is returned again. Otherwise absent.',
    ),
  };
}
