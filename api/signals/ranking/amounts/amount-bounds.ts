/** Reads words that make an amount of a question a range: "more than", "about", "between". Pure. */
import type { Amount } from '../../../../shared/domain/amounts.js';
import { isCurrencyBefore } from '../../../../shared/domain/currencies.js';
import { wordCount } from '../words/phrases.js';

/** Matches a bound at the end of the words before an amount, joined by spaces. */
const BOUND_BEFORE =
  /(?:^| )(?<bound>(?:(?:no|not) )?(?:less|fewer|more|greater|larger|bigger|higher|longer|smaller|lower|shorter) than|(?:not )?(?:over|above|exceeding|under|below)|beyond|(?:sub|under|over|above|below) -|sub|at least|upwards of|at most|up to|[><] =|[><])$/;
/** Matches a bound after an amount or unit: "20 or more employees", "twenty years or longer". */
const BOUND_AFTER =
  /^(?:(?:- )?(?!or )\p{L}{1,20} |% )?(?<bound>\+|(?:- )?plus(?! (?:an? |\$))|or (?:more|longer|over|above|greater|larger|bigger|higher|up|upwards|less|fewer|under|below|shorter|smaller|lower)|and (?:over|above|up|upwards|more)(?! \p{L}))(?= |$)/u;
/** Matches a bound that is denied: "no more than", "not over". */
export const NEGATED = /^not? /;
const SMALL = /sub|less|fewer|under|below|smaller|lower|shorter|at most|up to|</;
const INCLUSIVE = /^(?:not?|or|and) |^at |up to|upwards|=|\+|plus/;
/** Words of the longest bound, with a unit. */
const BOUND_WORDS = 5;
/** Matches words that make an amount approximate: "about 5 million" is from 4/5 to 5/4 of it. */
const NEAR =
  /(?:^|(?<!\b(?:news|stor(?:y|ies)|posts?|articles?|reports?|me|us|know|anything|talk(?:s|ing)?|wr(?:ites?|iting)|info|information)) )(?<said>about|around|roughly|approximately|nearly|almost|some|close to)$/;
const EXACT = /(?:^|(?<!\bnot) )(?<said>exactly|precisely)$/;
/** How much an exact amount may differ, because summaries round amounts. */
const EXACT_FACTOR = 1.001;
const NEAR_WORDS = 2;
/** How much an approximate amount may be larger or smaller. */
export const NEAR_FACTOR = 1.25;
/** By how much an amount after such words may be larger or smaller. */
const NEARNESS = [
  [NEAR, NEAR_FACTOR],
  [EXACT, EXACT_FACTOR],
] as const;

/** Finds a bound before or after an amount, and the first word of both and the word after both. */
export function boundOf(
  { start, end }: Amount,
  words: readonly string[],
): { phrase: string; start: number; end: number } | undefined {
  const from = withCurrency(words, start);
  const before = boundBefore(words, from);
  if (before) return { phrase: before, start: from - wordCount(before), end };
  // "100+ million".
  if (words.slice(start, end).includes('+')) return { phrase: '+', start, end };
  const after = BOUND_AFTER.exec(words.slice(end, end + BOUND_WORDS).join(' '));
  if (!after?.groups) return;
  const { bound = '' } = after.groups;
  return { phrase: bound, start, end: end + wordCount(after[0]) };
}

/** Returns the index of an amount's first word, with a word for its currency: "US" of "US$5". */
function withCurrency(words: readonly string[], start: number): number {
  return isCurrencyBefore(words, start) ? start - 1 : start;
}

/** Returns a bound such as "more than" or ">" that ends before the word `start`, or ''. */
export function boundBefore(words: readonly string[], start: number): string {
  const before = words.slice(Math.max(0, start - BOUND_WORDS), start).join(' ');
  return BOUND_BEFORE.exec(before)?.groups?.bound ?? '';
}

/** Returns whether a bound is an upper one, and whether the amount itself meets it. */
export function readBound(phrase: string): { isUpper: boolean; isInclusive: boolean } {
  const isUpper = SMALL.test(phrase) !== NEGATED.test(phrase);
  return { isUpper, isInclusive: INCLUSIVE.test(phrase) };
}

/** Finds a word such as "about" or "exactly" before an amount. */
export function nearOf(
  { start }: Amount,
  words: readonly string[],
): { start: number; factor: number } | undefined {
  const from = withCurrency(words, start);
  const before = words.slice(Math.max(0, from - NEAR_WORDS), from).join(' ');
  for (const [pattern, factor] of NEARNESS) {
    const said = pattern.exec(before)?.groups?.said;
    if (said) return { start: from - wordCount(said), factor };
  }
  return;
}

/** Returns an amount and the next one, if that is greater. */
function endsAt(amounts: readonly Amount[], at: number): readonly [Amount, Amount] | undefined {
  const [low, high] = [amounts[at], amounts[at + 1]];
  return low && high && high.value > low.value ? [low, high] : undefined;
}

/** Returns the upper end of "more than 50 and fewer than 200". */
export function joinedEndAt(
  amounts: readonly Amount[],
  at: number,
  words: readonly string[],
): Amount | undefined {
  const ends = endsAt(amounts, at);
  if (!ends) return;
  const [low, high] = ends;
  const [lowBound, highBound] = [boundBefore(words, low.start), boundBefore(words, high.start)];
  if (lowBound === '' || readBound(lowBound).isUpper || !readBound(highBound).isUpper) return;
  const joint = words.slice(low.end, high.start - wordCount(highBound)).join(' ');
  return /^(?:and|but|, but|,)$/.test(joint) ? high : undefined;
}

/** Returns the upper end of "between 100 and 200", "10 to 20 million" or "5-10%". */
export function highEndAt(
  amounts: readonly Amount[],
  at: number,
  words: readonly string[],
): Amount | undefined {
  const ends = endsAt(amounts, at);
  if (!ends) return;
  const [low, high] = ends;
  if (withCurrency(words, high.start) !== low.end + 1) return;
  const between = words[low.end] ?? '';
  const isJoined = /^(?:to|[-–—])$/.test(between);
  const isBetween = between === 'and' && words[withCurrency(words, low.start) - 1] === 'between';
  return isJoined || isBetween ? high : undefined;
}
