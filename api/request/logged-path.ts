/**
 * The path that a log row keeps. No endpoint has an email address in its path: such an address is a
 * client's mistake and is not kept, nor is anything after the known part of an unknown path.
 */
import { OPERATIONS } from '../table/operations.js';

const MAX_CHARACTERS = 2_000;
const LEFT_OUT = '…';
/** `@`, escaped any number of times. */
const ADDRESS = /@|%(25)*40/i;

const KNOWN = [...OPERATIONS.map(({ path }) => path), '/mcp'].map((path) => path.split('/'));

/** `isKnown`: an operation has this path. */
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
