/** Texts that make quadratic code slow: long runs and repeats that almost match. */
import { runInNewContext } from 'node:vm';
import { isObject } from '../../shared/domain/is-object.js';

/** Beginnings and middles of what the service looks for, without the ends. */
const PIECES = [
  ' ',
  '\t\u00a0',
  '\n',
  'a',
  'A',
  '1',
  '0.',
  '1,',
  '1 ',
  '1x',
  '1-',
  '$1 ',
  'USD 5 ',
  ',',
  ', ',
  ';',
  '.',
  'a.',
  '-',
  '- ',
  '/',
  '//',
  '/de/ ',
  '\\',
  '(',
  '((a)',
  ')',
  '[ ',
  '<',
  '<a ',
  '<p>',
  '</',
  '<!--',
  '<![CDATA[',
  '<script>',
  '<a b=" ',
  '&',
  '&amp;',
  '&#1',
  '@',
  'a@',
  'www.',
  'xn--',
  'http://',
  '#',
  '# ',
  ' and',
  ' and ',
  'A, ',
  ' dba ',
  'sp. z',
  'NYSE:',
  'NYSE : ',
  '$A',
  '1/2/',
  '12 Jan ',
  "'",
  '"',
  'é́',
  'ß',
  '\ud800',
  '😀',
  '日',
];
const TAILS = ['', 'x', ' !', '>'];

/** Openings with closings of something else. */
const PAIRS = [
  ['<b>', '</i>'],
  ['<p>', '</a>'],
  ['(', ']'],
] as const;

/**
 * Yields texts of about `characters`: each piece repeated, with each of the tails, and pairs that
 * do not match.
 */
export function* hostileTexts(characters: number, tails = TAILS): Generator<string> {
  for (const piece of PIECES) {
    const run = piece.repeat(Math.ceil(characters / piece.length));
    for (const tail of tails) yield run + tail;
  }
  for (const [open, close] of PAIRS) {
    const times = Math.ceil(characters / (open.length + close.length));
    yield open.repeat(times) + close.repeat(times);
  }
}

/**
 * Returns milliseconds of processor time, which a busy machine does not change; `Infinity` if the
 * call had to be aborted, which works inside a regular expression too.
 */
export function cpuMsOf(run: () => unknown): number {
  const before = process.cpuUsage();
  try {
    runInNewContext('run()', { run: () => void run() }, { timeout: FORCE_MS });
  } catch (error) {
    // The error belongs to the other context, so it is not an `Error` of this one.
    if (isObject(error) && error.code === TIMED_OUT) return Number.POSITIVE_INFINITY;
    throw error;
  }
  return msSince(before);
}

export function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Returns the least of up to five costs, and stops at the first below `limitMs`. The machine or a
 * collection of garbage makes a call slow now and then; a quadratic function is slow every time.
 */
export async function leastCostMs(
  limitMs: number,
  costMs: () => number | Promise<number>,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && least >= limitMs; tries++) {
    least = Math.min(least, await costMs());
  }
  return least;
}

const TRIES = 5;
const FORCE_MS = 60_000;
const TIMED_OUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT';
