/** Reads amounts of a question and compares them with the amounts that a signal mentions. Pure. */

import type { AmountReader } from '../../../../shared/domain/amount-reader.js';
import { type Amount, amountsIn } from '../../../../shared/domain/amounts.js';
import type { AmountRange } from '../../../../shared/domain/ports/vector-index.js';
import { overlaps, type PlacedWord, positionsOf, wordsWithin } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';

/** Matches a bound at the end of the words before an amount, joined by spaces. */
const BOUND_BEFORE =
  /(?:^| )(?<bound>(?:(?:no|not) )?(?:less|fewer|more|greater|larger|bigger|higher|longer|smaller|lower|shorter) than|(?:not )?(?:over|above|exceeding|under|below)|beyond|at least|upwards of|at most|up to|[><] =|[><])$/;
/** Matches a bound after an amount or unit: "20 or more employees", "twenty years or longer". */
const BOUND_AFTER =
  /^(?:(?:- )?(?!or )\p{L}{1,20} |% )?(?<bound>\+|(?:- )?plus(?! (?:an? |\$))|or (?:more|longer|over|above|greater|larger|bigger|higher|up|upwards|less|fewer|under|below|shorter|smaller|lower)|and (?:over|above|up|upwards|more)(?! \p{L}))(?= |$)/u;
const NEGATED = /^not? /;
/** Matches phrases such as "without a price". Their own "without" does not exclude them. */
const NEGATION = /^(?:without|no) /i;
const SMALL = /less|fewer|under|below|smaller|lower|shorter|at most|up to|</;
const INCLUSIVE = /^(?:not?|or|and) |^at |up to|upwards|=|\+|plus/;
/** Words of the longest bound, with a unit. */
const BOUND_WORDS = 5;
/** Matches words that make an amount approximate: "about 5 million" is from 4/5 to 5/4 of it. */
const NEAR =
  /(?:^|(?<!\b(?:news|stor(?:y|ies)|posts?|articles?|reports?|me|us|know|anything|talk(?:s|ing)?|wr(?:ites?|iting)|info|information)) )(?<said>about|around|roughly|approximately|nearly|almost|close to)$/;
const EXACT = /(?:^|(?<!\bnot) )(?<said>exactly|precisely)$/;
/** How much an exact amount may differ, because summaries round amounts. */
const EXACT_FACTOR = 1.001;
const NEAR_WORDS = 2;
const NEAR_FACTOR = 1.25;
/** Patterns for "an undisclosed price", "without saying how much", "terms were kept secret". */
const UNDISCLOSED: readonly RegExp[] = [
  /\bundisclosed\b/giu,
  /\b(?:without|not) (?:saying|telling|disclosing|mentioning|revealing|stating|naming) (?:how much|(?:the |an? )?(?:price|amount|value|sum|size|figure|terms)s?)\b/giu,
  /\b(?:mentions? |names? )?(?:without|no) (?:an? )?(?:disclosed |known |stated |published |dollar )?(?:price|amount|value|sum|size|figure|terms)s?\b/giu,
  /\b(?:price|amount|value|sum|size|figure|terms)s? (?:(?:was|is|were|are) )?(?:not|never) (?:disclosed|known|given|made public|announced|revealed|stated|published|told)\b/giu,
  /\b(?:price|amount|value|sum|size|figure|terms)s? (?:(?:was|is|were|are|stays?|stayed|kept) ){1,2}(?:secret|confidential|private|unknown|under wraps)\b/giu,
  /\b(?:secret|confidential|unknown) (?:price|amount|value|sum|size|figure|terms)s?\b/giu,
  /\b(?:did|does|do|will|would)(?: not|n['’]t) (?:say|tell|disclose|reveal|name|state|publish) (?:how much|(?:the |an? |its |their )?(?:price|amount|value|sum|size|figure|terms)s?)\b/giu,
];

interface Nearness {
  said: string;
  /** Factor by which an amount may be larger or smaller. */
  factor: number;
}

interface Bound {
  phrase: string;
  /** First word of the amount and its bound, and the first word after both. */
  start: number;
  end: number;
}

/** Returns the parts for amounts. `excluded`: positions of word pieces that are surely excluded. */
export function numberParts(
  question: string,
  words: readonly PlacedWord[],
  readAmounts: AmountReader,
  excluded: ReadonlySet<number>,
): QuestionPart[] {
  const spelt = words.map(({ text }) => text.toLowerCase());
  const amounts = amountsIn(spelt);
  const isExcluded = ({ positions }: QuestionPart) => overlaps(positions, excluded);
  const single = amounts.flatMap((amount, at) => {
    const bound = boundOf(amount, spelt);
    if (bound) {
      const part = boundPart(amount, bound, words, readAmounts);
      // "But not more than 5 million" is not a double negation.
      return [isExcluded(part) && !NEGATED.test(bound.phrase) ? invertedPart(part) : part];
    }
    const isOfRange = [at - 1, at].some((each) => isRangeAt(amounts, each, spelt));
    const near = isOfRange ? undefined : nearOf(amount, spelt);
    if (near) return [nearPart(amount, near, words, readAmounts)];
    return NO_UNIT.has(amount.unit) ? [] : [equalPart(amount, words, readAmounts)];
  });
  const ranges = amounts.flatMap((low, at) => {
    const high = amounts[at + 1];
    const isOne = high && isRangeAt(amounts, at, spelt);
    return isOne ? [rangePart(low, high, words, readAmounts)] : [];
  });
  const phrases = UNDISCLOSED.flatMap((pattern) => [...question.matchAll(pattern)]);
  const undisclosed = phrases.map(({ 0: phrase, index }) => {
    const part = undisclosedPart(wordsWithin(words, index, index + phrase.length), readAmounts);
    return isExcluded(part) && !NEGATION.test(phrase) ? invertedPart(part) : part;
  });
  return [...single, ...ranges, ...undisclosed];
}

function boundOf({ start, end }: Amount, words: readonly string[]): Bound | undefined {
  const from = Math.max(0, start - BOUND_WORDS);
  const before = BOUND_BEFORE.exec(words.slice(from, start).join(' '))?.groups?.bound;
  if (before) return { phrase: before, start: start - wordsIn(before), end };
  const after = BOUND_AFTER.exec(words.slice(end, end + BOUND_WORDS).join(' '));
  if (!after?.groups) return;
  const { bound = '' } = after.groups;
  return { phrase: bound, start, end: end + wordsIn(after[0]) };
}

function nearPart(
  wanted: Amount,
  { said, factor }: Nearness,
  words: readonly PlacedWord[],
  readAmounts: AmountReader,
): QuestionPart {
  const { value, start, end } = wanted;
  const ends = [value / factor, value * factor] as const;
  return betweenPart(
    words.slice(start - wordsIn(said), end),
    ends,
    unitsOf(wanted, words),
    readAmounts,
  );
}

/** Finds a word such as "about" or "exactly" before an amount that has a unit. */
function nearOf({ start, unit }: Amount, words: readonly string[]): Nearness | undefined {
  if (NO_UNIT.has(unit)) return;
  const before = words.slice(Math.max(0, start - NEAR_WORDS), start).join(' ');
  const [near, exact] = [NEAR, EXACT].map((pattern) => pattern.exec(before)?.groups?.said);
  if (near) return { said: near, factor: NEAR_FACTOR };
  return exact ? { said: exact, factor: EXACT_FACTOR } : undefined;
}

/** Returns true for the first amount of "between 100 and 200", "10 to 20 million" or "5-10%". */
function isRangeAt(amounts: readonly Amount[], at: number, words: readonly string[]): boolean {
  const [low, high] = [amounts[at], amounts[at + 1]];
  if (!low || !high) return false;
  const between = words.slice(low.end, high.start).join(' ');
  const isJoined = between === 'and' && words[low.start - 1] === 'between';
  return isJoined || between === 'to' || between === '-';
}

/** Creates the part for a range. A low end without a scale has the scale of the high end. */
function rangePart(
  low: Amount,
  high: Amount,
  words: readonly PlacedWord[],
  readAmounts: AmountReader,
): QuestionPart {
  const start = words[low.start - 1]?.text.toLowerCase() === 'between' ? low.start - 1 : low.start;
  const scale = SCALES.find((each) => high.value >= each && low.value < each) ?? 1;
  const least = high.unit === 'money' ? low.value * scale : low.value;
  const ends = [least, high.value] as const;
  return betweenPart(words.slice(start, high.end), ends, unitsOf(high, words), readAmounts);
}

/** Creates a part that is met by an amount in a range, both ends included. */
function betweenPart(
  words: readonly PlacedWord[],
  [least, most]: readonly [number, number],
  isOfUnit: (unit: Amount['unit']) => boolean,
  readAmounts: AmountReader,
): QuestionPart {
  const isMet = ({ value, unit }: Amount): boolean =>
    isOfUnit(unit) && value >= least && value <= most;
  const part = amountPart(words, isMet, readAmounts);
  return { ...part, ...amountCondition(isOfUnit, { from: least, to: most }) };
}

/**
 * Returns the condition for a store, which compares the largest amount of a signal: that is usually
 * the one asked for.
 */
function amountCondition(
  isOfUnit: (unit: Amount['unit']) => boolean,
  range: Omit<AmountRange, 'of'>,
): Pick<QuestionPart, 'storeCondition'> {
  const units = (['money', 'people'] as const).filter(isOfUnit);
  return units.length === 0
    ? {}
    : { storeCondition: { amounts: units.map((of) => ({ of, ...range })) } };
}

const SCALES = [1e9, 1e6, 1e3];

function wordsIn(phrase: string): number {
  return phrase.split(' ').length;
}

function boundPart(
  wanted: Amount,
  { phrase, start, end }: Bound,
  words: readonly PlacedWord[],
  readAmounts: AmountReader,
): QuestionPart {
  const isUpper = SMALL.test(phrase) !== NEGATED.test(phrase);
  const isInclusive = INCLUSIVE.test(phrase);
  const isOfUnit = unitsOf(wanted, words);
  const isMet = ({ value, unit }: Amount): boolean =>
    isOfUnit(unit) &&
    ((isInclusive && value === wanted.value) ||
      (isUpper ? value < wanted.value : value > wanted.value));
  const part = amountPart(words.slice(start, end), isMet, readAmounts);
  const { value } = wanted;
  const range = isUpper ? { from: 1, to: value } : { from: value };
  return { ...part, ...amountCondition(isOfUnit, range) };
}

/** Creates the part for an exact amount: "ten years" are "10 years". Similar words count too. */
function equalPart(
  wanted: Amount,
  words: readonly PlacedWord[],
  readAmounts: AmountReader,
): QuestionPart {
  const isMet = ({ value, unit }: Amount): boolean =>
    unit === wanted.unit && value === wanted.value;
  return {
    ...amountPart(words.slice(wanted.start, wanted.end), isMet, readAmounts),
    overridesWords: false,
    isCondition: false,
  };
}

/** Creates a part that is met if one of the amounts of a signal fits. */
function amountPart(
  words: readonly PlacedWord[],
  isMet: (amount: Amount) => boolean,
  readAmounts: AmountReader,
): QuestionPart {
  return {
    positions: positionsOf(words),
    overridesWords: true,
    isCondition: true,
    // "An acquisition over $100 million" is not a buy-back of shares: the other words count too.
    mostShare: 0.65,
    needsCompany: false,
    match: (tokens) => ({ at: -1, likeness: readAmounts(tokens).some(isMet) ? 1 : 0 }),
    locate(tokens) {
      const told = readAmounts(tokens).find(isMet);
      return told && readAmounts.spanOf(tokens, told);
    },
  };
}

/** Inverts a part: "ignoring anything under a million" is met by texts without such an amount. */
function invertedPart({
  match,
  locate: _,
  storeCondition: __,
  ...part
}: QuestionPart): QuestionPart {
  return {
    ...part,
    metBy: 'absence',
    match: (...signal) => ({ at: -1, likeness: 1 - (match(...signal)?.likeness ?? 0) }),
  };
}

function undisclosedPart(words: readonly PlacedWord[], readAmounts: AmountReader): QuestionPart {
  const isMoney = ({ unit }: Amount): boolean => unit === 'money';
  return {
    ...amountPart(words, isMoney, readAmounts),
    metBy: 'absence',
    match: (tokens) => ({ at: -1, likeness: readAmounts(tokens).some(isMoney) ? 0 : 1 }),
    locate: () => undefined,
  };
}

const NO_UNIT: ReadonlySet<Amount['unit']> = new Set(['other', 'date']);
/** Units that a number alone may have: "more than 100" may be people or money. */
const COUNTED: ReadonlySet<Amount['unit']> = new Set(['people', 'money', 'other']);
const NOTHING_COUNTED = /^(?:[^\p{L}]|$|(?:in|at|by|for|from|on|this|last|and|since|after)$)/u;

function unitsOf({ unit, end }: Amount, words: readonly PlacedWord[]) {
  if (!NO_UNIT.has(unit)) return (told: Amount['unit']) => told === unit;
  const isOpen = NOTHING_COUNTED.test(words[end]?.text.toLowerCase() ?? '');
  return (told: Amount['unit']) => (isOpen ? COUNTED.has(told) : told === 'other');
}
