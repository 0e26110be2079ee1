/**
 * All limits for the statements of analysts, except `SIGNALS_ANALYST_SECONDS` and
 * `SIGNALS_ANALYST_MEMORY_MB`. Their aim is that no statement of an analyst slows down the service.
 */

/** Maximum size of a statement as it is sent. */
export const MAX_STATEMENT_BYTES = 256 * 1024;

/** Maximum size of a statement's syntax tree, before and after its aliases are expanded. */
export const MAX_AST_ELEMENTS = 50_000;

/** Maximum number of parameters of a statement. */
export const MAX_PARAMETERS = 100;

/** Maximum size of all parameters of a statement together. */
export const MAX_PARAMETER_BYTES = 64 * 1024;

/** Maximum size of a request's body, which contains the statement. */
export const MAX_ANALYST_BODY_BYTES = 512 * 1024;

/** Maximum size of a body that is a form, whose parts are read line by line. */
export const MAX_ANALYST_FORM_BYTES = 128 * 1024;

/** Milliseconds within which a request must have arrived. */
export const ANALYST_BODY_MS = 10_000;

/** Maximum of requests at once, from reading to sending. Most connections stay for the service. */
export const MAX_ANALYST_REQUESTS = 32;

/** Maximum number of statements that wait while one runs. */
export const MAX_WAITING_STATEMENTS = 16;

/**
 * Milliseconds that a statement may run beyond its limit in seconds, which the engine checks while
 * rows flow, but not while it plans.
 */
export const OVERTIME_MS = 2_000;

/** Memory that a statement with its answer may use in all, as a multiple of its own limit. */
export const MEMORY_FACTOR = 1.25;

/** Milliseconds between two checks of the memory of the process. */
export const CHECK_MEMORY_MS = 20;

/** Divisor of the memory limit for the values of an answer: their text is longer, and is copied. */
export const RESULT_MEMORY_DIVISOR = 8;

/** Maximum size of the temporary files that a statement writes to the disk. */
export const MAX_TEMPORARY_BYTES = 2_000_000_000;

/** Maximum number of rows of an answer. */
export const MAX_RESULT_ROWS = 1_000_000;

/** Number of answers being sent at which the next statement must wait. */
export const MAX_ANSWERS_IN_DELIVERY = 4;

/** Milliseconds after which a client that reads nothing of its answer counts as gone. */
export const STALL_MS = 10_000;

/** Milliseconds after which an idle process is ended, because it uses hundreds of megabytes. */
export const IDLE_MS = 60_000;
