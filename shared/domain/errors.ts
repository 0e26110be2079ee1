/** One error type with a code; only `api/http/handle-error.ts` knows HTTP statuses. */

export type ErrorCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'credits_exhausted'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable';

/** An error of one field; `field` is a path such as `contacts[3].contact_email`. */
export interface ErrorDetail {
  field: string;
  location: 'body' | 'query' | 'path' | 'header';
  code: string;
  message: string;
  meta: Record<string, unknown>;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  /** True when the same operation may succeed later, unchanged. */
  readonly retriable: boolean;
  /** Safe to show to a client. */
  readonly details: readonly ErrorDetail[];

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: readonly ErrorDetail[]; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retriable = code === 'unavailable';
    this.details = options.details ?? [];
  }
}

/** The store did not take a write, which arrived later than it may. */
export class LateWriteError extends AppError {
  constructor(cause: unknown) {
    super('unavailable', 'a write arrived too late and was rejected', { cause });
  }
}

/** Libraries also throw objects that only look like errors. */
export function messageOf(thrown: unknown): string {
  if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) {
    return String(thrown.message);
  }
  return String(thrown);
}

/** Some errors have a code and no text; causes say what the first message does not. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : error.name;
  const own = error.message || code;
  const { cause } = error;
  const more = cause instanceof Error && !own.includes(cause.message) ? ` (${cause.message})` : '';
  const text = `${own}${more}`;
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

/** The system has no room on the disk, or no open files, left for now. */
export function isLackOfRoom(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return LACKS.has(code);
}

const LACKS = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE']);

/** Something was ended by its `AbortSignal`. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
