/**
 * Reads amounts of money as people write them: `$1.5M`, `USD 20 million`, `€2,5 Mio.`,
 * `₹12,34,567.50`, `Rs 5 crore`, `1700000`.
 */

import { valuesOfWords } from '../amounts.js';

/** An amount of money. `amount` is `null` if the text contains none. */
interface Money {
  amount: number | null;
  /** ISO 4217, `null` if the text names none. */
  currency: string | null;
}

const SYMBOLS: readonly (readonly [RegExp, string])[] = [
  [/US\$|U\.S\. ?\$/i, 'USD'],
  [/(?<![A-Z])(?:C|CA)\$/i, 'CAD'],
  [/(?<![A-Z])(?:A|AU)\$/i, 'AUD'],
  [/(?<![A-Z])S\$/i, 'SGD'],
  [/(?<![A-Z])HK\$/i, 'HKD'],
  [/(?<![A-Z])R\$|\breais\b/i, 'BRL'],
  [/(?<![A-Z])NZ\$/i, 'NZD'],
  [/(?<![A-Z])NT\$/i, 'TWD'],
  [/(?<![A-Z])MX\$/i, 'MXN'],
  [/₹|\bRs\.?(?=\s|\d)/i, 'INR'],
  [/€|\beuros?\b/i, 'EUR'],
  [/£/, 'GBP'],
  [/¥|￥/, 'JPY'],
  [/₩/, 'KRW'],
  [/₽/, 'RUB'],
  // Not `J$` or `TT$`: other letters before it mean another dollar.
  [/(?<!(?<![A-Z])[A-Z]{1,3})\$/, 'USD'],
];

const MAGNITUDES = valuesOfWords(
  [1e3, 'k thousand tsd'],
  [1e5, 'lakh lakhs lac'],
  [1e6, 'm mn mm mil mio mln million millions millionen millones'],
  [1e7, 'crore crores cr'],
  [1e9, 'b bn mrd milliard milliards milliarde milliarden billion billions'],
  [1e12, 't tn trillion'],
);

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
const NUMBER = /\d[\d.,'’\u00a0\u202f ]*\d|\d/g;
/** A number right next to a currency is the amount. Other numbers are years or counts. */
const MARKED_BEFORE = /(?:[$€£¥￥₹₩₽]|\bRs\.?|(?<![A-Z])[A-Z]{3}(?![A-Z]))\s*$/;
const MARKED_AFTER = /^\s*(?:[$€£¥￥₹₩₽]|\bRs\.?|(?<![A-Z])[A-Z]{3}(?![A-Z]))/;
/** Match the word next to a number. If it is a currency, it counts before others in the text. */
const BEFORE = /[^\s\d()]{1,12}\s*$/;
const AFTER = /^\s*[^\s\d()]{1,12}/;
/** Characters around a number in which its currency is searched. */
const MARK_REACH_CHARACTERS = 32;
/** Matches large numbers as spreadsheets write them. */
const EXPONENT = /^\s*\d+(\.\d+)?e\+?\d{1,2}\s*$/i;
const WORD = /^[\s-]*([A-Za-z]+)\.?/;
const RANGE_REST = /^\s*(?:-|–|—|to\b)\s*(?:[^\d\s]\s*)?(?:\d[\d.,'’\u00a0\u202f ]*\d|\d)/;

export function parseMoney(input: unknown): Money {
  if (typeof input === 'number') {
    return { amount: Number.isFinite(input) ? input : null, currency: null };
  }
  if (typeof input !== 'string') return { amount: null, currency: null };
  if (EXPONENT.test(input))
    return { amount: Math.round(Number(input) * 100) / 100, currency: null };
  const numbers = [...input.matchAll(NUMBER)];
  const match = numbers.find((each) => isMarked(input, each)) ?? numbers[0];
  const number = match === undefined ? null : parseGrouped(match[0]);
  if (match === undefined || number === null) return { amount: null, currency: currencyOf(input) };
  const [before, after] = aroundOf(input, match);
  const currency =
    currencyOf(BEFORE.exec(before)?.[0] ?? '') ??
    currencyOf(AFTER.exec(after)?.[0] ?? '') ??
    currencyOf(input);
  // In binary, 1.7 × 1,000,000 is not always whole.
  const magnitude = magnitudeOf(input.slice(endOf(match)), currency);
  const amount = Math.round(number * magnitude * 100) / 100;
  return { amount, currency };
}

function isMarked(text: string, match: RegExpExecArray): boolean {
  const [before, after] = aroundOf(text, match);
  return MARKED_BEFORE.test(before) || MARKED_AFTER.test(after);
}

/** Returns the text before a number, and the text after it and its magnitude. */
function aroundOf(text: string, match: RegExpExecArray): [before: string, after: string] {
  const end = endOf(match);
  const before = text.slice(Math.max(0, match.index - MARK_REACH_CHARACTERS), match.index);
  const after = text
    .slice(end, end + MARK_REACH_CHARACTERS)
    .replace(WORD, (word, name: string) => (MAGNITUDES.has(name.toLowerCase()) ? '' : word));
  return [before, after];
}

function endOf(match: RegExpExecArray): number {
  return match.index + match[0].length;
}

/** Currencies that make `mil` a thousand (Spanish, Portuguese). In English it is a million. */
const OF_MIL = new Set(['EUR', 'BRL', 'MXN', 'ARS', 'CLP', 'COP', 'PEN', 'UYU']);
const MIL_OF_DOLLARS = /^\s*mil (?:de )?d[óo]lar/i;

/**
 * Returns the factor that the words after an amount give. In `lakh crore` both words count. In
 * `5-10 million` the first number is in millions too.
 */
function magnitudeOf(rest: string, currency: string | null): number {
  const nextWords = wordsOf(rest);
  const words = nextWords.length > 0 ? nextWords : wordsOf(rest.replace(RANGE_REST, ''));
  const isThousand = words.length > 1 || OF_MIL.has(currency ?? '') || MIL_OF_DOLLARS.test(rest);
  return words.reduce(
    (product, word) => product * (word === 'mil' && isThousand ? 1e3 : (MAGNITUDES.get(word) ?? 1)),
    1,
  );
}

function wordsOf(rest: string): string[] {
  const words: string[] = [];
  for (let match = WORD.exec(rest); match; match = WORD.exec(rest)) {
    const word = match[1]?.toLowerCase() ?? '';
    if (!MAGNITUDES.has(word) || words.length === 2) break;
    words.push(word);
    rest = rest.slice(match[0].length);
  }
  return words;
}

function currencyOf(text: string): string | null {
  for (const code of text.match(/(?<![A-Z])[A-Z]{3}(?![A-Z])/g) ?? []) {
    if (CURRENCIES.has(code)) return code;
  }
  return SYMBOLS.find(([symbol]) => symbol.test(text))?.[1] ?? null;
}

/**
 * Reads thousands in Western (`1,234,567`), Indian (`12,34,567`) or continental (`1.234.567,5`)
 * groups. `null` if the groups are wrong.
 */
function parseGrouped(text: string): number | null {
  const tight = text.replace(/[\s'’\u00a0\u202f]/g, '');
  const decimal = decimalMark(tight, tight.lastIndexOf('.'), tight.lastIndexOf(','));
  const whole = decimal === -1 ? tight : tight.slice(0, decimal);
  if (!/^(\d+|\d{1,3}([.,]\d{2,3})*[.,]\d{3})$/.test(whole)) return null;
  const fraction = decimal === -1 ? '' : tight.slice(decimal + 1);
  return /^\d*$/.test(fraction) ? Number(`${whole.replace(/[.,]/g, '')}.${fraction || '0'}`) : null;
}

/**
 * Returns the index of the decimal mark, -1 if there is none: the last of two different marks, or a
 * single mark that does not separate thousands.
 */
function decimalMark(text: string, dot: number, comma: number): number {
  if (dot >= 0 && comma >= 0) return Math.max(dot, comma);
  const mark = Math.max(dot, comma);
  if (mark === -1) return -1;
  const isRepeated = text.indexOf(text[mark] ?? '') !== mark;
  const isGroupOfThree = text.length - mark - 1 === 3;
  if (isRepeated || (isGroupOfThree && comma >= 0)) return -1;
  // `1.500` may be one and a half or fifteen hundred. A dot is decimal here.
  return mark;
}
