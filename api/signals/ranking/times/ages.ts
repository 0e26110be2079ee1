/** Reads times that a question counts back from now: "the past 30 days", "a year ago". Pure. */
import { DAY_MS } from '../../../../shared/domain/time.js';
import {
  COUNT,
  countOf,
  DAYS,
  type Found,
  HYPHEN,
  lastWeekday,
  manyOf,
  pattern,
  type Range,
  type Readers,
  SHORT_UNIT,
  startOf,
  type TimeUnit,
  UNIT,
  unitOf,
  WEEKDAY,
} from './time-words.js';

/** `newest`: the newer, the better. */
export interface Age {
  range: Range | 'newest';
}

/** A number of units, if its words are. */
const MANY = String.raw`(?<count>a few|a couple of|\d{1,3} \. \d|\S{1,20}) `;
const UNITS = '(?<unit>[a-z]{1,20}) ';
/** Slack around "a year ago" in days: at most half the age, at least the age / `LONG_AGO`. */
const SLACK_DAYS = 31;
const LONG_AGO = 24;
/** Matches words of a plan or a duty, which make "within a month" a time to come. */
const BEFORE_DEADLINE =
  /(?<!\S)(?:to|will|due|must|should|plan(?:s|ned|ning)?|expect(?:s|ed|ing)?|matur\S{1,4}|expir\S{1,4}|deadlines?|notice|payable|repa\S{1,5}) (?:\S+ ){0,6}$/;
/** Units of which "the last" is counted back from now. */
const NEVER_CALENDAR = new Set(['hour', 'fortnight', 'decade']);

export const AGE_READERS: Readers<Age> = [
  [
    pattern`(?:today|this (?:morning|afternoon|evening)) `,
    (_, nowMs) => dayFrom(startOf('day', nowMs, 0)),
  ],
  [pattern`yesterday `, (_, nowMs) => dayFrom(startOf('day', nowMs, -1))],
  // In "who just raised money", but not in "just a rumour" or "not just in Germany".
  [
    pattern`(?<!(?<!\S)(?:not|than|or|for|with) )just (?=(?!based|related|need)\S{2,20}ed |got |won |sold |left |lost |hit |made |began |bought |hired |went |came |built |set up |took |came |cut |put |told |found )`,
    () => ({ range: 'newest' }),
  ],
  // "Most recent" is a superlative.
  [
    pattern`(?<!(?<!\S)most )(?:recent|recently|lately|currently|nowadays|(?:right|just) now|these days|at the moment|of late) `,
    () => ({ range: 'newest' }),
  ],
  [
    pattern`since (?<weekday>${WEEKDAY}) `,
    ({ groups }, nowMs) => ({ range: [lastWeekday(groups.weekday ?? '', nowMs), Infinity] }),
  ],
  [
    pattern`(?:(?<unit>week|month|quarter|year) (?:${HYPHEN} )?to (?:${HYPHEN} )?date|(?<letter>[wmqy])td) `,
    ({ groups }, nowMs) => ({
      range: [startOf(unitToDate(groups.unit ?? groups.letter), nowMs, 0), Infinity],
    }),
  ],
  // "The last week of March" is not counted back from now.
  [
    pattern`(?<article>(?:the|this) )?(?<past>past|last|previous) (?:(?:${COUNT} (?:${HYPHEN}|to|or) )?(?<count>\d{1,2} \. \d|${COUNT}|half(?: an?)?) (?:of )?)?(?<unit>${UNIT})(?<plural>s)? (?!of )`,
    readPast,
  ],
  [pattern`(?<past>past|last|previous) (?<count>\d{1,3}) ?(?<unit>${SHORT_UNIT}) `, readPast],
  // "Hires within 48 hours", but neither "due within 30 days" nor "within two days of the news".
  [
    pattern`(?<past>within) (?:the )?(?<count>${COUNT}) ?(?<unit>hours?|days?|weeks?|months?|${SHORT_UNIT}) (?=[^\p{L}]|and |or |$)`,
    readWithin,
  ],
  [
    pattern`since (?:the |this )?(?<past>past |last )?weekend `,
    ({ groups }, nowMs) => ({ range: [weekendBefore(groups.past, nowMs)[0], Infinity] }),
  ],
  [
    pattern`(?:(?:over|at|on|during) the|(?:over )?(?:this|(?:the |this )?(?<past>past|last|previous))) weekend `,
    ({ groups }, nowMs) => ({ range: weekendBefore(groups.past, nowMs) }),
  ],
  [pattern`(?:(?:so far )?this|(?:the )?current) (?<unit>${UNIT})s? `, readThis],
  [pattern`(?:(?<not>not?) )?(?<bound>older|newer) than (?:${MANY})?${UNITS}`, readBound],
  [
    pattern`(?:(?<not>not?) (?=more|less))?(?<bound>more than|less than|over|under|at least|at most) (?:${MANY})?${UNITS}(?:ago|old) `,
    readBound,
  ],
  [
    pattern`(?:(?:about|around|roughly|almost|nearly|some|exactly) )?(?:(?<half>half a) |${MANY})${UNITS}ago `,
    readAgo,
  ],
  [pattern`(?<count>\d{1,3})(?<unit>${SHORT_UNIT}) ago `, readAgo],
];

function dayFrom(fromMs: number): Age {
  return { range: [fromMs, fromMs + DAY_MS] };
}

/** Returns the last Saturday and Sunday: those around today, but not if the `past` ones are meant. */
function weekendBefore(past: string | undefined, nowMs: number): Range {
  const saturdayMs = lastWeekday('saturday', past ? startOf('week', nowMs, 0) : nowMs + DAY_MS);
  return [saturdayMs, saturdayMs + 2 * DAY_MS];
}

/** Returns the unit of "month to date", or of "mtd" by its first letter; without one, the year. */
function unitToDate(unit: string | undefined): TimeUnit {
  const unitOfLetter = { w: 'week', m: 'month', q: 'quarter', y: 'year' } as const;
  return unitOf(unit) ?? unitOfLetter[unit as keyof typeof unitOfLetter] ?? 'year';
}

/** Reads "within 48 hours" unless a plan or a duty comes before it. */
function readWithin(found: Found, nowMs: number): Age | undefined {
  return BEFORE_DEADLINE.test(found.before) ? undefined : readPast(found, nowMs);
}

/** Reads "last quarter", "the past 30 days", "last weeks" or "the last couple of weeks". */
function readPast({ groups }: Found, nowMs: number): Age | undefined {
  const { article, past, count, unit: word, plural } = groups;
  const unit = unitOf(word);
  if (!unit) return;
  const rolling = (days: number): Age => ({ range: [nowMs - days * DAY_MS, Infinity] });
  const isBack = (article && past !== 'previous') || past === 'past';
  const isRolling = isBack || count || plural || NEVER_CALENDAR.has(unit);
  if (isRolling) return rolling(manyOf(count, plural) * DAYS[unit]);
  if (unit === 'week') return rolling(2 * DAYS.week);
  return { range: [startOf(unit, nowMs, -1), startOf(unit, nowMs, 0)] };
}

/** Reads "this month", which includes the last seven days: on its first day it has hardly begun. */
function readThis({ groups }: Found, nowMs: number): Age | undefined {
  const unit = unitOf(groups.unit);
  return unit && { range: [Math.min(startOf(unit, nowMs, 0), nowMs - 7 * DAY_MS), Infinity] };
}

/** Reads "older than a year", "no more than six months ago" or "less than two weeks old". */
function readBound({ groups }: Found, nowMs: number): Age | undefined {
  const { not, bound = '', count, unit: word } = groups;
  const unit = unitOf(word);
  if (!unit) return;
  const atMs = Math.round(nowMs - (countOf(count) || 1) * DAYS[unit] * DAY_MS);
  const isNewer = /^(?:newer|less|under|at most)/.test(bound) !== (not !== undefined);
  return { range: isNewer ? [atMs, Infinity] : [-Infinity, atMs] };
}

/** Reads "two years ago" or "about half a year ago". */
function readAgo({ groups }: Found, nowMs: number): Age | undefined {
  const unit = unitOf(groups.unit);
  const count = groups.half ? 0.5 : countOf(groups.count);
  if (!unit || count === 0) return;
  const daysAgo = count * DAYS[unit];
  const atMs = Math.round(nowMs - daysAgo * DAY_MS);
  const slack = Math.min(daysAgo / 2, Math.max(SLACK_DAYS, daysAgo / LONG_AGO)) * DAY_MS;
  return { range: [Math.round(atMs - slack), Math.round(atMs + slack)] };
}
