/**
 * Reads amounts of money as people write them: `$1.5M`, `USD 20 million`, `€2,5 Mio.`,
 * `₹12,34,567.50`, `Rs 5 crore`, `1700000`.
 */
import { valuesOfWords } from '../number-words.js';
import { isNegative, withoutExponents } from './number-text.js';

/** An amount of money. `amount` is `null` if the text contains none, or a negative one. */
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
  [/₽|руб/i, 'RUB'],
  // Not `J$` or `TT$`: other letters before it mean another dollar.
  [/(?<!(?<![A-Z])[A-Z]{1,3})\$/, 'USD'],
];

const MAGNITUDES = valuesOfWords(
  [1e2, 'hundred 百 백'],
  [1e3, 'k thousand thousands tsd tausend mille mila тыс тысяч 千 천'],
  [1e4, '万 萬 만'],
  [1e5, 'lakh lakhs lac lacs'],
  [1e6, 'm mn mm mil mill mio mln million millions millionen millones millón milhão milhões'],
  [1e6, 'milione milioni miljoen miljon miljoner millioner млн миллион миллиона миллионов'],
  [1e7, 'crore crores cr'],
  [1e8, '亿 億 억'],
  [1e9, 'b bn bln bil bill billion billions bilhão bilhões mrd mld md mds mia milliard milliards'],
  [1e9, 'milliarde milliarden milliarder miliardo miliardi miljard miljarder млрд'],
  [1e12, 't tn trn trillion trillions 조'],
);

/** Words that may follow an amount. Any other may be a magnitude that is not known here. */
const PLAIN_WORDS = new Set(
  (
    'a an as at by cash each for from in into of on per round seed series share shares the ' +
    'total upfront us u was with dollar dollars euro euros euroa pound pounds sterling yen yuan ' +
    'rmb rs rupee rupees franc francs kr krone kronor kroner kč zł złotych real reais peso pesos ' +
    'won lei lira tl ft soles franken pfund dólares dólar dollari usdt руб рубль рублей грн ' +
    'american australian canadian hong indian japanese new singapore swiss ' +
    '元 人民币 円 원 美元 ドル ユーロ 달러'
  ).split(' '),
);
/** Matches a word that joins two amounts if there is a second one. */
const JOIN = /^\s*(?:and|or|to)\b(?!.*\d)/is;

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
const NUMBER = /(?:(?<![\p{L}\d.])\.)?(?:\d[\d.,'’\u00a0\u202f ]*\d|\d)/gu;
/** The least number before which no magnitude is missing, whatever word follows. */
const LARGE = 1e3;
/** A number right next to a currency is the amount. Other numbers are years or counts. */
const MARKED_BEFORE = /(?:[$€£¥￥₹₩₽]|\bRs\.?|(?<![A-Z])[A-Z]{3}(?![A-Z]))\s*$/;
const MARKED_AFTER = /^\s*(?:[$€£¥￥₹₩₽]|\bRs\.?|(?<![A-Z])[A-Z]{3}(?![A-Z]))/;
/** Match the word next to a number. If it is a currency, it counts before others in the text. */
const BEFORE = /[^\s\d()]{1,12}\s*$/;
const AFTER = /^\s*[^\s\d()]{1,12}/;
/** Characters around a number in which its currency is searched. */
const MARK_REACH_CHARACTERS = 32;
const PARTS: Readonly<Record<string, string>> = { '¼': '.25', '½': '.5', '¾': '.75' };
const PART = /(\d?) ?([¼½¾])/g;
/** Matches the sign of a yuan: the characters after the number are simplified Chinese. */
const YUAN = /[¥￥](?=[\d.,\s]+[万千百]*[亿元])/g;
const WORD = /^(?:[\s+-]*|\.)([百千万萬亿億백천만억조]|[\p{L}\p{M}]+)\.?/u;
/** Match what goes on with a number: `5/2`, and `3億5千万` after its first magnitude. */
const FRACTION = /^\/\d/;
const MORE = /^\d/;
const RANGE_REST = /^\s*(?:-|–|—|to\b)\s*(?:[^\d\s]\s*)?(?:\d[\d.,'’\u00a0\u202f ]*\d|\d)/;

export function parseMoney(input: unknown): Money {
  if (typeof input === 'number') {
    return { amount: Number.isFinite(input) && input >= 0 ? input : null, currency: null };
  }
  if (typeof input !== 'string') return { amount: null, currency: null };
  const text = withoutExponents(input)
    .replace(PART, (_, digit: string, part: string) => `${digit || 0}${PARTS[part]}`)
    .replace(YUAN, 'CNY ');
  const numbers = [...text.matchAll(NUMBER)];
  const match = numbers.find((each) => isMarked(text, each)) ?? numbers[0];
  const number = match === undefined ? null : parseGrouped(match[0]);
  if (match === undefined || number === null) return { amount: null, currency: currencyOf(text) };
  const [before, after] = aroundOf(text, match);
  const currency =
    currencyOf(BEFORE.exec(before)?.[0] ?? '') ??
    currencyOf(AFTER.exec(after)?.[0] ?? '') ??
    currencyOf(text);
  if (isNegative(text, match.index)) return { amount: null, currency };
  const magnitude = magnitudeOf(number, text.slice(endOf(match)), currency);
  // In binary, 1.7 × 1,000,000 is not always whole.
  const amount = magnitude === null ? null : Math.round(number * magnitude * 100) / 100;
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
 * Returns the factor that the words after an amount give, `null` if it is uncertain. In `lakh
 * crore` both words count. In `5-10 million` the first number is in millions too.
 */
function magnitudeOf(number: number, rest: string, currency: string | null): number | null {
  const read = wordsOf(rest);
  const range = read.words.length > 0 ? '' : (RANGE_REST.exec(rest)?.[0] ?? '');
  const { words, after } = range === '' ? read : wordsOf(rest.slice(range.length));
  if ((words.length > 0 ? MORE : FRACTION).test(after)) return null;
  if (words.length === 0 && number < LARGE && !isPlain(after)) return null;
  const isThousand = words.length > 1 || OF_MIL.has(currency ?? '') || MIL_OF_DOLLARS.test(rest);
  return words.reduce(
    (product, word) => product * (word === 'mil' && isThousand ? 1e3 : (MAGNITUDES.get(word) ?? 1)),
    1,
  );
}

/** Returns false if a text begins with a word that may be a magnitude. */
function isPlain(text: string): boolean {
  const word = WORD.exec(text)?.[1]?.toLowerCase();
  if (word === undefined || PLAIN_WORDS.has(word) || JOIN.test(text)) return true;
  return CURRENCIES.has(word.toUpperCase());
}

function wordsOf(rest: string): { words: string[]; after: string } {
  const words: string[] = [];
  for (let match = WORD.exec(rest); match && words.length < 2; match = WORD.exec(rest)) {
    const word = match[1]?.toLowerCase() ?? '';
    if (!MAGNITUDES.has(word)) break;
    words.push(word);
    rest = rest.slice(match[0].length);
  }
  return { words, after: rest };
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
  if (!/^(\d*|\d{1,3}([.,]\d{2,3})*[.,]\d{3})$/.test(whole)) return null;
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
