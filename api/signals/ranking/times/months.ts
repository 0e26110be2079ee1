/** Reads months, years, decades and parts of years: "March 2026", "Q3 2025", "the 1990s". Pure. */
import { ORDINALS } from '../../../../shared/domain/number-words.js';
import {
  type CalendarTime,
  COUNTED,
  COUNTED_BEHIND,
  type Found,
  HYPHEN,
  MONTH,
  MONTH_OR_VERB,
  monthOf,
  monthsFrom,
  OF_YEAR,
  oneOf,
  pattern,
  QUESTION_END,
  type Readers,
  SHORT_MONTH_END,
  startOf,
  thisYear,
  UNIT,
  unitOf,
  YEAR,
  yearOf,
} from './time-words.js';

const DECADES = ['sixties', 'seventies', 'eighties', 'nineties'];
/** Words before "nineties". "Their" is not one: "in their nineties" is an age. */
const BEFORE_DECADE = oneOf(
  "in during since before after until till of from early late mid - ['’]",
);
const BEHIND_FIGURES = new RegExp(String.raw`(?<!\S)(?:\d\S*|${HYPHEN}) $`);
/** "The last quarter" means the last ninety days, unless "of" follows. */
const ORDINAL = '(?:first|1st|second|2nd|third|3rd|fourth|4th|final|last(?= (?:quarter|half) of ))';
/**
 * Matches business results. They are published after the period that they are about. Not "head of
 * sales", "sales hires" or "job losses", which happen in it.
 */
const RESULTS =
  /(?<!\S)(?:results?|earnings|profits?|guidance|forecasts?|figures|income|margins?|(?<!(?:presidents?|heads?|directors?|chiefs?|managers?|leads?|leaders?) of )(?:sales|revenues?)(?! (?:chiefs?|directors?|executives?|heads?|hir(?:es?|ing)|jobs|leaders?|leadership|managers?|officers?|people|reps?|representatives?|roles|staff|teams?) )|(?<!(?:board|customer|client|data|employee|executive|job|management|staff) )(?:loss|losses|turnover)) /;
/** Matches results that a quarter is the name of: "layoffs after Q3 earnings". */
const RESULTS_NEXT = new RegExp(`^(?:['’] s )?${RESULTS.source}`);

const EVENT =
  oneOf(`layoffs? redundancies funding fundings rounds? raises acquisitions? takeovers? mergers?
  deals? ipos? bankruptcies insolvencies filings? launches news announcements hires departures
  appointments promotions closures openings posts events buybacks contracts lawsuits partnerships
  strikes recalls breaches dividends`);
/** Matches what happened in a month: "October layoffs", "all layoffs of November". */
const EVENT_BEHIND = new RegExp(`^${EVENT} `);
/** Matches events that are about a quarter and come after it. */
const ABOUT_QUARTER = /^(?:filings?|dividends?|news|announcements) /;
const EVENT_IN = new RegExp(
  String.raw`(?<!\S)(?:${EVENT}|laid off|hired|raised|acquired|bought|appointed|promoted|filed|cut|opened|closed|launched|left|joined|signed|won) (?:\S+ ){0,4}(?:in|during|since|throughout|after|before|until|till|from|prior to) (?:the )?$`,
);
const EVENT_BEFORE = new RegExp(String.raw`(?<!\S)${EVENT} (?:(?:of|for) )?$`);
/** Matches a year of what happened: "2025 tech layoffs", "layoffs 2025 US", but not "its 2025 plan". */
const YEAR_OF_EVENT = new RegExp(
  String.raw`^(?:['’] s )?(?:(?!${COUNTED} |(?:and|in|of|for|to) )\p{L}+ ){0,2}?${EVENT} `,
  'u',
);
const NOT_BEFORE_YEAR =
  /(?<!\S)(?:over|above|than|least|most|about|around|nearly|almost|roughly|some|cut|cuts|cutting|hir(?:e|es|ing)|add(?:s|ing)?|off|employs?|its|their|our|his|her|the|an?|s|against|announc(?:e[sd]?|ing)|expo|ces|mwc|global|forbes|fortune|russell|below|by|until|through|fiscal|since|after|before|with|of|for|to|[$€£¥#+(]) $/;

export const MONTH_READERS: Readers<CalendarTime> = [
  [
    pattern`(?:(?<yearBefore>${YEAR}) )?(?:q(?<quarter>[1-4])|h(?<half>[12])|(?<halfFirst>[12])h|(?<nth>${ORDINAL}) (?<part>quarter|half)) ${OF_YEAR}?`,
    readPart,
  ],
  [
    pattern`(?<decade>(?:19|20)\d0)s `,
    ({ groups }) => monthsFrom('decade', Number(groups.decade), 0, 120),
  ],
  [
    pattern`(?<=(?<!\S)${BEFORE_DECADE} (?:the )?)(?:['’] )?(?<tens>[6-9]0)s `,
    ({ groups }) => shortDecade(Number(groups.tens)),
  ],
  [
    pattern`(?<=(?<!\S)${BEFORE_DECADE} (?:the )?)(?<name>${oneOf(DECADES.join(' '))}) `,
    ({ groups }) => shortDecade(60 + 10 * DECADES.indexOf(groups.name ?? '')),
  ],
  [pattern`(?<year>${YEAR}) - (?<month>0[1-9]|1[0-2]) (?!${HYPHEN} )`, readIsoMonth],
  [
    pattern`(?<!(?<!\S)\d{1,2} / )(?<month>0?[1-9]|1[0-2]) / (?<year>${YEAR}) `,
    ({ groups }) => monthsFrom('month', Number(groups.year), Number(groups.month) - 1, 1),
  ],
  [pattern`(?:year )?(?<year>${YEAR}) `, readYear],
  [pattern`(?<which>last|this|(?<=(?<!\S)this )past) (?<month>${MONTH}) `, readWhichMonth],
  [pattern`(?<month>${MONTH}) (?:${SHORT_MONTH_END}${OF_YEAR})?`, readMonth],
  [pattern`(?:today|this (?<unit>${UNIT})) `, createRelative(0)],
  [pattern`(?:yesterday|(?:last|previous) (?<unit>${UNIT})) `, createRelative(-1)],
  // "The first month of the year".
  [pattern`(?<=(?<!\S)of the )(?<unit>${UNIT}) (?!${HYPHEN} )`, createRelative(0, false)],
  [
    pattern`(?:day before yesterday|(?<unit>${UNIT}) before last(?! ${UNIT}s? )) `,
    createRelative(-2),
  ],
];

/** Reads "first half of 2026", "second quarter 2026", "Q1" or "2025 Q1". */
function readPart({ groups, before, behind }: Found, nowMs: number): CalendarTime | undefined {
  const { yearBefore, quarter, half, halfFirst, nth = '', part } = groups;
  const year = yearOf(groups, nowMs);
  if (yearBefore !== undefined && year !== undefined) return;
  const months = quarter || part === 'quarter' ? 3 : 6;
  const count = 12 / months;
  const ordinal = ORDINALS.get(nth) ?? (Number.parseInt(nth, 10) || count);
  const number = Number(quarter ?? half ?? halfFirst ?? ordinal);
  const isAnEvent =
    (EVENT_IN.test(before) || EVENT_BEFORE.test(before)) && !RESULTS_NEXT.test(behind);
  if (number > count || (!isAnEvent && (RESULTS.test(before) || RESULTS.test(behind)))) return;
  const named = yearBefore === undefined ? year : Number(yearBefore);
  const periodIn = (each: number) => monthsFrom('span', each, (number - 1) * months, months);
  if (named !== undefined) return periodIn(named);
  const recent = periodIn(thisYear(nowMs));
  const last = recent.range[0] > nowMs ? periodIn(thisYear(nowMs) - 1) : recent;
  // "Layoffs in Q3" are those of the last one. "In the third quarter" may also be about results.
  const isSure = EVENT_BEHIND.test(behind) && !ABOUT_QUARTER.test(behind);
  const kind = isSure || EVENT_IN.test(before) ? 'span' : 'part';
  return { ...last, kind, hasYear: false, isSure };
}

/** Reads "2024-03", but not "2010-12", which may be two years. */
function readIsoMonth({ groups: { year = '', month = '' } }: Found): CalendarTime | undefined {
  return isShortYear(year, month)
    ? undefined
    : monthsFrom('month', Number(year), Number(month) - 1, 1);
}

function readYear({ groups, before, behind }: Found, nowMs: number): CalendarTime {
  const year = Number(groups.year);
  const isOfEvent = YEAR_OF_EVENT.test(behind) || EVENT_BEFORE.test(before);
  const mayBeInside = isOfEvent && year <= thisYear(nowMs) && !NOT_BEFORE_YEAR.test(before);
  const isCounted = COUNTED_BEHIND.test(behind) || BEHIND_FIGURES.test(before);
  const isSure = (QUESTION_END.test(behind) || mayBeInside) && !isCounted;
  return { ...monthsFrom('year', year, 0, 12), isSure };
}

function readWhichMonth({ groups }: Found, nowMs: number): CalendarTime | undefined {
  const { which, month: name = '' } = groups;
  const month = monthOf(name);
  const thisMonth = new Date(nowMs).getUTCMonth();
  const isThis = which === 'this';
  if (isThis && (MONTH_OR_VERB.test(name) || month > thisMonth)) return;
  const isThisYear = isThis || month < thisMonth;
  return monthsFrom('month', thisYear(nowMs) - (isThisYear ? 0 : 1), month, 1);
}

function readMonth({ groups, before, behind }: Found, nowMs: number): CalendarTime {
  const { month: name = '' } = groups;
  const month = monthOf(name);
  const year = yearOf(groups, nowMs);
  const hasYear = year !== undefined;
  const lastYear = thisYear(nowMs) - (month > new Date(nowMs).getUTCMonth() ? 1 : 0);
  const isOfEvent =
    EVENT_BEHIND.test(behind) || (EVENT_BEFORE.test(before) && QUESTION_END.test(behind));
  const isSure = hasYear || (isOfEvent && !MONTH_OR_VERB.test(name));
  return { ...monthsFrom('month', year ?? lastYear, month, 1), hasYear, isSure };
}

function shortDecade(tens: number): CalendarTime {
  return { ...monthsFrom('decade', 1900 + tens, 0, 120), isSure: false };
}

/** Creates a reader of "last year", "this quarter", "yesterday" or "the week before last". */
function createRelative(offset: number, hasYear = true) {
  return ({ groups }: Found, nowMs: number): CalendarTime | undefined => {
    const unit = unitOf(groups.unit ?? 'day');
    if (!unit) return;
    const range = [startOf(unit, nowMs, offset), startOf(unit, nowMs, offset + 1)] as const;
    return { kind: 'relative', range, hasYear, isSure: offset === -2 };
  };
}

/** Returns true if two digits after a year are a later year, such as "20" after "2019". */
export function isShortYear(year: string, word: string): boolean {
  return /^\d\d$/.test(word) && Number(word) > Number(year.slice(2)) && word >= '10';
}
