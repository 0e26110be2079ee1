/**
 * Limits what one request and one connection may cost the process. Limits of single fields are in
 * their schemas; these apply to every request. The aim is that nothing a client sends blocks other
 * clients for 50 ms.
 */

/** Bytes of an unpacked body: ten times the longest sensible one, a bulk request of 100 entries. */
export const MAX_BODY_BYTES = 256 * 1024;

/** Levels of nested objects and lists. Requests need 4, agents' `_meta` hardly more than 8. */
export const MAX_BODY_DEPTH = 32;

/** Fields of one object. The widest request has 20; tens of thousands are slow in any case. */
export const MAX_OBJECT_FIELDS = 1_000;

/** Unknown fields of one request that are described one by one: more than a response lists. */
export const MAX_UNKNOWN_FIELDS = 500;

/** Errors in one response (150 kB). It has room for two in each entry of a bulk request. */
export const MAX_LISTED_FAULTS = 250;

/** Characters of a client's made-up name that an error message repeats. */
export const MAX_NAME_CHARACTERS = 200;

/** Characters of an `Idempotency-Key`. */
export const MAX_IDEMPOTENCY_KEY = 128;

/**
 * Bytes of an answer as JSON. A hundred companies with a hundred signals each have 10 MB. Memory for
 * all answers of a process is limited by `shared/domain/concurrency/held-bytes.ts`.
 */
export const MAX_ANSWER_BYTES = 32_000_000;

/** Time until a request, and until its headers have arrived. Slower clients are disconnected. */
export const REQUEST_TIMEOUT_MS = 60_000;
export const HEADERS_TIMEOUT_MS = 15_000;
/** How often these are checked: a client may take so much longer. The default is 30 s. */
export const CHECK_CONNECTIONS_MS = 1_000;

/** Time until an idle connection is closed. Clients and proxies close it sooner, or try again. */
export const KEEP_ALIVE_MS = 10_000;

/** Time until a connection whose request was malformed or late is closed, if its client does not. */
export const READ_REFUSAL_MS = 5_000;

/**
 * Bytes of pipelined requests that wait, of all connections. A connection has at most about 128 kB.
 */
export const MAX_WAITING_BYTES = 64_000_000;

export const CONNECTION_LIMITS = {
  /** Time until a client that reads nothing of its response is disconnected. */
  readStallMs: 30_000,
  /** Time until a whole response must have been read: 10 MB at 35 kB a second, 32 MB at 107 kB. */
  readAnswerMs: 300_000,
  /**
   * Connections that wait for their client to send a request or to read a response. Busy clients have
   * one for moments only. Node.js lets the process open as many files as the system allows it at
   * most, usually far more than these.
   */
  idleConnections: 2_000,
};
