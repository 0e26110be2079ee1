/**
 * Makes the path of a log row. No endpoint has an email address in its path, so such an address is
 * a client's mistake and is omitted. Of an unknown path, everything after the known part is
 * omitted.
 */
import { OPERATIONS } from '../table/operations.js';

const MAX_CHARACTERS = 2_000;
const LEFT_OUT = '…';
/** Matches `@`, also if it is escaped any number of times. */
const ADDRESS = /@|%(25)*40/i;

const KNOWN = [...OPERATIONS.map(({ path }) => path), '/mcp'].map((path) => path.split('/'));

/** Returns the path to log. `isKnown` is true if an operation has this path. */
export function loggedPath(address: string, isKnown: boolean): string {
  const path = address.split('?', 1)[0]?.slice(0, MAX_CHARACTERS) ?? '';
  const segments = path.split('/');
  if (isKnown) return segments.map((each) => (ADDRESS.test(each) ? LEFT_OUT : each)).join('/');
  const kept = Math.max(...KNOWN.map((known) => commonStart(known, segments)));
  if (kept === segments.length) return path;
  return [...segments.slice(0, kept), LEFT_OUT].join('/');
}

function commonStart(known: readonly string[], segments: readonly string[]): number {
  const differs = segments.findIndex((segment, index) => known[index] !== segment);
  return differs < 0 ? segments.length : differs;
}
