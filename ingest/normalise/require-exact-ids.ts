/**
 * Rejects ids that hold an integer which JavaScript cannot represent exactly: it is rounded when it
 * is read, so that several ids would become one.
 */
import { isObject } from '../../shared/domain/is-object.js';
import { Rejection } from '../outcomes/outcome.js';

/** Matches integers that have as many digits as 2^53. An id may hold several values. */
const DIGITS = /\d{16,}/g;

/** `ids` are ids that come from the payload, each with its field. */
export function requireExactIds(
  payload: Record<string, unknown>,
  ids: Iterable<readonly [field: string, id: string]>,
): void {
  let inexact: Set<string> | undefined;
  for (const [field, id] of ids) {
    const integers = id.match(DIGITS);
    if (!integers) continue;
    inexact ??= inexactIn(payload);
    const integer = integers.find((each) => inexact?.has(each));
    if (integer === undefined) continue;
    const message = `${field} holds ${integer}, a number that is too large to be exact; write it as a text`;
    throw new Rejection('invalid_payload', field, message);
  }
}

/** Yields the ids of the jobs of a board, each with its field. */
export function* jobIds({ jobs }: Record<string, unknown>): Generator<[string, string]> {
  for (const [at, job] of (Array.isArray(jobs) ? jobs : []).entries()) {
    if (isObject(job)) yield [`jobs.${at}.id`, String(job.id)];
  }
}

/** Returns the integers of a payload that are not exact. */
function inexactIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'number') {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) found.add(String(value));
  } else if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) inexactIn(each, found);
  }
  return found;
}
