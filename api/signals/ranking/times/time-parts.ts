/** Compares times of questions with detection times: "this week", "since March". Pure. */
import { DAY_MS } from '../../../../shared/domain/time.js';
import { overlaps, type PlacedWord, positionsOf, spoken, wordCount } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';
import { AGE_READERS, type Age } from './ages.js';
import { listAt, periodAt, spanAt } from './dates.js';
import { find, HYPHEN, type Period, pattern, readFirst, startOf, YEAR } from './time-words.js';

/** A time in a question. `end` is the place after its words. */
type TimeMention = Age & Pick<Period, 'end' | 'ranges'>;

/** Matches words before a time that is only compared with: "more than last month". */
const COMPARED =
  /(?:^| )(?:(?:(?<!(?:older|newer|earlier|later|other|rather) )than|vs|versus|unlike|compared (?:to|with)|(?<!such )as)(?: in| during| at)?(?: the| any)?(?: (?:one|ones|those|that|same)(?: (?:day|week|month|quarter|period|time|year))?)?|(?:up|down|higher|lower) (?:from|on|over)(?: the)?) $/;
/** Matches "later", as in "later this year": most of that time is in the future. */
const LATER = /(?:^| )later $/;
/** Matches words before the time at which a company was founded. */
const FOUNDED =
  /(?:^| )(?:founded|established|incorporated|born)(?: back)?(?: (?:in|on|since|before|after|during|around|about|over|more|less|than|or)){0,3} $/;
const NO_TIME = [COMPARED, LATER, FOUNDED];
/** Matches words before a year that results or reports are about, and months until they came. */
const RESULTS_OF =
  /(?<!\S)(?:(?:q[1-4]|h[12]|quarter|half)|(?:results?|earnings|revenues?|profits?|annual reports?|10 - ks?)(?: (?:of|from|for))?)(?: the)?(?: (?:fiscal|full|financial))?(?: year)? $/;
const MONTHS_AFTER = 4;
/** Matches words before a year or a season that plans are about, and months since they came. */
const PLANS_FOR =
  /(?<!\S)(?:hiring for|(?:guidance|forecasts?|outlook|budgets?|interns?|internships?)(?: (?:of|from|for))?)(?: the)?(?: (?:fiscal|full|financial))?(?: year)? $/;
const MONTHS_BEFORE = 6;
const BEFORE_YEAR = pattern`(?:of )?(?:the )?(?=(?:(?:spring|summer|fall|autumn|winter|year) )?${YEAR} )`;
/** Matches the first word of "this month or last month". */
const RELATIVE = pattern`(?:this|last|today|yesterday) `;
/** Matches a negation before a limit: "no later than March", "not before 2026". */
const DENIED = pattern`not? `;
const BETWEEN = pattern`(?:between|from) (?:the )?`;
/** Matches words such as "until", "no earlier than" "not until" or the "pre-" of "pre-2020". */
const BOUND = pattern`(?<not>not? )?(?:(?<earlier>until|till|(?:earlier|older) than|prior to|before|pre ${HYPHEN}(?= ${YEAR} ))|(?:later|newer) than|after|post ${HYPHEN}(?= ${YEAR} )) (?:the )?`;
/** Matches the word before a time, and "since at least" as one. */
const WORD_BEFORE = pattern`(?:since (?:(?:about|around|at least|roughly) )?|(?<word>\S{1,20}) )(?:the )?`;
const WITHIN = /^(?:in|during|from|throughout|within)$/;
/** Matches words before a season or an era. "At" also comes before a part of a time. */
const OVER = /^(?:over|around|at|across)$/;
/** Matches what may follow "of" and a year that counts nothing: "the takeovers of 2011". */
const BEHIND_OF_YEAR =
  /^(?:[^\p{L}\p{N}]|$|(?:and|at|by|for|from|in|or|that|which|who|with|without) )/u;
const ONWARDS = pattern`(?:onwards?|on(?= [^a-z]| by | ?$)|(?:or|and) (?:after|later|newer|since)|(?:until|till|to|up to|through|[-–—]) (?:the )?(?:date|now|present|today)) `;
const AND_BEFORE = pattern`(?:or|and) (?:before|earlier|older) `;
/** Days after which a signal counts half as much as a new one. */
const HALF_LIFE_DAYS = 30;

/** Returns the parts for times. `excluded`: positions of word pieces that are surely excluded. */
export function timeParts(
  words: readonly PlacedWord[],
  nowMs: number,
  excluded: ReadonlySet<number>,
): QuestionPart[] {
  const text = spoken(words);
  const parts: QuestionPart[] = [];
  let start = 0;
  for (let at = 0; at < words.length; ) {
    const time = readPublished(text, start, nowMs) ?? readTime(text, start, nowMs);
    const end = time?.end ?? text.indexOf(' ', start) + 1;
    const said = words.slice(at, at + wordCount(text.slice(start, end)));
    const before = text.slice(0, start);
    if (time && !NO_TIME.some((each) => each.test(before))) {
      const positions = positionsOf(said);
      const isExcluded = overlaps(positions, excluded) && !find(DENIED, text, start);
      parts.push(timePart(time, positions, nowMs, isExcluded && time.range !== 'newest'));
    }
    at += said.length;
    start = end;
  }
  return parts;
}

/** Returns 1 for a time from now on, and half as much for each `HALF_LIFE_DAYS` before now. */
function newnessAt(atMs: number, nowMs: number): number {
  return 0.5 ** (Math.max(0, nowMs - atMs) / DAY_MS / HALF_LIFE_DAYS);
}

function timePart(
  { range, ranges }: TimeMention,
  positions: number[],
  nowMs: number,
  isExcluded: boolean,
): QuestionPart {
  const likenessAt = (atMs: number): number => {
    if (range === 'newest') return newnessAt(atMs, nowMs);
    const isWithin = (ranges ?? [range]).some(([from, until]) => atMs >= from && atMs < until);
    return isWithin === isExcluded ? 0 : 1;
  };
  return {
    positions,
    overridesWords: true,
    // Newness is not a condition: a new signal of another place or industry is not an answer.
    isCondition: range !== 'newest',
    isFilter: true,
    metBy: 'date',
    ...(range !== 'newest' && !isExcluded && { storeCondition: { detected: range } }),
    match: (_, __, signal) => ({
      likeness: likenessAt(signal?.detectedAtMs ?? Number.NEGATIVE_INFINITY),
    }),
  };
}

/** Reads the time in which the results of a year came, or the plans for it. */
function readPublished(text: string, at: number, nowMs: number): TimeMention | undefined {
  const before = text.slice(0, at);
  const isResult = RESULTS_OF.test(before);
  if (!isResult && !PLANS_FOR.test(before)) return;
  const year = find(BEFORE_YEAR, text, at);
  const period = year && periodAt(text, year.end, nowMs, true);
  if (!period) return;
  const [fromMs, untilMs] = period.range;
  const range = isResult
    ? ([fromMs, startOf('month', untilMs, MONTHS_AFTER)] as const)
    : ([startOf('month', fromMs, -MONTHS_BEFORE), untilMs] as const);
  return { range, end: period.end };
}

/** Reads a time; no future one, which signals of today may mention, as in "notes due 2031". */
function readTime(text: string, at: number, nowMs: number): TimeMention | undefined {
  const time =
    (find(RELATIVE, text, at) && listAt(text, at, nowMs)) ??
    readFirst(AGE_READERS, text, at, nowMs) ??
    readSpan(text, at, nowMs) ??
    readBound(text, at, nowMs) ??
    readDate(text, at, nowMs);
  const isFuture = time && time.range !== 'newest' && time.range[0] > nowMs;
  return isFuture ? undefined : time;
}

/** Reads "between March and May 2025" or "from June to August". */
function readSpan(text: string, at: number, nowMs: number): TimeMention | undefined {
  const between = find(BETWEEN, text, at);
  return between && spanAt(text, between.end, nowMs, true);
}

/** Reads "until March", "no earlier than March" or "before the end of 2024". */
function readBound(text: string, at: number, nowMs: number): TimeMention | undefined {
  const bound = find(BOUND, text, at);
  const period = bound && periodAt(text, bound.end, nowMs, true);
  if (!period) return;
  const { range, end } = period;
  const isEnd = bound.behind.startsWith('end ');
  // "Before summer" may mean the next summer.
  if (!period.hasYear && (isEnd || period.kind === 'season')) return;
  const isNegated = bound.groups.not !== undefined;
  // "Before the end of 2024" includes days close to the end.
  const fromMs = isEnd ? range[1] : range[0];
  const untilMs = range[1];
  if (bound.groups.earlier) {
    return { range: isNegated ? [fromMs, Infinity] : [-Infinity, fromMs], end };
  }
  return { range: isNegated ? [-Infinity, untilMs] : [untilMs, Infinity], end };
}

/** Reads "since March", "in 2025", "on 3 May", "March 2026", "over the summer", "layoffs 2025". */
function readDate(text: string, at: number, nowMs: number): TimeMention | undefined {
  const periodHere = periodAt(text, at, nowMs, false);
  const openPeriod = periodHere && openPeriodAt(text, periodHere);
  if (periodHere?.isSure || openPeriod) return openPeriod ?? periodHere;
  const before = find(WORD_BEFORE, text, at);
  const period = before && periodAt(text, before.end, nowMs, true);
  if (!period) return;
  const { word } = before.groups;
  if (word === undefined) return { range: [period.range[0], Infinity], end: period.end };
  if (!mayFollow(word, period, text)) return;
  return openPeriodAt(text, period) ?? period;
}

/** Reads times with an open end: "2019 or later", "from March onwards", "2010 and earlier". */
function openPeriodAt(text: string, { range, end }: Period): TimeMention | undefined {
  const onwards = find(ONWARDS, text, end);
  if (onwards) return { range: [range[0], Infinity], end: onwards.end };
  const before = find(AND_BEFORE, text, end);
  return before && { range: [-Infinity, range[1]], end: before.end };
}

/** Returns true if a time may follow the word. "The last quarter" means the last ninety days. */
function mayFollow(word: string, { kind, end }: Period, text: string): boolean {
  if (WITHIN.test(word)) return kind !== 'relative' && (word !== 'from' || kind !== 'era');
  if (word === 'on') return kind === 'day';
  if (word === 'of') return kind === 'year' && BEHIND_OF_YEAR.test(text.slice(end));
  if (word === 'at' && kind === 'span') return true;
  return OVER.test(word) && (kind === 'season' || kind === 'era');
}
