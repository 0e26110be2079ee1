/** Reads superlatives: "biggest layoffs", "newest rounds", "earliest acquisitions". Pure. */
import type { AmountReader } from '../../../../shared/domain/amount-reader.js';
import type { Amount } from '../../../../shared/domain/amounts.js';
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { COUNT, startOf, UNIT } from '../times/time-words.js';
import { type AskedQuestion, wordsMatching } from '../words/asked-question.js';
import {
  type PlacedWord,
  phraseFinder,
  positionsOf,
  wordsAfter,
  wordsBefore,
} from '../words/phrases.js';
import type { Order, QuestionPart, Tier } from '../words/question-part.js';
import type { Wording } from '../words/wording.js';

type Extreme = keyof Wording['superlatives'];

/** Matches words that are superlatives only after "most". */
const WITH_MOST = /^(?:expensive|recent|recently)$/;
const MOST = /(?:^| )most $/;
/** Matches what follows "most" in "hit the most workers" or "raised the most money". */
const COUNTED =
  /^(?:people|workers|employees|staff|job(?:s| cuts| losses| openings)|money|cash|capital|lay ?offs|redundancies|(?:open )?(?:openings|vacancies)|open (?:jobs|roles|positions)|(?:new )?hires|funding(?! (?:rounds?|deals?|news|announcements?) )) (?!(?:are|is|was|were|come|came|go|goes|went|happen) )/;
/** Matches the words before "most" in "who raised the most", and what may follow it. */
const RAISED_THE =
  /(?:^| )(?:rais(?:e|ed|ing)|cut|cutting|hir(?:e|ed|ing)|laid off|lay off|laying off) the $/;
const NOTHING_COUNTED = /^(?:$|[?!.,]|(?:this|last|in|since|so far|recently) )/;
const COUNTED_WORDS = 3;
/** Matches words after "top" in "top deals". "Top managers" is not a superlative. */
const TOP =
  /^(?:(?!to )\S{1,20} ){0,3}?(?:rounds?|deals?|fundings?|raises?|takeovers?|acquisitions?|purchases?|mergers?|investments?|layoffs?|cuts?|closures?|contracts?) /;
const TOP_WORDS = 4;
/** Matches words that ask for large sums before some nouns: "a big loan", but not "big data deals". */
const BIG = /^(?:big|huge|large|massive|hefty|sizeable|enormous|giant|mass|mega)$/;
/** Matches words that ask for small sums: "tiny rounds", but not "small business loans". */
const SMALL = /^(?:small|tiny|minor|modest)$/;
/** Matches the words after them. */
const OF_SUM =
  /^(?:(?!data|tech|pharma|oil|business|company|to |and |or )\S{1,20} )?(?:loans?|rounds?|deals?|fundings?|takeovers?|acquisitions?|purchases?|mergers?|investments?|layoffs?|job cuts?|contracts?|orders?|bonds?|buy ?backs?|fines?|losses) (?!manufactur|mak)/;
/**
 * Matches words after a superlative that only compares one company with itself: "the biggest deal
 * it ever had", "the largest in its history", "their biggest deal ever".
 */
const OF_ITS_OWN =
  /^(?:\S{1,20} ){0,4}?(?:(?:it|they) (?:has |have |had )?ever|in (?:its|their) history) /;
const OWNED = /(?:^| )(?:its|their) $/;
const EVER = /(?:^| )(?:ever|yet|so far|to date) /;
const OWN_WORDS = 8;
/** Matches "the last five layoffs" from "last" on, but not "last five years" and "last two full weeks". */
const LAST = /^(?:last|past|previous)$/;
const LAST_WORDS = 4;
const LAST_OF = new RegExp(String.raw`^${COUNT} (?:of )?(?!(?:\S+ )?${UNIT}s? )`);
/** Matches a number of things beside a superlative, "the five largest", and what makes it an amount. */
const OF_THINGS = new RegExp(`^(?!an?$)${COUNT}$`);
const OF_AMOUNT = /^(?:million|billion|thousand|m|bn|k|percent|%|years?|\+|plus|[.,-]) /;
/** Matches words after which shares come first, and not what they are shares of: "the highest profit growth". */
const OF_SHARES =
  /\b(?:percentages?|percent|(?:share|proportion) of (?:its|their|the|all|staff|employees|workers|workforce)|(?:growth(?! (?:equity|capital|fund|stage|round|invest|financ|compan|market))|rises?|increases?|improvements?|declines?|drops?|falls?)(?= ))/;
/** Matches what only says how to compare: "the biggest budgets in dollars", "top deals by value". */
const COMPARED_BY =
  /\b(?:in|by) (?:(?:us|total|deal) )?(?:dollars|money|cash|value|size|amount|price|sum|volume|headcount|percent|number of (?:people|employees|workers|jobs))\b/giu;
/** Matches superlatives of a number of years: "longest work anniversaries". */
const OF_YEARS = /^(?:longest|shortest)$/;
/** What is added to sizes of units that come first. */
const FIRST = 10;
/** Least share of all words: nearly as much as the rest of the question. */
const LEAST_SHARE = 0.4;
/** Ranges of money and people, the narrowest first. Few signals mention more, or less. */
const MOST_TIERS: readonly Tier[] = [
  amounts({ from: 5e9 }, { from: 5_000 }),
  amounts({ from: 500e6 }, { from: 1_000 }),
  amounts({ from: 100e6 }, { from: 300 }),
  amounts({ from: 20e6 }, { from: 100 }),
  amounts({ from: 3e6 }, { from: 30 }),
];
const LEAST_TIERS: readonly Tier[] = [
  amounts({ from: 1, to: 1e5 }, { from: 1, to: 5 }),
  amounts({ from: 1, to: 1e6 }, { from: 1, to: 20 }),
  amounts({ from: 1, to: 1e7 }, { from: 1, to: 100 }),
];
/** Days back from now for the newest signals, and years before which the oldest were detected. */
const NEWEST_DAYS = [7, 30, 365, 3 * 365, 10 * 365];
const OLDEST_YEARS = [1990, 2000, 2005, 2010, 2015, 2020];
/** Most people that an event can affect. */
const MOST_PEOPLE = 10e6;

function amounts(
  money: { from: number; to?: number },
  people: { from: number; to?: number },
): Tier {
  return {
    amounts: [
      { of: 'money', ...money },
      { of: 'people', ...people },
    ],
  };
}

/**
 * Creates the reader of superlatives. It returns one part for all of a question, of which the first
 * decides the order.
 */
export function createSuperlativeReader(
  names: Wording['superlatives'],
  { phrases }: WordPieces,
): (asked: AskedQuestion, readAmounts: AmountReader) => QuestionPart[] {
  const extremes = new Map(
    Object.entries(names).flatMap(([extreme, those]) =>
      those.map((name) => [name, extreme as Extreme] as const),
    ),
  );
  return (asked, readAmounts) => {
    const { words, nowMs } = asked;
    const found = words.flatMap((word) => {
      const extreme = extremeOf(word, words, extremes);
      return extreme ? [{ word, extreme }] : [];
    });
    const [first] = found;
    if (!first) return [];
    const { extreme } = first;
    const measure = measureOf(first.word, words);
    const isOfTime = extreme === 'newest' || extreme === 'oldest';
    const find = phraseFinder(names[extreme].flatMap(phrases));
    const said = found.flatMap(({ word }) => withNumber(word, words));
    const compared = wordsMatching(asked, COMPARED_BY).flatMap((phrase) => phrase.words);
    const part: QuestionPart = {
      positions: positionsOf([...new Set([...said, ...compared])]),
      overridesWords: true,
      // Newness is not a condition: a new signal of another place or industry is not an answer.
      isCondition: !isOfTime,
      leastShare: LEAST_SHARE,
      order: orderBy(extreme, (tokens) => largestIn(tokens, readAmounts, measure), nowMs),
      // A signal that is not ranked with others comes first.
      match: (_, __, signal) => ({ likeness: signal?.superlativeScore ?? 1 }),
    };
    if (isOfTime) return [{ ...part, metBy: 'date' }];
    const locate = (tokens: readonly number[]) => {
      const largest = largestIn(tokens, readAmounts, measure);
      const span = largest && readAmounts.spanOf(tokens, largest.amount);
      return find(tokens) ?? span;
    };
    return [{ ...part, locate }];
  };
}

function extremeOf(
  word: PlacedWord,
  words: readonly PlacedWord[],
  extremes: ReadonlyMap<string, Extreme>,
): Extreme | undefined {
  const text = word.text.toLowerCase();
  if (LAST.test(text))
    return LAST_OF.test(wordsAfter(words, word.at, LAST_WORDS)) ? 'newest' : undefined;
  if (text === 'most' && isCounted(word, words)) return 'most';
  if (text === 'first' && /(?:^| )very $/.test(wordsBefore(words, word.at, 1))) return 'oldest';
  if (text === 'top' && TOP.test(wordsAfter(words, word.at, TOP_WORDS))) return 'most';
  if (BIG.test(text) || SMALL.test(text)) {
    const isOfSum = OF_SUM.test(wordsAfter(words, word.at, TOP_WORDS));
    return isOfSum ? (BIG.test(text) ? 'most' : 'least') : undefined;
  }
  if (WITH_MOST.test(text) && !MOST.test(wordsBefore(words, word.at, 1))) return;
  return isOfItsOwn(word, words) ? undefined : extremes.get(text);
}

/** Returns true in "the most layoffs" and "who raised the most". */
function isCounted({ at }: PlacedWord, words: readonly PlacedWord[]): boolean {
  const after = wordsAfter(words, at, COUNTED_WORDS);
  const isLast = NOTHING_COUNTED.test(after) && RAISED_THE.test(wordsBefore(words, at, 3));
  return isLast || COUNTED.test(after);
}

function isOfItsOwn({ at }: PlacedWord, words: readonly PlacedWord[]): boolean {
  const after = wordsAfter(words, at, OWN_WORDS);
  return OF_ITS_OWN.test(after) || (OWNED.test(wordsBefore(words, at, 1)) && EVER.test(after));
}

/** Returns a superlative with the number of things beside it: "five largest", "last five". */
function withNumber(word: PlacedWord, words: readonly PlacedWord[]): PlacedWord[] {
  const place = words.indexOf(word);
  const beside = [words[place - 1], words[place + 1]].filter((each) => each !== undefined);
  const numbers = beside.filter(
    ({ at, text }) =>
      OF_THINGS.test(text.toLowerCase()) && !OF_AMOUNT.test(wordsAfter(words, at, 1)),
  );
  return [word, ...numbers.slice(0, 1)];
}

/** Which amounts a superlative compares: those of some units, or else those of others. */
type Measure = (unit: Amount['unit']) => 'first' | 'second' | 'never';

function measureOf({ at, text }: PlacedWord, words: readonly PlacedWord[]): Measure {
  if (OF_YEARS.test(text.toLowerCase())) return (unit) => (unit === 'years' ? 'first' : 'never');
  const isOfShares = OF_SHARES.test(wordsAfter(words, at, words.length));
  return (unit) => {
    if (unit === 'years') return 'never';
    return (unit === 'percent') === isOfShares ? 'first' : 'second';
  };
}

type Largest = { amount: Amount; size: number; isFirst: boolean } | undefined;

function orderBy(
  extreme: Extreme,
  largestOf: (tokens: readonly number[]) => Largest,
  nowMs: number,
): Order {
  const today = startOf('day', nowMs, 0);
  const sizeIn = (tokens: readonly number[], sign: 1 | -1): number | undefined => {
    const largest = largestOf(tokens);
    return largest && sign * largest.size + (largest.isFirst ? FIRST : 0);
  };
  switch (extreme) {
    case 'most':
      return { valueOf: (tokens) => sizeIn(tokens, 1), tiers: MOST_TIERS };
    case 'least':
      return { valueOf: (tokens) => sizeIn(tokens, -1), tiers: LEAST_TIERS };
    case 'newest':
      return {
        valueOf: (_, { detectedAtMs }) => detectedAtMs,
        tiers: NEWEST_DAYS.map((days) => ({ detected: [startOf('day', today, -days), Infinity] })),
      };
    case 'oldest':
      return {
        valueOf: (_, { detectedAtMs }) => -detectedAtMs,
        tiers: OLDEST_YEARS.map((year) => ({ detected: [-Infinity, Date.UTC(year, 0)] })),
      };
  }
}

/** Finds the largest amount in a signal and its size, `undefined` if it has no amount. */
function largestIn(
  tokens: readonly number[],
  readAmounts: AmountReader,
  measure: Measure,
): Largest {
  const [largest] = readAmounts(tokens)
    .flatMap((amount) => {
      const place = measure(amount.unit);
      const size = place === 'never' ? undefined : sizeOf(amount);
      return size === undefined ? [] : [{ amount, size, isFirst: place === 'first' }];
    })
    .sort((a, b) => Number(b.isFirst) - Number(a.isFirst) || b.size - a.size);
  return largest;
}

/** Returns the size of an amount: 1 for ten billion, ten thousand people, and all of something. */
function sizeOf({ value, unit }: Amount): number | undefined {
  if (unit === 'money') return (Math.log10(value) - 5) / 5;
  // "7 Billion People" is a name.
  if (unit === 'people') return value > MOST_PEOPLE ? undefined : (Math.log10(value) - 1) / 3;
  if (unit === 'percent') return value / 100;
  // Only compared with each other.
  return unit === 'years' ? value : undefined;
}
