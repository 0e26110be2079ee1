/**
 * Reads seasons and named eras of a question: "in summer 2009", "last winter", "during the
 * pandemic". Seasons are whole months of the northern hemisphere. Pure.
 */
import {
  isAhead,
  isHyphen,
  type Period,
  type Range,
  thisYear,
  type Words,
  wordBefore,
  yearAt,
} from './time-words.js';

/** First month of each season, 0 for January. The winter of a year ends in the next year. */
const SEASONS: ReadonlyMap<string, number> = new Map([
  ['spring', 2],
  ['summer', 5],
  ['autumn', 8],
  ['fall', 8],
  ['winter', 11],
]);
const WHICH = /^(?:last|previous|past|this)$/;
/** Matches words that make "fall" a decline, before "fall" or after "fall in". */
const FALLING =
  /^(?:prices?|shares?|stocks?|profits?|revenues?|sales|earnings|orders?|incomes?|margins?|results|exports|imports|demand|markets?|costs?|rates?|numbers?|value|figures|turnover|output|to|will|would|could|might|can|not|and)$/;
/** Matches a word after a season that changes its meaning: "summer camps", "spring water". */
const OF_SEASON =
  /^(?:boot|break|camps?|clearance|clothes|clothing|collections?|courses?|festivals?|framework|games|health|hills?|intake|interns?|internships?|olympics|part(?:y|ies)|programs?|programmes?|sales?|school|schools|sports?|texas|tires|tx|tyres|valley|water)$/;
const BEFORE_SPRING = /^(?:in|during|since|until|till|throughout|early|late|mid|-)$/;
/** Matches a word before a span of seasons: "from the spring to autumn of 2020". */
const BEFORE_SPAN = /^(?:from|between)$/;
const BEHIND_SPAN = /^(?:to|and|until|till|through)$/;

/** The word before a season that says which one is meant, and its number of words. */
interface Which {
  word: string;
  length: number;
}

export function seasonAt(words: Words, at: number, nowMs: number): Period | undefined {
  const which = whichAt(words, at);
  const named = at + (which?.length ?? 0);
  const season = words[named] ?? '';
  const month = SEASONS.get(season);
  if (month === undefined) return;
  const afterSeason = /^(?:months?|season)$/.test(words[named + 1] ?? '') ? named + 2 : named + 1;
  const year = yearAt(words, afterSeason, nowMs);
  const isFalling = season === 'fall' && isDecline(words, which ? named : at, afterSeason);
  if (isFalling || words[at - 1] === 'silver') return;
  const period = (range: Range, end: number, isSure = true): Period => ({
    ...{ kind: 'season', range, length: end - at, hasYear: isSure, isSure },
  });
  if (year) {
    const end = afterSeason + year.length;
    const isBoth = season === 'winter' && isNextYear(words, end, year.year);
    return period(seasonRange(year.year, month), isBoth ? end + 2 : end);
  }
  if (which) {
    const range = whichOf(which.word, month, nowMs);
    return range && period(range, afterSeason);
  }
  if (words[afterSeason] === 'before' && words[afterSeason + 1] === 'last') {
    const range = seasonRange(yearOfLast(month, nowMs, true) - 1, month);
    return period(range, afterSeason + 2);
  }
  if (!mayBeBare(words, at, afterSeason, season)) return;
  return period(seasonRange(yearOfLast(month, nowMs, false), month), afterSeason, false);
}

function whichAt(words: Words, at: number): Which | undefined {
  const word = words[at] ?? '';
  if (!WHICH.test(word) || (word === 'past' && words[at - 1] !== 'the')) return;
  return word === 'this' && words[at + 1] === 'past'
    ? { word: 'past', length: 2 }
    : { word, length: 1 };
}

/** Returns the last season, or "this" one if it has begun: before that, no signal is about it. */
function whichOf(which: string, month: number, nowMs: number): Range | undefined {
  if (which !== 'this') return seasonRange(yearOfLast(month, nowMs, true), month);
  const now = new Date(nowMs);
  const isGoingOn = month === 11 && now.getUTCMonth() < 6;
  const range = seasonRange(now.getUTCFullYear() - (isGoingOn ? 1 : 0), month);
  return isAhead(range, nowMs) ? undefined : range;
}

/** Returns the year in which the last such season began; `isOver`: the last that has ended. */
function yearOfLast(month: number, nowMs: number, isOver: boolean): number {
  const year = thisYear(nowMs);
  const isPast = (each: number): boolean => seasonRange(each, month)[isOver ? 1 : 0] <= nowMs;
  return [year, year - 1].find(isPast) ?? year - 2;
}

function seasonRange(year: number, month: number): Range {
  return [Date.UTC(year, month), Date.UTC(year, month + 3)];
}

/** Returns true if the next year follows, such as "-2021" or "/21" after "winter 2020". */
function isNextYear(words: Words, at: number, year: number): boolean {
  if (words[at] !== '/' && !isHyphen(words[at])) return false;
  const next = String(year + 1);
  return words[at + 1] === next || words[at + 1] === next.slice(2);
}

/** Returns true if "fall" is not a season: "profits fall", "a fall in sales". */
function isDecline(words: Words, at: number, afterSeason: number): boolean {
  if (FALLING.test(words[at - 1] ?? '')) return true;
  if (words[afterSeason] !== 'in') return false;
  const next = words[afterSeason + 1] === 'the' ? afterSeason + 2 : afterSeason + 1;
  return FALLING.test(words[next] ?? '');
}

/** Returns true if a season is a time on its own, unlike in "the fall of the company". */
function mayBeBare(words: Words, at: number, afterSeason: number, season: string): boolean {
  const next = words[words[afterSeason] === ',' ? afterSeason + 1 : afterSeason] ?? '';
  if (OF_SEASON.test(next)) return false;
  const before = wordBefore(words, at);
  const isSpan = BEFORE_SPAN.test(before) && BEHIND_SPAN.test(next);
  const isLast = BEHIND_SPAN.test(before) || isHyphen(before);
  if (season === 'spring') return isSpan || isLast || BEFORE_SPRING.test(before);
  if (season !== 'fall') return true;
  const isThe = words[at - 1] === 'the' || /^(?:early|late|mid|-)$/.test(before);
  return (isSpan || isThe) && next !== 'of';
}

/** Eras: times that have a name. */
const ERAS: readonly { named: RegExp; range: Range }[] = [
  {
    named:
      /^(?:(?:the )?(?:(?:covid(?: - 19)?|coronavirus|corona) )pandemic|the pandemic|(?:the )?covid(?: - 19)?(?: (?:crisis|era|years))?)(?= |$)/,
    range: [Date.UTC(2020, 2), Date.UTC(2022, 0)],
  },
  {
    named: /^(?:the )?(?:dotcom|dot com|dot - com) (?:bubble|boom|era|mania|years)(?= |$)/,
    range: [Date.UTC(1997, 0), Date.UTC(2002, 0)],
  },
  {
    named: /^(?:the )?(?:dotcom|dot com|dot - com) (?:crash|bust)(?= |$)/,
    range: [Date.UTC(2000, 2), Date.UTC(2003, 0)],
  },
  {
    named:
      /^the (?:great recession|(?:global|2008|2007 - 2008|2008 - 2009) (?:financial |banking |economic )?crisis|financial crisis of 2008)(?= |$)/,
    range: [Date.UTC(2007, 6), Date.UTC(2010, 0)],
  },
  {
    named: /^the turn of the (?:millennium|century)(?= |$)/,
    range: [Date.UTC(1999, 0), Date.UTC(2002, 0)],
  },
];
const ERA_WORDS = 7;
/** Matches what may follow an era. "The pandemic preparedness exercise" is not a time. */
const BEHIND_ERA =
  /^(?:(?:[^\p{L}-]|in|at|by|and|or|of|for|that|which|who|with|on|to|but|the|was|were|lay\p{L}{1,10}|\p{L}{2,20}ing)(?=$)|$)/u;
/** Matches a word before an era. "From" is not one: "recovering from the pandemic" is a cause. */
const BEFORE_ERA = /^(?:in|during|since|before|after|until|till|throughout|over|at|around|of)$/;

export function eraAt(words: Words, at: number): Period | undefined {
  // "The" is part of the name: "a pandemic" may be any.
  const from = words[at - 1] === 'the' ? at - 1 : at;
  if (!BEFORE_ERA.test(words[from - 1] ?? '')) return;
  const said = words.slice(from, from + ERA_WORDS).join(' ');
  for (const { named, range } of ERAS) {
    const name = named.exec(said)?.[0];
    if (name === undefined) continue;
    const end = from + name.split(' ').length;
    if (!BEHIND_ERA.test(words[end] ?? '')) continue;
    return { kind: 'era', range, length: end - at, hasYear: true, isSure: false };
  }
  return;
}
