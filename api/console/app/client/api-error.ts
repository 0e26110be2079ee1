/** The error of a failed call: an error response of the API, or no response at all. */
import type { ErrorDetail, ErrorResponse } from './shapes.js';

type Code = ErrorResponse['error'] | 'unreachable';

export class ApiError extends Error {
  /** 0 if there was no response. */
  readonly status: number;
  readonly code: Code;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | null;
  /** The value of `Retry-After`. `null` if the response has none. */
  readonly retryAfterSeconds: number | null;

  constructor(response: Response | null, code: Code, message: string, details: ErrorDetail[] = []) {
    super(message);
    this.status = response?.status ?? 0;
    this.code = code;
    this.details = details;
    this.requestId = response?.headers.get('x-request-id') ?? null;
    const wait = Number(response?.headers.get('retry-after'));
    this.retryAfterSeconds = wait > 0 ? wait : null;
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** True if the request itself has a mistake, so that every similar call fails. */
export function isInvalidRequest(error: unknown): boolean {
  return isApiError(error) && error.code === 'invalid_request';
}

export async function errorOf(response: Response): Promise<ApiError> {
  try {
    const { error, message, details }: ErrorResponse = await response.json();
    return new ApiError(response, error, message, details);
  } catch {
    const message = `The service answered ${response.status} without saying why.`;
    return new ApiError(response, 'internal_error', message);
  }
}
