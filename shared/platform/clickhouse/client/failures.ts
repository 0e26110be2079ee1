/**
 * Classifies failed requests to ClickHouse: retriable as they are, unavailable for now, or wrong
 * themselves. Every write may be repeated, even if its outcome is unknown.
 */
import { codeOf } from '../../../domain/errors.js';

/**
 * `lost`: the connection failed; repeat on a new one. `busy`: repeat soon. `unavailable`: leave
 * the repeat to the caller. `full`: the disk is full. `late`: the write arrived too late. `large`:
 * the result exceeds the limit of its statement. `fault`: never repeat it unchanged.
 */
export type Failure = 'lost' | 'busy' | 'unavailable' | 'full' | 'late' | 'large' | 'fault';

/** Exceptions of the server that do not mean that the request is wrong, as all others do. */
const BY_CODE: Readonly<Record<string, Failure>> = {
  // TIMEOUT_EXCEEDED: the same query would take as long again, and load the server again.
  159: 'unavailable',
  // NOT_ENOUGH_SPACE
  243: 'full',
  // QUOTA_EXCEEDED: the quota is available again when its interval ends.
  201: 'unavailable',
  // VIOLATED_CONSTRAINT: the only constraints in the schema say until when a row may be stored.
  469: 'late',
  // TOO_MANY_ROWS_OR_BYTES: only statements that return records of signals have a limit.
  396: 'large',
};

/** Exceptions after which the same request may soon succeed. */
const BUSY: ReadonlySet<number> = new Set([
  // TOO_MANY_SIMULTANEOUS_QUERIES, NO_FREE_CONNECTION, USER_SESSION_LIMIT_EXCEEDED,
  // SERVER_OVERLOADED, TCP_ and HTTP_CONNECTION_LIMIT_REACHED, RESOURCE_LIMIT_EXCEEDED: a slot
  // becomes free soon.
  202, 203, 700, 745, 749, 762, 776,
  // CANNOT_ALLOCATE_MEMORY, CANNOT_SCHEDULE_TASK: the server has no memory or thread left for now.
  173, 439,
  // SOCKET_TIMEOUT, NETWORK_ERROR, ALL_CONNECTION_TRIES_FAILED: a failure within the cluster.
  209, 210, 279,
  // NO_ZOOKEEPER, KEEPER_EXCEPTION, TABLE_IS_READ_ONLY: the server is reconnecting to its keeper.
  225, 999, 242,
  // ABORTED: the server is being stopped; this server or another one answers soon.
  236,
  // TOO_MANY_PARTS, DISTRIBUTED_TOO_MANY_PENDING_BYTES: merges and queues between servers catch up.
  252, 574,
  // TOO_FEW_LIVE_REPLICAS, UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE, ALL_REPLICAS_ARE_STALE: a
  // replica is being restarted or is catching up.
  285, 286, 369,
  // UNKNOWN_STATUS_OF_INSERT: a repeat has the same result, whether or not the rows are stored.
  319,
  // DEADLOCK_AVOIDED, CANNOT_ASSIGN_ALTER: two processes are updating the schema.
  473, 517,
]);

const MEMORY_LIMIT_EXCEEDED = '241';
/** Matches errors about the server's whole memory. A query's own limit would be exceeded again. */
const MEMORY_OF_SERVER = /\(total\)|total memory limit/i;

/**
 * Codes of errors whose message says what the system lacked: CANNOT_WRITE_TO_FILE_DESCRIPTOR,
 * CANNOT_OPEN_FILE, CANNOT_CLOSE_FILE, CANNOT_TRUNCATE_FILE, CANNOT_CREATE_DIRECTORY, CANNOT_FSYNC,
 * CANNOT_WRITE_TO_FILE, CANNOT_LINK, CANNOT_CREATE_FILE, CANNOT_APPEND_TO_FILE, POCO_EXCEPTION,
 * STD_EXCEPTION.
 */
const FILE_ERROR_CODES = new Set('75 76 77 88 172 204 294 424 586 641 1000 1001'.split(' '));
const DISK_FULL = /No space left on device|Disk quota exceeded/i;
const NO_FILES_LEFT = /Too many open files/i;

const TRANSPORT =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|socket hang up|Timeout error|fetch failed|EHOSTUNREACH/i;
/** Matches the status of a load balancer whose server is unavailable or too slow. */
const GATEWAY =
  /\b(?:50[234] (?:Bad Gateway|Service Unavailable|Gateway Time-?out)|408 Request Time-?out)/i;

/** Classifies an error by its code and message, or by those of its causes. */
export function failureOf(error: unknown): Failure {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = codeOf(current);
    // Exceptions of ClickHouse have a number as their code; network errors have a name.
    if (/^\d+$/.test(code)) return failureOfCode(code, current.message);
    if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
    if (TRANSPORT.test(code) || TRANSPORT.test(current.message)) return 'lost';
    if (GATEWAY.test(current.message)) return 'lost';
    // ClickHouse always says what is wrong. An empty message comes from a proxy, or from
    // ClickHouse's own time limit.
    if (current.message.trim() === '') return 'lost';
  }
  return 'fault';
}

function failureOfCode(code: string, message: string): Failure {
  if (FILE_ERROR_CODES.has(code)) {
    if (DISK_FULL.test(message)) return 'full';
    return NO_FILES_LEFT.test(message) ? 'busy' : 'fault';
  }
  if (code !== MEMORY_LIMIT_EXCEEDED)
    return BUSY.has(Number(code)) ? 'busy' : (BY_CODE[code] ?? 'fault');
  return MEMORY_OF_SERVER.test(message) ? 'busy' : 'unavailable';
}
