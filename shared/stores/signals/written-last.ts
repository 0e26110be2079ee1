/** What was written last, when a process may have ended in the middle of an insert. */

/** Microseconds after which an insert is sent again at the latest. */
export const LAST_MICROS = 30_000_000;

/** The number of signals that a process at full speed writes in that time. */
export const MAX_LAST = 50_000;

/** The time of writing in microseconds: the lower half of a version. */
export const WRITTEN = 'toUInt64(bitAnd(version, toUInt128(18446744073709551615)))';
