/** Reads times that a question counts back from now: "the past 30 days", "a year ago". Pure. */

import { DAY_MS } from '../../../../shared/domain/time.js';
import {
  countOf,
  DAYS,
  type Range,
  startOf,
  type TimeMention,
  type TimeUnit,
  unitOf,
  type Words,
} from './time-words.js';

const AGE =
  /^(?<bound>(?:not? )?(?:older|newer)) than (?:(?<count>a few|a couple of|\S{1,20}) )?(?<unit>[a-z]{1,20})(?= |$)/;
const AGO =
  /^(?<bound>(?:not? )?(?:more|less) than|over|under|at least|at most) (?:(?<count>a few|a couple of|\S{1,20}) )?(?<unit>[a-z]{1,20}) (?:ago|old)(?= |$)/;
const NEWER = /^(?:newer|less|under|at most)/;
const NEGATED = /^not? /;
const ABOUT_AGO =
  /^(?:(?:about|around|roughly|almost|nearly|some|exactly) )?(?<count>a few|a couple of|half a|\S{1,20}) (?<unit>[a-z]{1,20}) ago(?= |$)/;
const AGE_WORDS = 7;
/** Slack around "a year ago" in days: at most half the age, at least the age / `LONG_AGO`. */
const SLACK_DAYS = 31;
const LONG_AGO = 24;
const TO_DATE = /^(?<unit>week|month|quarter|year) to date(?= |$)|^(?<ytd>ytd)(?= |$)/;

/**
 * Reads ages such as "older than a year", "more than six months ago" or "less than two weeks old",
 * and times such as "two years ago".
 */
export function ageAt(words: Words, at: number, nowMs: number): TimeMention | undefined {
  const said = words.slice(at, at + AGE_WORDS).join(' ');
  const bounded = AGE.exec(said) ?? AGO.exec(said);
  const { 0: age = '', groups: { bound = '', count, unit } = {} } =
    bounded ?? ABOUT_AGO.exec(said) ?? {};
  const read = unitOf(unit);
  const times = countOf(count);
  if (!read || (!bounded && times === 0)) return;
  const length = age.split(' ').length;
  const daysAgo = (times || 1) * DAYS[read];
  const atMs = Math.round(nowMs - daysAgo * DAY_MS);
  if (!bounded) return { range: around(atMs, daysAgo), length };
  const isNewer = NEWER.test(bound.replace(NEGATED, '')) !== NEGATED.test(bound);
  return { range: isNewer ? [atMs, Infinity] : [-Infinity, atMs], length };
}

function around(atMs: number, daysAgo: number): Range {
  const slack = Math.min(daysAgo / 2, Math.max(SLACK_DAYS, daysAgo / LONG_AGO)) * DAY_MS;
  return [Math.round(atMs - slack), Math.round(atMs + slack)];
}

/** Reads "this month", "last quarter", "the past 30 days" or "year to date". */
export function unitsAt(words: Words, at: number, nowMs: number): TimeMention | undefined {
  const toDate = TO_DATE.exec(words.slice(at, at + 3).join(' '));
  const dated = toDate && unitOf(toDate.groups?.unit ?? 'year');
  if (dated)
    return { range: [startOf(dated, nowMs, 0), Infinity], length: toDate.groups?.ytd ? 1 : 3 };
  const from = words[at] === 'the' || words[at] === 'this' ? at + 1 : at;
  return isPast(words[from]) ? pastUnits(words, at, from, nowMs) : thisUnit(words, at, nowMs);
}

function isPast(word = ''): boolean {
  return word === 'past' || word === 'last' || word === 'previous';
}

/** Reads "this month" or "so far this year". */
function thisUnit(words: Words, at: number, nowMs: number): TimeMention | undefined {
  const from = words[at] === 'so' && words[at + 1] === 'far' ? at + 2 : at;
  const unit = words[from] === 'this' ? unitOf(words[from + 1]) : undefined;
  if (!unit) return;
  // "This month" includes the last seven days: on its first day it has hardly begun.
  const sinceMs = Math.min(startOf(unit, nowMs, 0), nowMs - 7 * DAY_MS);
  return { range: [sinceMs, Infinity], length: from + 2 - at };
}

function pastUnits(words: Words, at: number, from: number, nowMs: number): TimeMention | undefined {
  const isOf = words[from + 2] === 'of';
  const count = countOf(words[from + 1]);
  const next = from + (count === 0 ? 1 : isOf ? 3 : 2);
  const unit = unitOf(words[next]);
  // "The last week of March" is not counted back from now.
  if (!unit || words[next + 1] === 'of') return;
  const length = next + 1 - at;
  const rolling = (days: number): TimeMention => ({
    range: [nowMs - days * DAY_MS, Infinity],
    length,
  });
  const days = Math.max(1, count) * DAYS[unit];
  if (words[from] === 'past' || unit === 'hour' || unit === 'fortnight') return rolling(days);
  if (count > 0 || from > at) return rolling(days);
  if (unit === 'week') return rolling(2 * DAYS.week);
  return { range: previousUnit(unit, nowMs), length };
}

function previousUnit(unit: TimeUnit, nowMs: number): Range {
  return [startOf(unit, nowMs, -1), startOf(unit, nowMs, 0)];
}
