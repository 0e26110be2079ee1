/**
 * What one request and one connection may cost the process, in one place. Limits of a field are in its
 * schema; these apply to every request. The aim: nothing a client sends blocks others for 50 ms.
 */

/** Of a body, unpacked: ten times the longest sensible one, a bulk request of 100 entries. */
export const MAX_BODY_BYTES = 256 * 1024;

/** Objects and lists within each other. Requests need 4, agents' `_meta` hardly more than 8. */
export const MAX_BODY_DEPTH = 32;

/** Of one object: the widest request has 20. Objects of tens of thousands are slow whatever is done. */
export const MAX_OBJECT_FIELDS = 1_000;

/** Of a request, described one by one: more than an answer lists. */
export const MAX_UNKNOWN_FIELDS = 500;

/** A response of 150 kB; it has room for two errors in each entry of a bulk request. */
export const MAX_LISTED_FAULTS = 250;

/** Of a name that a client made up, where an error repeats it. */
export const MAX_NAME_CHARACTERS = 200;

/** Of an `Idempotency-Key`. */
export const MAX_IDEMPOTENCY_KEY = 128;

/** Time until a request and its headers have arrived; slower clients are disconnected. */
export const REQUEST_TIMEOUT_MS = 60_000;
export const HEADERS_TIMEOUT_MS = 15_000;

/** A connection without a request; clients and proxies keep theirs shorter or try again. */
export const KEEP_ALIVE_MS = 10_000;

/** Time in which a client that has an answer to read reads nothing of it: a lost network, or worse. */
export const READ_STALL_MS = 30_000;

/** Until the whole answer is read: the largest, of 10 MB, at 35 kB a second. */
export const READ_ANSWER_MS = 300_000;

/** Requests a client sends ahead of the answers, which are worked on one after the other. */
export const MAX_REQUESTS_AHEAD = 256;
