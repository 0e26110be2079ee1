/** Reads amounts of a question and compares them with the amounts that a signal mentions. Pure. */
import type { AmountReader } from '../../../../shared/domain/amount-reader.js';
import type { Amount } from '../../../../shared/domain/amounts.js';
import { wordValue } from '../../../../shared/domain/number-words.js';
import { type AskedQuestion, wordsMatching } from '../words/asked-question.js';
import { overlaps, type PlacedWord, positionsOf } from '../words/phrases.js';
import { orOpposite, type QuestionPart } from '../words/question-part.js';
import { boundOf, highEndAt, joinedEndAt, NEGATED, nearOf, readBound } from './amount-bounds.js';
import { askedAmounts } from './asked-amounts.js';

/** Matches phrases such as "without a price". Their own "without" does not exclude them. */
const NEGATION = /^(?:without|no) /i;
/** Matches bounds that make one word with a number: "under-30 founders" have no amount. */
const PREFIX = /^sub$| -$/;
const OR_SO = /^(?:- )?years? or so\b/;
/** Patterns for "an undisclosed price", "without saying how much", "terms were kept secret". */
const UNDISCLOSED = [
  String.raw`\bundisclosed\b`,
  String.raw`\b(?:without|not) (?:saying|telling|disclosing|mentioning|revealing|stating|naming) (?:how much|(?:the |an? )?SUM)\b`,
  String.raw`\b(?:mentions? |names? )?(?:without|no) (?:an? )?(?:disclosed |known |stated |published |dollar )?SUM(?: (?:disclosed|given|mentioned|named|stated))?\b`,
  String.raw`\bSUM (?:(?:was|is|were|are) )?(?:not|never) (?:disclosed|known|given|made public|announced|revealed|stated|published|told)\b`,
  String.raw`\bSUM (?:(?:was|is|were|are|stays?|stayed|kept) ){1,2}(?:secret|confidential|private|unknown|under wraps)\b`,
  String.raw`\b(?:secret|confidential|unknown) SUM\b|\bSUM (?:secret|unknown)\b`,
  String.raw`\b(?:did|does|do|will|would)(?: not|n['’]t) (?:say|tell|disclose|reveal|name|state|publish) (?:how much|(?:the |an? |its |their )?SUM)\b`,
].map(
  (pattern) =>
    new RegExp(pattern.replaceAll('SUM', '(?:price|amount|value|sum|size|figure|terms)s?'), 'giu'),
);

/** Matches "a seven-figure round" and "hundreds of millions", but not "tens of millions of users". */
const MAGNITUDE =
  /\b(?:(?:six|seven|eight|nine|ten|[6-9]|10)[- ]figures?|(?:tens|hundreds) of (?:millions|billions)(?! of (?!dollars|euros|pounds)))\b/giu;

/** The amounts that meet a condition. Without an end they are unlimited. */
interface Range {
  from?: number;
  to?: number;
  /** True if the ends do not meet it: "more than 100". */
  isExclusive?: boolean;
}

type IsOfUnit = (unit: Amount['unit']) => boolean;

export function numberParts(asked: AskedQuestion, readAmounts: AmountReader): QuestionPart[] {
  const { words, spelt, exclusions } = asked;
  const amounts = askedAmounts(asked);
  const unlessExcluded = (part: QuestionPart, isDenied: boolean): QuestionPart =>
    overlaps(part.positions, exclusions.surePositions) && !isDenied ? invertedPart(part) : part;
  const single = amounts.flatMap((amount, at) => {
    const { said, unit, start, end } = amount;
    // "More than 5 but less than 10 million".
    const high = NO_UNIT.has(unit) ? joinedEndAt(amounts, at, spelt) : undefined;
    const value = high ? lowEndOf(amount, high) : amount.value;
    const isOfUnit = unitsOf(high ?? amount, spelt);
    const bound = boundOf(amount, spelt);
    // The bound of "100 to 200 or more" is that of the range.
    if (bound && highEndAt(amounts, at - 1, spelt)) return [];
    if (bound && !(NO_UNIT.has(unit) && PREFIX.test(bound.phrase))) {
      const within = words.slice(bound.start, bound.end);
      const part = rangePart(within, rangeOf(bound.phrase, value), isOfUnit, readAmounts);
      // "But not more than 5 million" is not a double negation.
      return [unlessExcluded(part, NEGATED.test(bound.phrase))];
    }
    if (NO_UNIT.has(unit)) return [];
    const isOfRange = highEndAt(amounts, at - 1, spelt) ?? highEndAt(amounts, at, spelt);
    const near = isOfRange ? undefined : nearOf(amount, spelt);
    if (near) {
      const ends = { from: value / near.factor, to: value * near.factor };
      return [rangePart(words.slice(near.start, end), ends, isOfUnit, readAmounts)];
    }
    const isSame = (told: Amount): boolean => told.unit === unit && told.said === said;
    const part = amountPart(words.slice(start, end), isSame, readAmounts);
    // "Ten years" are "10 years", and 9 years are not. Of other units, similar amounts count too.
    const isExact = unit === 'years' && !isOfRange && !OR_SO.test(spelt.slice(end).join(' '));
    // A signal that tells only other amounts of the unit says the opposite: "20th anniversary".
    const saysOther = (tokens: readonly number[]): boolean =>
      readAmounts(tokens).some((told) => isOfUnit(told.unit));
    const match = isExact ? orOpposite(part.match, saysOther) : part.match;
    return [{ ...part, match, overridesWords: isExact, isCondition: isExact }];
  });
  const ranges = amounts.flatMap((low, at) => {
    const high = highEndAt(amounts, at, spelt);
    if (!high) return [];
    const start = spelt[low.start - 1] === 'between' ? low.start - 1 : low.start;
    const bound = boundOf(high, spelt);
    const ends = { from: lowEndOf(low, high), to: high.value };
    // "100 to 200 or more" has no upper end.
    const range = bound
      ? rangeOf(bound.phrase, readBound(bound.phrase).isUpper ? ends.to : ends.from)
      : ends;
    const said = words.slice(start, bound?.end ?? high.end);
    return [rangePart(said, range, unitsOf(high, spelt), readAmounts)];
  });
  const phrases = UNDISCLOSED.flatMap((pattern) => wordsMatching(asked, pattern));
  const undisclosed = phrases.map(({ said, words: those }) => {
    const part = invertedPart(amountPart(those, ({ unit }) => isMoney(unit), readAmounts));
    return neverByForm(unlessExcluded(part, NEGATION.test(said)));
  });
  const magnitudes = wordsMatching(asked, MAGNITUDE).map(({ said, words: those }) => {
    const from = leastOf(said);
    const part = rangePart(those, { from, to: 10 * from - 1 }, isMoney, readAmounts);
    const saysSame = (tokens: readonly number[]): boolean =>
      [...readAmounts.wordsOf(tokens).join(' ').replaceAll(' - ', '-').matchAll(MAGNITUDE)].some(
        ([other]) => leastOf(other) === from,
      );
    const match: QuestionPart['match'] = (tokens, ...rest) =>
      saysSame(tokens) ? { likeness: 1 } : part.match(tokens, ...rest);
    return unlessExcluded({ ...part, match }, false);
  });
  return [...single, ...ranges, ...magnitudes, ...undisclosed];
}

/** Returns the low end of a range. "5 to €10 million" names the scale and the currency once. */
function lowEndOf(low: Amount, high: Amount): number {
  if (high.unit !== 'money') return low.value;
  const scale = SCALES.find((each) => high.value >= each && low.value < each) ?? 1;
  const rate = low.unit === high.unit ? 1 : high.value / high.said;
  const scaled = low.value * scale * rate;
  return scaled < high.value ? scaled : low.value * rate;
}

const isMoney: IsOfUnit = (unit) => unit === 'money';

/** Returns the least amount that has seven figures, or is one of "hundreds of millions". */
function leastOf(magnitude: string): number {
  const [count = '', ...rest] = magnitude.toLowerCase().split(/[- ]/);
  const figures = wordValue(count);
  if (figures > 0) return 10 ** (figures - 1);
  return (count === 'tens' ? 10 : 100) * (rest.includes('billions') ? 1e9 : 1e6);
}

function rangeOf(bound: string, value: number): Range {
  const { isUpper, isInclusive } = readBound(bound);
  return { [isUpper ? 'to' : 'from']: value, isExclusive: !isInclusive };
}

const SCALES = [1e9, 1e6, 1e3];

/**
 * Creates a condition that is met by an amount in a range. A store compares the largest amount of a
 * signal with it: that is usually the one asked for.
 */
function rangePart(
  words: readonly PlacedWord[],
  { from, to, isExclusive }: Range,
  isOfUnit: IsOfUnit,
  readAmounts: AmountReader,
): QuestionPart {
  const isMet = ({ value, unit }: Amount): boolean => {
    const isEnd = value === from || value === to;
    const isWithin = value >= (from ?? -Infinity) && value <= (to ?? Infinity);
    return isOfUnit(unit) && isWithin && !(isExclusive && isEnd);
  };
  const amounts = (['money', 'people'] as const)
    .filter(isOfUnit)
    .map((of) => ({ of, from: from ?? 1, ...(to !== undefined && { to }) }));
  const nearnessOf = ({ value, unit }: Amount): number => {
    // Nine years are not nearly "ten years or more".
    if (!isOfUnit(unit) || unit === 'years') return 0;
    return Math.min(from ? value / from : 1, to === undefined ? 1 : to / value);
  };
  const { match, locate, ...part } = amountPart(words, isMet, readAmounts);
  return {
    ...part,
    ...(amounts.length > 0 && { storeCondition: { amounts } }),
    locate(tokens) {
      const nearest = readAmounts(tokens).toSorted((a, b) => nearnessOf(b) - nearnessOf(a))[0];
      return locate?.(tokens) ?? (nearest && readAmounts.spanOf(tokens, nearest));
    },
    match(tokens) {
      const met = match(tokens, undefined);
      if (!met || met.likeness > 0) return met;
      const nearness = Math.max(0, ...readAmounts(tokens).map(nearnessOf));
      return { ...met, likeness: NEARLY_MET * Math.sqrt(Math.min(1, nearness)) };
    },
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
    match: (tokens) => ({ likeness: readAmounts(tokens).some(isMet) ? 1 : 0 }),
    locate(tokens) {
      const told = readAmounts(tokens).find(isMet);
      return told && readAmounts.spanOf(tokens, told);
    },
  };
}

/**
 * Likeness of an amount just outside a range. If nothing is in the range, the nearest amounts of the
 * kind come first, and not another kind of signal that happens to tell such an amount.
 */
const NEARLY_MET = 0.45;

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
    match: (...signal) => ({ likeness: match(...signal)?.likeness === 1 ? 0 : 1 }),
  };
}

/** Forms never tell an amount, so that a missing one says nothing about a price. */
function neverByForm(part: QuestionPart): QuestionPart {
  return {
    ...part,
    match: (tokens, company, signal) =>
      signal?.signalType.startsWith('sec-') ? { likeness: 0 } : part.match(tokens, company, signal),
  };
}

const NO_UNIT: ReadonlySet<Amount['unit']> = new Set(['other', 'date']);
/** Units that a number alone may have: "more than 100" may be people or money. */
const COUNTED: ReadonlySet<Amount['unit']> = new Set(['people', 'money', 'other']);
const NOTHING_COUNTED = /^(?:[^\p{L}]|$|(?:in|at|but|by|for|from|on|this|last|and|since|after)$)/u;

function unitsOf({ unit, end }: Amount, words: readonly string[]): IsOfUnit {
  if (!NO_UNIT.has(unit)) return (told) => told === unit;
  const isOpen = NOTHING_COUNTED.test(words[end] ?? '');
  return (told) => (isOpen ? COUNTED.has(told) : told === 'other');
}
