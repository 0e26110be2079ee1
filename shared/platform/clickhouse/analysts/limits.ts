/**
 * What analysts may take, in one place, beside `SIGNALS_ANALYST_SECONDS` and `SIGNALS_ANALYST_MEMORY_MB`.
 * The aim: nothing an analyst asks slows the service.
 */

/** Of a statement, as it is sent. */
export const MAX_STATEMENT_BYTES = 256 * 1024;

/** Of a statement, also with its aliases written out. */
export const MAX_AST_ELEMENTS = 50_000;

/** Of one statement. */
export const MAX_PARAMETERS = 100;

/** Of all parameters of a statement together. */
export const MAX_PARAMETER_BYTES = 64 * 1024;

/** Of a request, with the statement in its body. */
export const MAX_ANALYST_BODY_BYTES = 512 * 1024;

/** Of a request that is a form, whose parts are read line by line. */
export const MAX_ANALYST_FORM_BYTES = 128 * 1024;

/** Until a request has arrived. */
export const ANALYST_BODY_MS = 10_000;

/** Requests that are read, wait, run or are sent: most connections are left to the service. */
export const MAX_ANALYST_REQUESTS = 32;

/** Statements that wait for the one that runs. */
export const MAX_WAITING = 16;

/** Beyond the seconds of its limit, which the engine watches while rows flow, and not while it plans. */
export const OVERTIME_MS = 2_000;

/** What all of a statement may take, answer included, as a share of its own limit. */
export const MEMORY_SHARE = 1.25;

/** Between two looks at the memory of the process. */
export const CHECK_MEMORY_MS = 20;

/** Values of an answer may have this part of the memory; their text is longer, and is copied. */
export const VALUES_SHARE = 8;

/** Of what a statement puts on the disk. */
export const MAX_FILES_BYTES = 2_000_000_000;

/** Of an answer. */
export const MAX_RESULT_ROWS = 1_000_000;

/** Answers that are sent while further statements run. */
export const MAX_SENT_AT_ONCE = 4;

/** An analyst who takes nothing of an answer for that long is gone. */
export const STALL_MS = 10_000;

/** Of a process that has nothing to run: it takes hundreds of megabytes. */
export const IDLE_MS = 60_000;
