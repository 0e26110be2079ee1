/** Texts made to be slow: long runs and repeats that only just fail to fit. */
import { runInNewContext } from 'node:vm';

/** Starts and middles of what the service looks for, each without its end. */
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

/** Texts of about `characters`: each piece again and again, with and without another end. */
export function* hostileTexts(characters: number, tails = TAILS): Generator<string> {
  for (const piece of PIECES) {
    const run = piece.repeat(Math.ceil(characters / piece.length));
    for (const tail of tails) yield run + tail;
  }
}

/** True when `run` ends within `limitMs`; ended by force otherwise, inside a regular expression too. */
export function endsWithin(limitMs: number, run: () => unknown): boolean {
  try {
    runInNewContext('run()', { run: () => void run() }, { timeout: limitMs });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === TIMED_OUT) return false;
    throw error;
  }
}

const TIMED_OUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT';
