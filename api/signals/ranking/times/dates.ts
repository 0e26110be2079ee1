/** Reads times of the calendar, and parts of them: "March 2026", "early 2023". Pure. */

import { DAY_MS } from '../../../../shared/domain/time.js';
import { dayAt } from './days.js';
import { decadeAt, isoMonthAt, monthAt, partOfYearAt, relativeAt, yearAloneAt } from './months.js';
import { eraAt, seasonAt } from './seasons.js';
import {
  countOf,
  DAYS,
  isHyphen,
  type Period,
  type Range,
  skipThe,
  startOf,
  type TimeUnit,
  unitOf,
  type Words,
  wordBefore,
} from './time-words.js';

type ReadDate = (words: Words, at: number, nowMs: number) => Period | undefined;

const THIRDS = ['early', 'mid', 'late'];
const ENDS: ReadonlyMap<string, readonly [from: number, until: number]> = new Map([
  ['start', [0, 1 / 4]],
  ['beginning', [0, 1 / 4]],
  ['middle', [1 / 3, 2 / 3]],
  ['end', [3 / 4, 1]],
  ['close', [3 / 4, 1]],
]);
/** Matches a word that makes an end a deadline, as in "by the end of 2024": no period is meant. */
const DEADLINE = /^(?:by|towards?|to)$/;
const AT_EDGE = /^(?:first|last|final|opening|closing)$/;

/** Reads a calendar time or a part of one. */
export function dateAt(words: Words, at: number, nowMs: number): Period | undefined {
  return (
    thirdAt(words, at, nowMs) ??
    endAt(words, at, nowMs) ??
    edgeAt(words, at, nowMs) ??
    wholeAt(words, at, nowMs)
  );
}

const WHOLE: readonly ReadDate[] = [
  ...[partOfYearAt, dayAt, seasonAt, eraAt, decadeAt],
  ...[isoMonthAt, yearAloneAt, monthAt, relativeAt],
];

/** Returns the first result of the readers in `WHOLE`. */
function wholeAt(words: Words, at: number, nowMs: number): Period | undefined {
  for (const read of WHOLE) {
    const date = read(words, at, nowMs);
    if (date) return date;
  }
  return;
}

/** Reads "early 2023", "mid-2024", "late in March" or "the early 2010s". */
function thirdAt(words: Words, at: number, nowMs: number): Period | undefined {
  const third = THIRDS.indexOf(words[at] ?? '');
  if (third < 0) return;
  const behind = words[at + 1] ?? '';
  const next = skipThe(words, isHyphen(behind) || behind === 'in' ? at + 2 : at + 1);
  const whole = wholeAt(words, next, nowMs);
  if (!whole || whole.kind === 'day' || whole.kind === 'era') return;
  const range =
    whole.kind === 'decade'
      ? yearsOf(whole.range, 3 * third, 3 * third + 4)
      : shareOf(whole.range, third / 3, (third + 1) / 3);
  return { ...whole, kind: 'span', range, length: next + whole.length - at, isSure: true };
}

/** Returns four years of a decade as a third of it. Neighboring thirds share one year. */
function yearsOf([fromMs]: Range, from: number, until: number): Range {
  const year = new Date(fromMs).getUTCFullYear();
  return [Date.UTC(year + from, 0), Date.UTC(year + until, 0)];
}

/** Returns a part of a time in whole months or, if it is a month or shorter, in whole days. */
function shareOf([fromMs, untilMs]: Range, from: number, until: number): Range {
  const start = new Date(fromMs);
  const end = new Date(untilMs);
  const months =
    12 * (end.getUTCFullYear() - start.getUTCFullYear()) + end.getUTCMonth() - start.getUTCMonth();
  if (months > 1) {
    const monthAfter = (share: number): number =>
      Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + Math.round(months * share));
    return [monthAfter(from), monthAfter(until)];
  }
  const days = (untilMs - fromMs) / DAY_MS;
  return [fromMs + Math.floor(days * from) * DAY_MS, fromMs + Math.floor(days * until) * DAY_MS];
}

/** Reads "end of 2024" or "beginning of last year", but not "by the end of 2024". */
function endAt(words: Words, at: number, nowMs: number): Period | undefined {
  const share = ENDS.get(words[at] ?? '');
  if (!share || words[at + 1] !== 'of' || DEADLINE.test(wordBefore(words, at))) return;
  const next = skipThe(words, at + 2);
  const whole = wholeAt(words, next, nowMs);
  if (!whole || whole.kind === 'day') return;
  const length = next + whole.length - at;
  const range = shareOf(whole.range, ...share);
  return { ...whole, kind: 'span', range, length, isSure: whole.hasYear };
}

/** Reads "first three months of 2025" or "the last week of March". */
function edgeAt(words: Words, at: number, nowMs: number): Period | undefined {
  const word = words[at] ?? '';
  if (!AT_EDGE.test(word)) return;
  const count = countOf(words[at + 1]);
  const next = at + (count > 0 ? 2 : 1);
  const unit = unitOf(words[next]);
  if (!unit || words[next + 1] !== 'of') return;
  const from = skipThe(words, next + 2);
  const whole = wholeAt(words, from, nowMs);
  if (!whole || whole.kind === 'day' || whole.kind === 'era') return;
  const isFirst = word === 'first' || word === 'opening';
  const length = Math.max(1, count) * DAYS[unit] * DAY_MS;
  const [fromMs, untilMs] = whole.range;
  const range: Range = isFirst
    ? [fromMs, wholeMonth(fromMs + length, unit)]
    : [wholeMonth(untilMs - length, unit), untilMs];
  return { ...whole, kind: 'span', range, length: from + whole.length - at, isSure: true };
}

/** Rounds an end to the start of a month unless the unit is shorter: months vary in length. */
function wholeMonth(ms: number, unit: TimeUnit): number {
  return DAYS[unit] < DAYS.month ? ms : startOf('month', ms + 10 * DAY_MS, 0);
}
