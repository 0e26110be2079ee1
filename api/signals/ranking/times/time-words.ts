/** Reads the words of times in questions: years, units, counts and what joins them. Pure. */

/** Times in milliseconds (UTC): from `fromMs`, up to but not including `untilMs`. */
export type Range = readonly [fromMs: number, untilMs: number];

/**
 * `span`: several times ("May to July"), or a share of one ("early 2023"). `part`: a quarter or half
 * without its year, which is not a time on its own. `relative`: "last year", which may mean more
 * than a calendar year.
 */
type Kind = 'year' | 'decade' | 'month' | 'day' | 'season' | 'era' | 'span' | 'part' | 'relative';

/** A time in a question. `newest`: the newer, the better. `length` is the number of its words. */
export interface TimeMention {
  range: Range | 'newest';
  length: number;
}

/** A time in the calendar. */
export interface Period {
  kind: Kind;
  range: Range;
  /** Number of words that name it. */
  length: number;
  /** True if the year is known. Otherwise the most recent such time is meant. */
  hasYear: boolean;
  /** True if the words are a time even without a word such as "in" before them. */
  isSure: boolean;
}

export type Words = readonly string[];

export const YEAR = /^(?:19[89]|20\d)\d$/;
export const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** Matches months that are more often verbs: "may" and "march". */
export const MONTH_OR_VERB = /^(?:may|mar|march)$/;
export const HYPHEN = /^[-‐‑‒–—]$/;
/** Matches things that are counted, so that the number before them is not a year or a day. */
export const COUNTED =
  /^(?:employees|people|workers|staff|jobs|positions|roles|posts|companies|firms|stores|shops|units|homes|dollars|euros|pounds|percent|%|thousand|million|billion|bn|m|k)$/;

const UNIT = /^(?<unit>hour|day|week|fortnight|month|quarter|year)s?$/;
/** Days in the longest unit of each kind. */
export const DAYS = {
  ...{ hour: 1 / 24, day: 1, week: 7, fortnight: 14 },
  ...{ month: 31, quarter: 92, year: 366 },
} as const;
export type TimeUnit = keyof typeof DAYS;

/** Number words from two on. */
const NUMBERS = 'two three four five six seven eight nine ten eleven twelve'.split(' ');
const LOOSE: ReadonlyMap<string, number> = new Map([
  ['a', 1],
  ['an', 1],
  ['one', 1],
  ['half a', 0.5],
  ['couple', 2],
  ['few', 3],
  ['several', 5],
]);

/** Returns the number that a text means, for example 3 for "a few"; 0 if it is not a number. */
export function countOf(said = ''): number {
  const count = said.replace(/^a (?=few|couple)/, '').replace(/ of$/, '');
  if (/^\d{1,3}$/.test(count)) return Number(count);
  return NUMBERS.includes(count) ? NUMBERS.indexOf(count) + 2 : (LOOSE.get(count) ?? 0);
}

export function unitOf(word = ''): TimeUnit | undefined {
  const unit = UNIT.exec(word)?.groups?.unit;
  return (Object.keys(DAYS) as TimeUnit[]).find((each) => each === unit);
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
  }
}

export function thisYear(nowMs: number): number {
  return new Date(nowMs).getUTCFullYear();
}

/** Reads the year of a month, a season or a quarter: "2009", "of 2009", ", 2026", "last year". */
export function yearAt(
  words: Words,
  at: number,
  nowMs: number,
): { year: number; length: number } | undefined {
  const from = /^(?:of|,|\/|in)$/.test(words[at] ?? '') || isHyphen(words[at]) ? at + 1 : at;
  const word = words[from] ?? '';
  if (YEAR.test(word)) return { year: Number(word), length: from + 1 - at };
  const short = /^['’]$/.test(words[at] ?? '') && /^[0-4]\d$/.test(words[at + 1] ?? '');
  if (short) return { year: 2000 + Number(words[at + 1]), length: 2 };
  if (words[from + 1] !== 'year' || (from > at && words[at] !== 'of')) return;
  if (word !== 'last' && word !== 'this') return;
  return { year: thisYear(nowMs) - (word === 'last' ? 1 : 0), length: from + 2 - at };
}

export function isHyphen(word = ''): boolean {
  return HYPHEN.test(word);
}

/** Returns the place after "the", or `at` if the word there is not "the". */
export function skipThe(words: Words, at: number): number {
  return words[at] === 'the' ? at + 1 : at;
}

/** Returns true for the last word. Elsewhere a year may be any number: "2000 jobs cut". */
export function isLastWord(words: Words, at: number): boolean {
  return words.slice(at + 1).every((word) => /^[?.!]$/.test(word));
}

/** Returns the word before `at`, without counting "the". */
export function wordBefore(words: Words, at: number): string {
  return words[words[at - 1] === 'the' ? at - 2 : at - 1] ?? '';
}

/** Returns the same months and days of another year. */
export function shiftYears(years: number, [fromMs, untilMs]: Range): Range {
  return [addYears(fromMs, years), addYears(untilMs, years)];
}

function addYears(ms: number, years: number): number {
  const date = new Date(ms);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}

export function isAhead(range: Range, nowMs: number): boolean {
  return range[0] > nowMs;
}
