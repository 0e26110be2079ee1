/** Defines one error type with a code. Only `api/http/handle-error.ts` knows HTTP statuses. */

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

/** An error in one field of a request. `field` is a path such as `contacts[3].contact_email`. */
export interface ErrorDetail {
  field: string;
  location: 'body' | 'query' | 'path' | 'header';
  code: string;
  message: string;
  meta: Record<string, unknown>;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  /** True if the same operation may succeed later, unchanged. */
  readonly retriable: boolean;
  /** Errors of single fields, safe to show to a client. */
  readonly details: readonly ErrorDetail[];
  /** Seconds after which the same call may succeed, if the one who throws knows them. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      details?: readonly ErrorDetail[];
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retriable = code === 'unavailable';
    this.details = options.details ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

/** The embedding model does not answer. */
export class ModelUnavailableError extends AppError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('unavailable', message, options);
  }
}

/** A write that the store rejected because it arrived too late. */
export class LateWriteError extends AppError {
  constructor(cause: unknown) {
    super('unavailable', 'a write arrived too late and was rejected', { cause });
  }
}

/** A write that ClickHouse rejected because its disk is full. Someone must act. */
export class NoRoomError extends AppError {
  constructor(cause: unknown) {
    const message = 'ClickHouse has no room to write: free some space on its disk';
    super('unavailable', message, { cause });
  }
}

/** A call that was rejected because too many wait, or because it waited too long. Safe to show. */
export class TooManyWaitingError extends AppError {
  /** The account, or the part of the process, whose call was rejected. */
  readonly owner: string;

  constructor(owner: string, reason: string) {
    super('unavailable', `${reason} Retry after the number of seconds in the Retry-After header.`);
    this.owner = owner;
  }
}

/** An answer that is too large to be read or written in one piece. */
export class TooLargeError extends Error {
  constructor(cause?: unknown) {
    super('the answer is too large', { cause });
  }
}

/** Returns the message of anything thrown. Libraries also throw what only looks like an error. */
export function messageOf(thrown: unknown): string {
  if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) {
    return String(thrown.message);
  }
  return String(thrown);
}

/** Returns the text of an error, or its code if it has none, and what its cause adds to it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : error.name;
  const message = error.message || code;
  const { cause } = error;
  const more =
    cause instanceof Error && !message.includes(cause.message) ? ` (${cause.message})` : '';
  const text = `${message}${more}`;
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

/** Returns the code that the system or a library gave an error; an empty text if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Returns true if the system currently has no room on the disk or no open files left. */
export function isLackOfRoom(error: unknown): boolean {
  return LACKS.has(codeOf(error));
}

const LACKS = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE']);

/** Returns true if the error comes from an `AbortSignal`. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
