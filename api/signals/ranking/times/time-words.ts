/**
 * Patterns for the words of times in questions, and what units of time mean. A question is one text
 * here: its words and signs in lower case, each followed by a space. Pure.
 */
import { MONTH as MONTH_WORD } from '../../../../shared/domain/amounts.js';
import { SMALL, valuesOfWords } from '../../../../shared/domain/number-words.js';

/** Times in milliseconds (UTC): from `fromMs`, up to but not including `untilMs`. */
export type Range = readonly [fromMs: number, untilMs: number];

/**
 * `span`: several times ("May to July"), or a share of one ("early 2023"). `part`: a quarter or half
 * without its year, which is not a time on its own. `relative`: "last year", which may mean more
 * than a calendar year.
 */
type Kind = 'year' | 'decade' | 'month' | 'day' | 'season' | 'era' | 'span' | 'part' | 'relative';

/** A time in the calendar. */
export interface CalendarTime {
  kind: Kind;
  range: Range;
  /** True if the year is known. Otherwise the most recent such time is meant. */
  hasYear: boolean;
  /** True if the words are a time even without a word such as "in" before them. */
  isSure: boolean;
}

/**
 * A calendar time at a place of a text. `end` is the place after its words. `ranges`: the times of a
 * list, such as "May or July"; `range` is then from the first to the last.
 */
export type Period = CalendarTime & { end: number; ranges?: readonly Range[] };

/** What a pattern matches: its groups, the text around it, and the place after it. */
export interface Found {
  groups: Readonly<Record<string, string | undefined>>;
  before: string;
  behind: string;
  end: number;
}

/** Patterns, and what a text means that matches them; `undefined` if it is not a time after all. */
export type Readers<Time> = readonly (readonly [
  pattern: RegExp,
  read: (found: Found, nowMs: number) => Time | undefined,
])[];

/** Creates a pattern for `find`. */
export function pattern(template: TemplateStringsArray, ...parts: readonly string[]): RegExp {
  return new RegExp(String.raw(template, ...parts), 'uy');
}

/** Returns a pattern for one of the words in a list, which may be patterns themselves. */
export function oneOf(list: string): string {
  return `(?:${list.trim().split(/\s+/).join('|')})`;
}

/** Matches a pattern from a place of the text on. */
export function find(expression: RegExp, text: string, at: number): Found | undefined {
  expression.lastIndex = at;
  const match = expression.exec(text);
  if (!match) return;
  const end = expression.lastIndex;
  return { groups: match.groups ?? {}, before: text.slice(0, at), behind: text.slice(end), end };
}

/** Returns the time of the first reader that finds one at a place of the text. */
export function readFirst<Time extends object>(
  readers: Readers<Time>,
  text: string,
  at: number,
  nowMs: number,
): (Time & { end: number }) | undefined {
  for (const [expression, read] of readers) {
    const found = find(expression, text, at);
    const time = found && read(found, nowMs);
    if (time) return { ...time, end: found.end };
  }
  return;
}

export const YEAR = String.raw`(?:(?:19[89]|20\d)\d)`;
export const MONTH = MONTH_WORD.source.slice('^'.length, -'$'.length);
/** A period after a short name of a month, as in "Nov. 2025". */
export const SHORT_MONTH_END = String.raw`(?:(?<!\S{5} )\. )?`;
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
export const WEEKDAY = oneOf(WEEKDAYS.join(' '));
export const HYPHEN = '[-‐‑‒–—]';
/** Things that are counted, so that the number before them is not a year or a day. */
export const COUNTED = oneOf(`employees people workers staff jobs positions roles posts companies
  firms stores shops units homes dollars euros pounds percent % thousand million billion bn m k`);
/** Matches a counted thing directly after a number. */
export const COUNTED_BEHIND = new RegExp(`^${COUNTED} `);
/** The year of a month, a season or a quarter: "2009", "of 2009", "’24", "last year", "of the year". */
export const OF_YEAR = String.raw`(?:(?:(?:of|,|/|in|${HYPHEN}) )?(?<year>${YEAR}) |['’] (?<shortYear>[0-4]\d) |(?:of )?(?<whichYear>last|this|(?<=(?<!\S)of )the) year )`;

/** Matches months that are more often verbs: "may" and "march". */
export const MONTH_OR_VERB = /^(?:may|mar|march)$/;
/** Matches the end of a question. Elsewhere a year may be any number: "2000 jobs cut". */
export const QUESTION_END = /^(?:[?.!] )*$/;

/** Returns the year that `OF_YEAR` has found, `undefined` if it has found none. */
export function yearOf(
  { year, shortYear, whichYear }: Found['groups'],
  nowMs: number,
): number | undefined {
  if (year !== undefined) return Number(year);
  if (shortYear !== undefined) return 2000 + Number(shortYear);
  if (whichYear === undefined) return;
  return thisYear(nowMs) - (whichYear === 'last' ? 1 : 0);
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Returns the month that a name means, 0 for January. */
export function monthOf(name = ''): number {
  return MONTHS.indexOf(name.slice(0, 3));
}

/** Days in the longest unit of each kind. */
export const DAYS = {
  ...{ hour: 1 / 24, day: 1, week: 7, fortnight: 14 },
  ...{ month: 31, quarter: 92, year: 366, decade: 3_653 },
} as const;
export type TimeUnit = keyof typeof DAYS;
export const UNIT = oneOf(Object.keys(DAYS).join(' '));

const COUNTS: ReadonlyMap<string, number> = new Map([
  ...[...SMALL].filter(([, value]) => value <= 12),
  ...valuesOfWords([1, 'a an'], [2, 'couple'], [3, 'few'], [5, 'several']),
]);
export const COUNT = String.raw`(?:(?!0+ )\d{1,3}|${[...COUNTS.keys()].join('|')})`;

/** Returns the number that a text means, for example 3 for "a few"; 0 if it is not a number. */
export function countOf(said = ''): number {
  const count = said
    .replace(/^a (?=few|couple)/, '')
    .replace(/ of$/, '')
    .replace(' . ', '.');
  return /^\d{1,3}(?:\.\d)?$/.test(count) ? Number(count) : (COUNTS.get(count) ?? 0);
}

/** Returns how many units are meant: "the last weeks" are three, "the last week" is one. */
export function manyOf(count: string | undefined, plural: string | undefined): number {
  if (count?.startsWith('half')) return 0.5;
  return countOf(count) || (plural ? 3 : 1);
}

const SHORT_UNITS: Readonly<Record<string, TimeUnit>> = {
  ...{ h: 'hour', hr: 'hour', d: 'day', wk: 'week', mo: 'month', qtr: 'quarter', yr: 'year' },
};
/** Short names of units, which are read only behind a number: "24h", "7 d", "2 wks". */
export const SHORT_UNIT = '(?:[hd]|(?:hr|wk|mo|qtr|yr)s?)';

/** Returns the unit that a word in the singular or the plural means. */
export function unitOf(word = ''): TimeUnit | undefined {
  const singular = word.endsWith('s') ? word.slice(0, -1) : word;
  if (Object.hasOwn(DAYS, singular)) return singular as TimeUnit;
  return Object.hasOwn(SHORT_UNITS, singular) ? SHORT_UNITS[singular] : undefined;
}

/** Returns the start of the unit around `nowMs`, moved by `offset` units. Weeks begin on Monday. */
export function startOf(unit: TimeUnit, nowMs: number, offset: number): number {
  const now = new Date(nowMs);
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  switch (unit) {
    // An hour is treated as a day.
    case 'hour':
    case 'day':
      return Date.UTC(year, month, day + offset);
    case 'week':
      return Date.UTC(year, month, day - ((now.getUTCDay() + 6) % 7) + 7 * offset);
    case 'fortnight':
      return startOf('week', nowMs, 2 * offset);
    case 'month':
      return Date.UTC(year, month + offset);
    case 'quarter':
      return Date.UTC(year, month - (month % 3) + 3 * offset);
    case 'year':
      return Date.UTC(year + offset, 0);
    case 'decade':
      return Date.UTC(year - (year % 10) + 10 * offset, 0);
  }
}

/** Returns a time of whole months, whose year is known. */
export function monthsFrom(kind: Kind, year: number, month: number, months: number): CalendarTime {
  const range = [Date.UTC(year, month), Date.UTC(year, month + months)] as const;
  return { kind, range, hasYear: true, isSure: true };
}

/** Returns the year of a time. */
export function thisYear(ms: number): number {
  return new Date(ms).getUTCFullYear();
}

/** Returns the same months and days of another year. */
export function shiftYears(years: number, [fromMs, untilMs]: Range): Range {
  return [addYears(fromMs, years), addYears(untilMs, years)];
}

function addYears(ms: number, years: number): number {
  const date = new Date(ms);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}

/** Returns the start of the last such day before today. */
export function lastWeekday(weekday: string, nowMs: number): number {
  const back = (new Date(nowMs).getUTCDay() - WEEKDAYS.indexOf(weekday) + 7) % 7 || 7;
  return startOf('day', nowMs, -back);
}
