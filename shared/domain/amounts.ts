/**
 * Finds amounts in a text, in figures or in words: "$64.5 million", "16 percent", "a third", "two
 * dozen people". A text is a list of its words and signs in lower case. Pure.
 */
import { type Unit, unitBefore, unitOf } from './amount-units.js';
import { dollarsFor, startsWithSign } from './currencies.js';
import { GROUPS, ORDINALS, PARTS, SCALES, SMALL, TENS, wordValue } from './number-words.js';

/** An amount in a text, and where it is. */
export interface Amount {
  /** Money is in dollars, as far as its currency is named. */
  value: number;
  /** The number itself, in whatever currency. */
  said: number;
  unit: Unit;
  /** Indexes of its first word, and of the first word after it and its scale, often its unit. */
  start: number;
  end: number;
}

type Words = readonly string[];

/** What was read from a word on. `next` is the index of the first word after it. */
interface Reading {
  value: number;
  unit?: Unit;
  /** True if the number has a scale such as "million": then it is money unless people follow. */
  isScaled?: boolean;
  next: number;
}

/** Words that follow a quarter or a half that is a share. Otherwise it is a time or a half-year. */
const OF_WHOLE = new Set(['of', 'its', 'their', 'the', 'all', 'or']);
const TIMES = new Set(['half', 'halves', 'quarter', 'quarters']);
/** Words that may follow "a third", "a fifth" or "a tenth". "A third plant" is not a share. */
const AFTER_SHARE = new Set([
  ...OF_WHOLE,
  ...['in', 'on', 'from', 'to', 'this', 'since', 'after', 'as', 'at', 'and', 'by', 'compared'],
]);
/** Matches what may be between an amount and its unit, for example "or more". */
const BETWEEN = /^(?:\+ |(?:- )?plus |or \p{L}{1,10} |\( )/u;
/** The number of words after a number that are searched for its unit. */
const UNIT_WORDS = 6;
const ORDINAL_FIGURES = /^(\d{1,3})(?:st|nd|rd|th)$/;
const ANNIVERSARY = /^(?:(?:work|service|job|company|business) )?anniversary\b|^year (?:at|with)$/;
const FIGURES = /^(\d{1,15})([a-z]{0,2})$/;
const YEAR = /^(?:19|20)\d\d$/;
export const MONTH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;
const MAX_GROUPS = 6;
/** The depth of numbers within numbers in "two million five hundred thousand and twenty". */
const MAX_DEPTH = 2;

/** Returns the amounts in order. A number in parts ("two thousand five hundred") is one amount. */
export function amountsIn(words: Words): Amount[] {
  const amounts: Amount[] = [];
  for (let start = 0; start < words.length; ) {
    const mayBegin = isBeginning(words[start] ?? '');
    const read = mayBegin
      ? (readAnniversary(words, start) ?? readShare(words, start) ?? readNumber(words, start))
      : undefined;
    if (read) {
      const behind = words.slice(read.next, read.next + UNIT_WORDS).join(' ');
      const statedUnit = unitOf(behind.replace(BETWEEN, ''));
      const isDate = read.next === start + 1 && YEAR.test(words[start] ?? '');
      const rate = dollarsFor(words, start, read.next);
      const isMoney = read.isScaled || rate !== undefined;
      const unit =
        read.unit ?? statedUnit ?? (isMoney ? 'money' : isDate ? 'date' : unitBefore(words, start));
      const { value: said, next: end } = read;
      const value = unit === 'money' ? inDollars(said, rate) : said;
      amounts.push({ value, said, unit, start, end });
    }
    start = read?.next ?? start + 1;
  }
  return amounts;
}

/** Rounded, so that equal amounts stay equal. */
function inDollars(said: number, rate = 1): number {
  return rate === 1 ? said : Number((said * rate).toPrecision(9));
}

const BEGINNINGS = new Set([
  ...['a', 'an', 'half', 'quarter'],
  ...[...SMALL.keys(), ...TENS.keys(), ...ORDINALS.keys()],
]);

/** Returns true if an amount may begin here: a fast check, as every signal of a window is read. */
function isBeginning(word: string): boolean {
  const first = word.charAt(0);
  if (first >= '0' && first <= '9') return true;
  return BEGINNINGS.has(word) || startsWithSign(word);
}

/** Reads the years of an anniversary ("15th work anniversary"). */
function readAnniversary(words: Words, at: number): Reading | undefined {
  const tens = TENS.get(words[at] ?? '');
  const last = tens ? behindHyphen(words, at + 1) : at;
  const text = words[last] ?? '';
  const ordinal = ORDINALS.get(text) ?? Number(ORDINAL_FIGURES.exec(text)?.[1] ?? 0);
  const isOfYears = ordinal > 0 && ANNIVERSARY.test(words.slice(last + 1, last + 3).join(' '));
  const value = ordinal < 10 ? (tens ?? 0) + ordinal : ordinal;
  return isOfYears ? { value, unit: 'years', next: last + 1 } : undefined;
}

/** Reads a share ("a third", "two thirds", "half of", "one in ten") as whole percent. */
function readShare(words: Words, at: number): Reading | undefined {
  if (readPartOfScale(words, at)) return;
  const word = words[at] ?? '';
  const behind = behindHyphen(words, at + 1);
  if (word === 'half') {
    const isShare = OF_WHOLE.has(words[at + 1] ?? '') && !isOfYear(words, at);
    return isShare ? share(1, 2, at + 1) : undefined;
  }
  const count = isArticle(word) ? 1 : (SMALL.get(word) ?? 0);
  if (!count) return;
  if (words[behind] === 'in' && !isArticle(word)) {
    const whole = wordValue(words[behind + 1] ?? '');
    if (whole > count) return share(count, whole, behind + 2);
  }
  const part = words[behind] ?? '';
  const whole = PARTS.get(part);
  // "Two quarters of decline" is a period of time.
  if (!whole || count >= whole || (part === 'quarters' && count === 2)) return;
  const next = words[behind + 1] ?? '';
  const isCompound = next === '-' && /^\p{L}/u.test(words[behind + 2] ?? '');
  const isShare = TIMES.has(part)
    ? OF_WHOLE.has(next)
    : AFTER_SHARE.has(next) || !(isCompound || /^\p{L}/u.test(next));
  return isShare ? share(count, whole, behind + 1) : undefined;
}

/** Returns true for half of a year, for example "the second half of 2026". */
function isOfYear(words: Words, at: number): boolean {
  const before = words[at - 1] === '-' ? words[at - 2] : words[at - 1];
  return (
    YEAR.test(words[at + 2] ?? '') || /^(?:first|second|1st|2nd|last|latter)$/.test(before ?? '')
  );
}

function share(count: number, whole: number, next: number): Reading {
  return { value: Math.floor((100 * count) / whole), unit: 'percent', next };
}

/** Reads a number with its currency and scale. `depth` is how many numbers it is a part of. */
function readNumber(words: Words, at: number, depth = 0): Reading | undefined {
  const word = words[at] ?? '';
  const isMoney = startsWithSign(word);
  // The text is split so that "€20" is one word, but "$" is a word of its own.
  const number =
    isMoney && word.length > 1
      ? readFigures(words, at, word.slice(1))
      : readPlain(words, isMoney ? at + 1 : at);
  if (!number) return;
  let { value, next } = number;
  const group = words[behindHyphen(words, next)] ?? '';
  const factor = GROUPS.get(group);
  if (factor) {
    value *= factor;
    next = behindHyphen(words, next) + 1;
    const rest = factor === 100 ? readBelowHundred(words, next) : undefined;
    if (rest) {
      value += rest.value;
      next = rest.next;
    }
  }
  const scaleAt = words[next] === '+' ? next + 1 : behindHyphen(words, next);
  const letters = words[scaleAt] ?? '';
  // An "8-K" is a form, not 8,000.
  const isForm = scaleAt > next && letters.length < 3;
  const scale = isForm ? undefined : scaleOf(letters, words, at, scaleAt + 1);
  if (scale) {
    value *= scale;
    next = scaleAt + 1;
  }
  const limit = scale ?? factor;
  const rest = limit && depth < MAX_DEPTH ? readRest(words, next, depth) : undefined;
  if (limit && rest && rest.value < limit) {
    value += rest.value;
    next = rest.next;
  }
  const unit = isMoney ? 'money' : /^(?:decade|centur)/.test(group) ? 'years' : number.unit;
  return { value, next, isScaled: Boolean(scale ?? number.isScaled), ...(unit && { unit }) };
}

/** Reads words after the first scale: "two thousand five hundred", "a hundred and fifty". */
function readRest(words: Words, at: number, depth: number): Reading | undefined {
  const from = words[at] === 'and' ? at + 1 : at;
  const word = words[from] ?? '';
  if (!SMALL.has(word) && !TENS.has(word)) return;
  const rest = readNumber(words, from, depth + 1);
  return rest?.unit ? undefined : rest;
}

/** Reads what follows "hundred" in the same number: "and twenty", or "twenty" before "million". */
function readBelowHundred(words: Words, at: number): Reading | undefined {
  const isAnd = words[at] === 'and';
  const from = isAnd ? at + 1 : at;
  const word = words[from] ?? '';
  if (!SMALL.has(word) && !TENS.has(word)) return;
  const rest = word === 'one' ? { value: 1, next: from + 1 } : readPlain(words, from);
  if (!rest || rest.value >= 100) return;
  const behind = words[behindHyphen(words, rest.next)] ?? '';
  return SCALES.has(behind) || (isAnd && !GROUPS.has(behind)) ? rest : undefined;
}

/** Reads a number before its scale. "One" alone is rarely an amount, but "one million" is. */
function readPlain(words: Words, at: number): Reading | undefined {
  const word = words[at] ?? '';
  const part = readPartOfScale(words, at);
  if (part) return part;
  const isAndHalf = words.slice(at + 1, at + 4).join(' ') === 'and a half';
  if (isArticle(word) || (word === 'one' && !isAndHalf)) {
    return isScaleAt(words, at + 1) ? { value: 1, next: at + 1 } : undefined;
  }
  const value = SMALL.get(word) ?? TENS.get(word);
  if (value === undefined) return readFigures(words, at);
  if (isAndHalf) return { value: value + 0.5, next: at + 4 };
  const behind = behindHyphen(words, at + 1);
  const ones = TENS.has(word) ? SMALL.get(words[behind] ?? '') : undefined;
  return ones && ones < 10 ? { value: value + ones, next: behind + 1 } : { value, next: at + 1 };
}

/** Reads the part in "half a million", "three quarters of a million" and "a half-century". */
function readPartOfScale(words: Words, at: number): Reading | undefined {
  const word = words[at] ?? '';
  const count = SMALL.get(word);
  const partAt = count || isArticle(word) ? behindHyphen(words, at + 1) : at;
  const part = words[partAt] ?? '';
  const whole = PARTS.get(part);
  if (!whole) return;
  let next = behindHyphen(words, partAt + 1);
  if (words[next] === 'of') next += 1;
  // "A third hundred-bed hospital" is not a part.
  else if (!TIMES.has(part)) return;
  if (isArticle(words[next] ?? '')) next += 1;
  return isScaleAt(words, next) ? { value: (count ?? 1) / whole, next } : undefined;
}

/** Returns true if a word for a scale is at the index or behind a hyphen there. */
function isScaleAt(words: Words, at: number): boolean {
  const word = words[behindHyphen(words, at)] ?? '';
  return GROUPS.has(word) || (SCALES.has(word) && word.length > 2);
}

/** Reads figures split at signs: "1,200", "64.5", "10m". `word` is the first without currency. */
function readFigures(words: Words, at: number, word = words[at] ?? ''): Reading | undefined {
  let match = word >= '0' && word < ':' ? FIGURES.exec(word) : null;
  if (!match) return;
  let digits = match[1] ?? '';
  let next = at + 1;
  const isWhole = Boolean(match[2]) || YEAR.test(digits);
  // In "March 31, 120 workers" the number after the month is a day.
  const mayGroup = !isWhole && digits.length < 4 && !MONTH.test(words[at - 1] ?? '');
  for (let group = 0; group < MAX_GROUPS && mayGroup && words[next] === ','; group += 1) {
    if (!/^\d{3}$/.test(words[next + 1] ?? '')) break;
    digits += words[next + 1];
    next += 2;
  }
  const isPoint = !isWhole && (words[next] === '.' || (mayGroup && isDecimalComma(words, next)));
  const decimals = isPoint ? FIGURES.exec(words[next + 1] ?? '') : null;
  if (decimals) {
    match = decimals;
    digits += `.${decimals[1]}`;
    next += 2;
  }
  const letters = match[2] ?? '';
  const value = Number(digits);
  if (letters === 'pc') return { value, next, unit: 'percent' };
  // "3p" is three pence.
  const scale = letters && letters !== 'p' ? scaleOf(letters, words, at, next) : 1;
  return scale ? { value: value * scale, next, isScaled: scale !== 1 } : undefined;
}

/** "$10MM" and "10MM USD" are 10 million dollars, but "10mm" are millimetres. */
function scaleOf(letters: string, words: Words, at: number, end: number): number | undefined {
  if (letters !== 'mm') return SCALES.get(letters);
  const isMoney = startsWithSign(words[at - 1] ?? '') || dollarsFor(words, at, end) !== undefined;
  return isMoney ? 1e6 : undefined;
}

/** Returns true for the comma of "10,5 million" and "10,5m", as other languages write decimals. */
function isDecimalComma(words: Words, at: number): boolean {
  if (words[at] !== ',') return false;
  const [, digits = '', letters = ''] = FIGURES.exec(words[at + 1] ?? '') ?? [];
  const scale = letters || (words[at + 2] ?? '');
  return (digits.length === 1 || digits.length === 2) && SCALES.has(scale);
}

/** Returns the index after the hyphen at `at`, or `at` if there is no hyphen. */
function behindHyphen(words: Words, at: number): number {
  return words[at] === '-' ? at + 1 : at;
}

function isArticle(word: string): boolean {
  return word === 'a' || word === 'an';
}
