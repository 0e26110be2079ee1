/** The error of a failed call: an error response of the API, or no response at all. */
import type { ErrorDetail, ErrorResponse } from './shapes.js';

export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorResponse['error'] | 'unreachable';
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | null;
  /** The value of `Retry-After`. `null` if the response has none. */
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    code: ErrorResponse['error'] | 'unreachable',
    message: string,
    more: {
      details?: readonly ErrorDetail[];
      requestId?: string | null;
      retryAfterSeconds?: number | null;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = more.details ?? [];
    this.requestId = more.requestId ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }
}

export function unreachableError(): ApiError {
  return new ApiError(0, 'unreachable', `The service at ${location.origin} did not answer.`);
}

export async function errorOf(response: Response): Promise<ApiError> {
  const requestId = response.headers.get('x-request-id');
  const wait = Number(response.headers.get('retry-after'));
  const retryAfterSeconds = Number.isFinite(wait) && wait > 0 ? wait : null;
  try {
    const body: ErrorResponse = await response.json();
    return new ApiError(response.status, body.error, body.message, {
      details: body.details,
      requestId,
      retryAfterSeconds,
    });
  } catch {
    const message = `The service answered ${response.status} without saying why.`;
    return new ApiError(response.status, 'internal_error', message, {
      requestId,
      retryAfterSeconds,
    });
  }
}
