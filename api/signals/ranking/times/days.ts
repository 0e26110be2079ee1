/** Reads days that a question names: "on 23 November 2026", "March 3-10", "last Friday". Pure. */
import { DAY_MS } from '../../../../shared/domain/time.js';
import {
  type CalendarTime,
  COUNTED,
  type Found,
  find,
  HYPHEN,
  lastWeekday,
  MONTH,
  MONTH_OR_VERB,
  monthOf,
  OF_YEAR,
  type Period,
  pattern,
  QUESTION_END,
  type Readers,
  readFirst,
  SHORT_MONTH_END,
  startOf,
  thisYear,
  WEEKDAY,
  yearOf,
} from './time-words.js';

const NUMBER = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const SUFFIX = '(?:st|nd|rd|th)';
const DAY = `(?<day>${NUMBER})(?<suffix>${SUFFIX})? `;
const MONTH_AND_DAY = String.raw`(?<month>${MONTH}) (?:\. )?(?:the )?${DAY}(?!${COUNTED} |\. \d)`;
/** A number before it makes the day a part of that number: "10,000 March", "$3 March". */
const DAY_AND_MONTH = String.raw`(?<!(?<!\S)[\d$€£]\S* (?:[.,/] )?)${DAY}(?:of )?(?<month>${MONTH}) ${SHORT_MONTH_END}`;
const WEEKDAY_BEFORE = `(?:${WEEKDAY} (?:, )?)?(?:the )?`;
const TO = `(?:and|to|until|till|through|${HYPHEN})`;
const BEFORE_DAY = /(?<!\S)(?:on|since|before|after|until|till|from|between|to|and|through) $/;
/** Years to look back for a day without a year: 29 February may be eight years ago. */
const RECENT_YEARS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

export const DAY_READERS: Readers<CalendarTime> = [
  [pattern`(?<year>20\d\d) (?<sign>[-/]) (?<month>\d{1,2}) \k<sign> (?<day>\d{1,2}) `, readFigures],
  [pattern`(?<day>\d{1,2}) \. (?<month>\d{1,2}) \. (?<year>20\d\d) `, readFigures],
  [pattern`(?<one>\d{1,2}) (?<sign>[-/]) (?<other>\d{1,2}) \k<sign> (?<year>20\d\d) `, readSlashed],
  [pattern`${WEEKDAY_BEFORE}${MONTH_AND_DAY}${OF_YEAR}?`, readNamedDay],
  [pattern`${WEEKDAY_BEFORE}${DAY_AND_MONTH}${OF_YEAR}?`, readNamedDay],
  [pattern`last (?<weekday>${WEEKDAY}) `, readWeekday],
];

const FIRST_DAY = pattern`(?<first>${NUMBER})${SUFFIX}? ${TO} (?:the )?(?=${NUMBER}${SUFFIX}? )`;
const MONTH_AND_DAYS = pattern`(?<month>${MONTH}) (?:\. )?(?:the )?(?<first>${NUMBER})(?<suffix>${SUFFIX})? ${TO} (?:the )?(?<day>${NUMBER})${SUFFIX}? (?!(?:${MONTH}|${COUNTED}) )${OF_YEAR}?`;

const WEEK = pattern`(?:(?<unit>week|weekend) of|week (?<from>from|(?:that )?(?:beg[ia]n(?:s|ning)?|start(?:s|ed|ing)?|commencing))|week (?:to|(?:that )?end(?:s|ed|ing)?)|w / (?<letter>[ce])) (?:on )?(?:the )?`;
const WEEK_MS = 7 * DAY_MS;

/** Reads "the week of 16 November", "week ending 20 November" or "w/c 16 November". */
function weekAt(text: string, at: number, nowMs: number): Period | undefined {
  const found = find(WEEK, text, at);
  // The present week may end on a day to come.
  const day = found && readFirst(DAY_READERS, text, found.end, nowMs + WEEK_MS);
  if (!day) return;
  const { unit, from, letter } = found.groups;
  const [fromMs, untilMs] = day.range;
  const mondayMs = startOf('week', fromMs, 0);
  const weekFrom = (startMs: number) => [startMs, startMs + WEEK_MS] as const;
  // A week named by its Sunday begins with it, as in the US.
  const ofDay = weekFrom(untilMs === mondayMs + WEEK_MS ? fromMs : mondayMs);
  const isFrom = from !== undefined || letter === 'c';
  const range =
    unit === 'weekend'
      ? ([mondayMs + 5 * DAY_MS, mondayMs + WEEK_MS] as const)
      : unit
        ? ofDay
        : weekFrom(isFrom ? fromMs : untilMs - WEEK_MS);
  return { ...day, kind: 'span', range, isSure: true };
}

/** Reads "3-10 March 2026", "March 3 to 10", a week, or "3 and 10 March" as after "between". */
export function daysAt(text: string, at: number, nowMs: number): Period | undefined {
  const week = weekAt(text, at, nowMs);
  if (week) return week;
  const first = find(FIRST_DAY, text, at);
  const last = first && readFirst(DAY_READERS, text, first.end, nowMs);
  if (last) return daysUpTo(first, last);
  const days = find(MONTH_AND_DAYS, text, at);
  const lastDay = days && namedDay(days.groups, nowMs);
  return lastDay && daysUpTo(days, { ...lastDay, end: days.end });
}

/** Returns the days up to `last` of one month, `undefined` if the first one is not earlier. */
function daysUpTo({ groups }: Found, last: Period): Period | undefined {
  const [lastMs, untilMs] = last.range;
  const fromMs = startOf('month', lastMs, 0) + (Number(groups.first) - 1) * DAY_MS;
  return fromMs < lastMs ? { ...last, range: [fromMs, untilMs] } : undefined;
}

function readFigures({ groups: { year, month, day } }: Found): CalendarTime | undefined {
  return dayFrom(startOfDay(Number(year), Number(month) - 1, Number(day)));
}

const SLASHED = /(?<!\S)(\d{1,2}) [-/] (\d{1,2}) [-/] 20\d\d /g;

/**
 * The day comes first in some countries, second in others. Another date of the question may tell:
 * "between 01/11/2026 and 25/11/2026".
 */
function readSlashed({ groups, before, behind }: Found): CalendarTime | undefined {
  const [year, one, other] = [Number(groups.year), Number(groups.one), Number(groups.other)];
  const isOpen = one < 13 && other < 13;
  const dates = isOpen ? [...`${before}${behind}`.matchAll(SLASHED)] : [];
  const isDayFirst = one > 12 || dates.some(([, first]) => Number(first) > 12);
  const isDaySecond = other > 12 || dates.some(([, , second]) => Number(second) > 12);
  if (one !== other && isDayFirst === isDaySecond) return;
  return dayFrom(isDayFirst ? startOfDay(year, other - 1, one) : startOfDay(year, one - 1, other));
}

function readNamedDay({ groups, before, behind }: Found, nowMs: number): CalendarTime | undefined {
  const day = namedDay(groups, nowMs);
  return (
    day && { ...day, isSure: day.isSure || BEFORE_DAY.test(before) || QUESTION_END.test(behind) }
  );
}

/** Reads "last Monday", which was before today. "On Monday" is not read: it may be the next one. */
function readWeekday({ groups: { weekday = '' } }: Found, nowMs: number): CalendarTime | undefined {
  return dayFrom(lastWeekday(weekday, nowMs));
}

/**
 * Returns a day of a month. Without a year: the most recent such day, today included; then "May 3" and
 * "march 3" may be something else.
 */
function namedDay(groups: Found['groups'], nowMs: number): CalendarTime | undefined {
  const { day, suffix, month = '' } = groups;
  const year = yearOf(groups, nowMs);
  const hasYear = year !== undefined;
  const startIn = (each: number) => startOfDay(each, monthOf(month), Number(day));
  const recent = RECENT_YEARS.map((back) => startIn(thisYear(nowMs) - back));
  const fromMs = hasYear ? startIn(year) : recent.find((ms) => ms !== undefined && ms <= nowMs);
  const isSure = hasYear || suffix !== undefined || !MONTH_OR_VERB.test(month);
  const named = dayFrom(fromMs);
  return named && { ...named, hasYear, isSure };
}

/** Returns the start of a day, `undefined` if it does not exist, such as 31 November. */
function startOfDay(year: number, month: number, day: number): number | undefined {
  const ms = Date.UTC(year, month, day);
  return new Date(ms).getUTCDate() === day && month < 12 ? ms : undefined;
}

function dayFrom(fromMs: number | undefined): CalendarTime | undefined {
  if (fromMs === undefined) return;
  return { kind: 'day', range: [fromMs, fromMs + DAY_MS], hasYear: true, isSure: true };
}
