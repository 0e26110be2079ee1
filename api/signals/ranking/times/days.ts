/** Reads days that a question names: "on 23 November 2026", "March 3-10", "last Friday". Pure. */

import { MONTH } from '../../../../shared/domain/amounts.js';
import { DAY_MS } from '../../../../shared/domain/time.js';
import {
  COUNTED,
  isHyphen,
  isLastWord,
  MONTH_OR_VERB,
  MONTHS,
  type Period,
  type Range,
  skipThe,
  startOf,
  thisYear,
  type Words,
  yearAt,
} from './time-words.js';

const ISO = /^(?<year>20\d\d)(?<sign>[-/])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})$/;
/** Matches "20.11.2026". With slashes the day comes first in some countries, second in others. */
const DOTTED = /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>20\d\d)$/;
const SLASHED = /^(?<one>\d{1,2})\/(?<other>\d{1,2})\/(?<year>20\d\d)$/;
/** Number of words in a date in figures: three numbers and two signs. */
const FIGURES = 5;
const DAY = /^(?<day>\d{1,2})(?<suffix>st|nd|rd|th)?$/;
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const BEFORE_DAY = /^(?:on|since|before|after|until|till|from|between|to|and|through)$/;
const UP_TO = /^(?:and|to|until|till|through)$/;
/** Years to look back for a day without a year: 29 February may be eight years ago. */
const MAX_YEARS_BACK = 8;

interface DayOfMonth {
  day: number;
  month: number;
  length: number;
  /** True if the words can only be a date. "May 3" and "march 3" may be something else. */
  isPlain: boolean;
}

export function dayAt(words: Words, at: number, nowMs: number): Period | undefined {
  const figures = words.slice(at, at + FIGURES).join('');
  const fromMs = dayInFigures(figures);
  if (fromMs !== undefined) return dayPeriod([fromMs, fromMs + DAY_MS], FIGURES);
  const afterWeekday = skipWeekday(words, at);
  const dayOfMonth = dayOfMonthAt(words, skipThe(words, afterWeekday));
  if (!dayOfMonth) return afterWeekday === at ? weekdayAt(words, at, nowMs) : undefined;
  const start = skipThe(words, afterWeekday);
  const year = yearAt(words, start + dayOfMonth.length, nowMs);
  const day = startOfNamedDay(year?.year, dayOfMonth, nowMs);
  if (day === undefined) return;
  const length = start + dayOfMonth.length + (year?.length ?? 0) - at;
  const isInContext = BEFORE_DAY.test(words[at - 1] ?? '') || isLastWord(words, at + length - 1);
  const isSure = Boolean(year) || dayOfMonth.isPlain || isInContext;
  return { ...dayPeriod([day, day + DAY_MS], length), hasYear: Boolean(year), isSure };
}

/** Reads "3-10 March 2026", "March 3 to 10", or "3 and 10 March" as after "between". */
export function daysAt(words: Words, at: number, nowMs: number): Period | undefined {
  return daysOfOneMonth(words, at, nowMs) ?? monthAndDays(words, at, nowMs);
}

function daysOfOneMonth(words: Words, at: number, nowMs: number): Period | undefined {
  const first = dayNumber(words[at]);
  if (first === 0 || !isJoint(words[at + 1])) return;
  const next = skipThe(words, at + 2);
  const last = dayAt(words, next, nowMs);
  if (!last || dayNumber(words[next]) === 0) return;
  return daysUpTo(first, last, next + last.length - at);
}

function monthAndDays(words: Words, at: number, nowMs: number): Period | undefined {
  const firstDay = MONTH.test(words[at] ?? '') ? dayOfMonthAt(words, at) : undefined;
  const joint = at + (firstDay?.length ?? 0);
  const next = skipThe(words, joint + 1);
  const lastDay = dayNumber(words[next]);
  const behind = words[next + 1] ?? '';
  if (!firstDay || !isJoint(words[joint]) || lastDay === 0 || MONTH.test(behind)) return;
  if (COUNTED.test(behind)) return;
  const year = yearAt(words, next + 1, nowMs);
  const lastMs = startOfNamedDay(year?.year, { ...firstDay, day: lastDay }, nowMs);
  if (lastMs === undefined) return;
  const length = next + 1 + (year?.length ?? 0) - at;
  const last = dayPeriod([lastMs, lastMs + DAY_MS], length);
  const isSure = Boolean(year) || firstDay.isPlain;
  return daysUpTo(firstDay.day, { ...last, hasYear: Boolean(year), isSure }, length);
}

/** Returns the days from `first` to `last` of one month, `undefined` if `first` is not earlier. */
function daysUpTo(first: number, last: Period, length: number): Period | undefined {
  const end = new Date(last.range[0]);
  const fromMs = Date.UTC(end.getUTCFullYear(), end.getUTCMonth(), first);
  return fromMs < last.range[0] ? { ...last, range: [fromMs, last.range[1]], length } : undefined;
}

/** Returns the start of "2026-11-23" in milliseconds, `undefined` for the ambiguous "3/4/2026". */
function dayInFigures(figures: string): number | undefined {
  const { day, month, year } = (ISO.exec(figures) ?? DOTTED.exec(figures))?.groups ?? {};
  if (day !== undefined) return startOfDay(Number(year), Number(month) - 1, Number(day));
  const slashed = SLASHED.exec(figures)?.groups;
  const [one, other] = [Number(slashed?.one), Number(slashed?.other)];
  if (!slashed || (one !== other && one < 13 && other < 13)) return;
  return startOfDay(Number(slashed.year), (one > 12 ? other : one) - 1, one > 12 ? one : other);
}

/** Reads "23 November", "the 23rd of November", "Nov. 23rd" or "November the 23rd". */
function dayOfMonthAt(words: Words, at: number): DayOfMonth | undefined {
  if (MONTH.test(words[at] ?? '')) {
    const next = skipThe(words, words[at + 1] === '.' ? at + 2 : at + 1);
    const behind = words[next + 1] ?? '';
    if (COUNTED.test(behind) || (behind === '.' && /^\d/.test(words[next + 2] ?? ''))) return;
    return readDayOfMonth(words[at], words[next], next + 1 - at);
  }
  const next = words[at + 1] === 'of' ? at + 2 : at + 1;
  const isShort = words[next + 1] === '.' && (words[next] ?? '').length < 5;
  if (isWithinFigures(words, at)) return;
  return readDayOfMonth(words[next], words[at], next + (isShort ? 2 : 1) - at);
}

/** Returns true if the number at `at` belongs to another one: "10,000 March", "$3 March". */
function isWithinFigures(words: Words, at: number): boolean {
  const isSign = /^[.,/]$/.test(words[at - 1] ?? '');
  return /^[\d$€£]/.test(words[isSign ? at - 2 : at - 1] ?? '');
}

function readDayOfMonth(name = '', number = '', length = 0): DayOfMonth | undefined {
  const day = dayNumber(number);
  const month = MONTH.test(name) ? MONTHS.indexOf(name.slice(0, 3)) : -1;
  if (day === 0 || month < 0) return;
  return { day, month, length, isPlain: /\D/.test(number) || !MONTH_OR_VERB.test(name) };
}

/** Returns the number of a day of the month, 0 if the word is not one. */
function dayNumber(word = ''): number {
  const day = Number(DAY.exec(word)?.groups?.day ?? 0);
  return day <= 31 ? day : 0;
}

/** Returns the start of a day. Without a year: of the most recent such day, today included. */
function startOfNamedDay(
  year: number | undefined,
  { day, month }: Pick<DayOfMonth, 'day' | 'month'>,
  nowMs: number,
): number | undefined {
  if (year !== undefined) return startOfDay(year, month, day);
  for (let back = 0; back <= MAX_YEARS_BACK; back += 1) {
    const ms = startOfDay(thisYear(nowMs) - back, month, day);
    if (ms !== undefined && ms <= nowMs) return ms;
  }
  return;
}

/** Returns the start of a day, `undefined` if it does not exist, such as 31 November. */
function startOfDay(year: number, month: number, day: number): number | undefined {
  const ms = Date.UTC(year, month, day);
  return new Date(ms).getUTCDate() === day && month < 12 ? ms : undefined;
}

/** Reads "last Monday", which was before today. "On Monday" is not read: it may be the next one. */
function weekdayAt(words: Words, at: number, nowMs: number): Period | undefined {
  const named = WEEKDAYS.indexOf(words[at + 1] ?? '');
  if (words[at] !== 'last' || named < 0) return;
  const back = (new Date(nowMs).getUTCDay() - named + 7) % 7 || 7;
  const fromMs = startOf('day', nowMs, -back);
  return dayPeriod([fromMs, fromMs + DAY_MS], 2);
}

/** Returns the place after "Monday" if a day of a month follows, otherwise `at`. */
function skipWeekday(words: Words, at: number): number {
  if (!WEEKDAYS.includes(words[at] ?? '')) return at;
  const next = words[at + 1] === ',' ? at + 2 : at + 1;
  return dayOfMonthAt(words, skipThe(words, next)) ? next : at;
}

function isJoint(word = ''): boolean {
  return UP_TO.test(word) || isHyphen(word);
}

function dayPeriod(range: Range, length: number): Period {
  return { kind: 'day', range, length, hasYear: true, isSure: true };
}
