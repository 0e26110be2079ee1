/**
 * Makes the path of a log row. No endpoint has an email address in its path, so such an address is
 * a client's mistake and is omitted. Of an unknown path, everything after the known part is
 * omitted.
 */
import { OPERATIONS } from '../table/operations.js';

const MAX_CHARACTERS = 2_000;
const OMISSION = '…';
/** Matches `@`, also if it is escaped any number of times. */
const AT_SIGN = /@|%(25)*40/i;

const KNOWN_PATHS = [...OPERATIONS.map(({ path }) => path), '/mcp'].map((path) => path.split('/'));

/** Matches what an absolute address, which is sent to a proxy, has before its path. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Returns the path to log. `isKnown` is true if an operation has this path. */
export function loggedPath(url: string, isKnown: boolean): string {
  const path = url.replace(ORIGIN, '').split('?', 1)[0]?.slice(0, MAX_CHARACTERS) ?? '';
  const segments = path.split('/');
  if (isKnown) return segments.map((each) => (AT_SIGN.test(each) ? OMISSION : each)).join('/');
  const knownLength = Math.max(...KNOWN_PATHS.map((known) => commonLength(known, segments)));
  if (knownLength === segments.length) return path;
  return [...segments.slice(0, knownLength), OMISSION].join('/');
}

/** Returns the number of segments at the beginning that are the same. */
function commonLength(known: readonly string[], segments: readonly string[]): number {
  const differs = segments.findIndex((segment, index) => known[index] !== segment);
  return differs < 0 ? segments.length : differs;
}
