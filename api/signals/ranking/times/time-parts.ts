/** Compares times of questions with detection times: "this week", "since March". Pure. */

import { DAY_MS } from '../../../../shared/domain/time.js';
import { overlaps, type PlacedWord, positionsOf, wordsBefore } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';
import { ageAt, unitsAt } from './ages.js';
import { dateAt } from './dates.js';
import { spanAt } from './spans.js';
import {
  isHyphen,
  type Period,
  skipThe,
  startOf,
  type TimeMention,
  type Words,
  YEAR,
} from './time-words.js';

const WEEKDAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/;
const NEWEST = /^(?:recent|recently|lately)$/;
/** Matches words before a time that is only compared with: "more than last month". */
const COMPARED =
  /(?:^| )(?:(?:(?<!(?:older|newer|earlier|later) )than|vs|versus|unlike|compared (?:to|with)|(?<!such )as)(?: in| during| at)?(?: the| any)?(?: (?:one|ones|those|that|same)(?: (?:day|week|month|quarter|period|time|year))?)?|(?:up|down|higher|lower) (?:from|on|over)(?: the)?) $/;
/** Matches "later", as in "later this year": most of that time is in the future. */
const LATER = /(?:^| )later $/;
/** Matches words before the time at which a company was founded. */
const FOUNDED =
  /(?:^| )(?:founded|established|incorporated|born)(?: back)?(?: (?:in|on|since|before|after|during|around|about|over|more|less|than|or)){0,3} $/;
const NO_TIME = [COMPARED, LATER, FOUNDED];
const WORDS_BEFORE = 6;
/** Matches a negation before a limit: "no later than March", "not before 2026". */
const DENIED = /^not?$/;
const WITHIN = /^(?:in|during|from|throughout|within)$/;
/** Matches what may follow "of" and a year that counts nothing: "the takeovers of 2011". */
const BEHIND_OF_YEAR =
  /^(?:[^\p{L}\p{N}]|$|(?:and|at|by|for|from|in|or|that|which|who|with|without)$)/u;
/** Matches "on", which only comes before a day. */
const ON = /^on$/;
/** Matches words before a season or an era. "At" also comes before a part of a time. */
const OVER = /^(?:over|around|at|across)$/;
const ONWARDS =
  /^(?:onwards?|on(?= (?:[^a-z]|by )|$)|(?:or|and) (?:after|later|newer|since)|(?:until|till|to|up to|through|[-–—]) (?:the )?(?:date|now|present|today))(?= |$)/;
const AND_BEFORE = /^(?:or|and) (?:before|earlier|older)(?= |$)/;
const OPEN_WORDS = 4;
/** Matches words such as "since at least", as in "since at least 2020". */
const SINCE_ABOUT = /^(?:since|since (?:about|around|at least|roughly))$/;
/** Days after which a signal counts half as much as a new one. */
const HALF_LIFE_DAYS = 30;

/** Returns the parts for times. `excluded`: positions of word pieces that are surely excluded. */
export function timeParts(
  words: readonly PlacedWord[],
  nowMs: number,
  excluded: ReadonlySet<number>,
): QuestionPart[] {
  const spelt = words.map(({ text }) => text.toLowerCase());
  const parts: QuestionPart[] = [];
  for (let at = 0; at < spelt.length; ) {
    const mention = readTime(spelt, at, nowMs);
    // Future times are not read: signals of today may mention them, as in "notes due 2031".
    const time =
      mention && mention.range !== 'newest' && mention.range[0] > nowMs ? undefined : mention;
    const before = wordsBefore(words, words[at]?.at ?? 0, WORDS_BEFORE);
    if (time && !NO_TIME.some((each) => each.test(before))) {
      const positions = positionsOf(words.slice(at, at + time.length));
      const isExcluded = overlaps(positions, excluded) && !DENIED.test(spelt[at] ?? '');
      parts.push(timePart(time.range, positions, nowMs, isExcluded && time.range !== 'newest'));
    }
    at += time?.length ?? 1;
  }
  return parts;
}

/** Returns 1 for a time from now on, and half as much for each `HALF_LIFE_DAYS` before now. */
export function newnessAt(atMs: number, nowMs: number): number {
  return 0.5 ** (Math.max(0, nowMs - atMs) / DAY_MS / HALF_LIFE_DAYS);
}

function timePart(
  range: TimeMention['range'],
  positions: number[],
  nowMs: number,
  isExcluded: boolean,
): QuestionPart {
  const likenessAt = (atMs: number): number => {
    if (range === 'newest') return newnessAt(atMs, nowMs);
    const isWithin = atMs >= range[0] && atMs < range[1];
    return isWithin === isExcluded ? 0 : 1;
  };
  return {
    positions,
    overridesWords: true,
    // Newness is not a condition: a new signal of another place or industry is not an answer.
    isCondition: range !== 'newest',
    needsCompany: false,
    metBy: 'date',
    ...(range !== 'newest' && !isExcluded && { storeCondition: { detected: range } }),
    match: (_, __, signal) => ({
      at: -1,
      likeness: likenessAt(signal?.detectedAtMs ?? Number.NEGATIVE_INFINITY),
    }),
  };
}

function readTime(words: Words, at: number, nowMs: number): TimeMention | undefined {
  const word = words[at] ?? '';
  const today = startOf('day', nowMs, 0);
  if (word === 'today') return { range: [today, today + DAY_MS], length: 1 };
  if (word === 'yesterday') return { range: [today - DAY_MS, today], length: 1 };
  // "Most recent" is a superlative.
  if (NEWEST.test(word) && words[at - 1] !== 'most') return { range: 'newest', length: 1 };
  return (
    unitsAt(words, at, nowMs) ??
    ageAt(words, at, nowMs) ??
    readSpan(words, at, nowMs) ??
    readBound(words, at, nowMs) ??
    readDate(words, at, nowMs)
  );
}

/** Reads "between March and May 2025" or "from June to August". */
function readSpan(words: Words, at: number, nowMs: number): TimeMention | undefined {
  if (words[at] !== 'between' && words[at] !== 'from') return;
  const start = skipThe(words, at + 1);
  const span = spanAt(words, start, nowMs, { isBetween: true });
  return span && { range: span.range, length: start + span.length - at };
}

/** Reads "no earlier than March", "not before 2026" or "before the end of 2024". */
function readBound(words: Words, at: number, nowMs: number): TimeMention | undefined {
  const isNegated = DENIED.test(words[at] ?? '');
  const from = isNegated ? at + 1 : at;
  const isThan = words[from + 1] === 'than';
  const word = words[from] ?? '';
  const isPrior = word === 'prior' && words[from + 1] === 'to';
  // True for "pre-2020".
  const isJoined = isHyphen(words[from + 1]) && YEAR.test(words[from + 2] ?? '');
  const isEarlier =
    isPrior || (isThan ? /^(?:earlier|older)$/ : isJoined ? /^pre$/ : /^before$/).test(word);
  const isLater = (isThan ? /^(?:later|newer)$/ : isJoined ? /^post$/ : /^after$/).test(word);
  if (!(isEarlier || isLater)) return;
  const next = skipThe(words, from + (isThan || isPrior || isJoined ? 2 : 1));
  const period = periodAt(words, next, nowMs, true);
  const isEnd = words[next] === 'end';
  // "Before summer" may mean the next summer.
  if (!period || (!period.hasYear && (isEnd || period.kind === 'season'))) return;
  const [startMs, untilMs] = period.range;
  // "Before the end of 2024" includes days close to the end.
  const fromMs = isEnd ? untilMs : startMs;
  const length = next + period.length - at;
  if (isEarlier) return { range: isNegated ? [fromMs, Infinity] : [-Infinity, fromMs], length };
  return { range: isNegated ? [-Infinity, untilMs] : [untilMs, Infinity], length };
}

/** Reads "since March", "in 2025", "on 3 May", "March 2026", "over the summer", "layoffs 2025". */
function readDate(words: Words, at: number, nowMs: number): TimeMention | undefined {
  const word = words[at] ?? '';
  if (word === 'since' && WEEKDAY.test(words[at + 1] ?? '')) {
    return { range: [nowMs - 7 * DAY_MS, Infinity], length: 2 };
  }
  const periodHere = periodAt(words, at, nowMs, false);
  const openPeriod = periodHere && openPeriodAt(words, at, periodHere);
  if (periodHere?.isSure || openPeriod) return openPeriod ?? periodHere;
  const isSince = word === 'since';
  const next = skipThe(words, at + (isSince ? sinceWords(words, at) : 1));
  const period = periodAt(words, next, nowMs, true);
  if (!period) return;
  const [fromMs, untilMs] = period.range;
  const mayBeAhead = !period.hasYear && (period.kind === 'season' || words[next] === 'end');
  const length = next + period.length - at;
  if (isSince) return { range: [fromMs, Infinity], length };
  if (word === 'until' || word === 'till') {
    if (mayBeAhead) return;
    return { range: [-Infinity, words[next] === 'end' ? untilMs : fromMs], length };
  }
  const isOfYear =
    word === 'of' && period.kind === 'year' && BEHIND_OF_YEAR.test(words[at + length] ?? '');
  if (!isOfYear && !mayFollow(word, period)) return;
  const read = { range: period.range, length };
  return openPeriodAt(words, at, read) ?? read;
}

function sinceWords(words: Words, at: number): number {
  return [3, 2].find((length) => SINCE_ABOUT.test(words.slice(at, at + length).join(' '))) ?? 1;
}

/** Reads times with an open end: "2019 or later", "from March onwards", "2010 and earlier". */
function openPeriodAt(
  words: Words,
  at: number,
  { range: [fromMs, untilMs], length }: Pick<Period, 'range' | 'length'>,
): TimeMention | undefined {
  const behind = words.slice(at + length, at + length + OPEN_WORDS).join(' ');
  const onwards = ONWARDS.exec(behind)?.[0];
  const before = AND_BEFORE.exec(behind)?.[0];
  const open = onwards ?? before;
  if (open === undefined) return;
  return {
    range: onwards === undefined ? [-Infinity, untilMs] : [fromMs, Infinity],
    length: length + open.split(' ').length,
  };
}

/** Returns true if a time may follow the word. "The last quarter" means the last ninety days. */
function mayFollow(word: string, { kind }: Period): boolean {
  if (WITHIN.test(word)) return kind !== 'relative' && (word !== 'from' || kind !== 'era');
  if (ON.test(word)) return kind === 'day';
  if (word === 'at' && kind === 'span') return true;
  return OVER.test(word) && (kind === 'season' || kind === 'era');
}

/** Reads a time or a span; a quarter needs its year. `isAfterIn`: true after "in" and the like. */
function periodAt(words: Words, at: number, nowMs: number, isAfterIn: boolean): Period | undefined {
  const span = spanAt(words, at, nowMs, { isBetween: false });
  const time = span && (span.isSure || isAfterIn) ? span : dateAt(words, at, nowMs);
  return time?.kind === 'part' ? undefined : time;
}
