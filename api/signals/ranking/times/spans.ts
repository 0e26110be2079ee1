/** Reads spans of time in a question: "Jan-Mar 2024", "2010-2012", "3 to 10 March". Pure. */

import { DAY_MS } from '../../../../shared/domain/time.js';
import { dateAt } from './dates.js';
import { daysAt } from './days.js';
import { isShortYear, yearAloneAt } from './months.js';
import {
  COUNTED,
  isHyphen,
  type Period,
  type Range,
  shiftYears,
  skipThe,
  type Words,
} from './time-words.js';

const TO = /^(?:to|until|till|through)$/;
const LIST = /^(?:and|or)$/;

/**
 * Reads a span, which includes both of its ends. `isBetween`: true after "between" or "from";
 * otherwise times joined by "and" or "or" must be adjacent, such as "June and July".
 */
export function spanAt(
  words: Words,
  at: number,
  nowMs: number,
  { isBetween }: { isBetween: boolean },
): Period | undefined {
  const days = daysAt(words, at, nowMs);
  if (days) return days;
  const first = dateAt(words, at, nowMs);
  if (!first) return;
  const joint = words[at + first.length] ?? '';
  const isSign = isHyphen(joint) || joint === '/';
  const isList = LIST.test(joint) && !isBetween;
  if (!isSign && !TO.test(joint) && !LIST.test(joint)) return;
  const next = skipThe(words, at + first.length + 1);
  const last = endOfSpanAt(words, next, first, nowMs);
  const range = last && rangeOf(first, last);
  if (!range || (isList && !areNeighbours(first, last, range))) return;
  const end = next + last.length;
  const areYears = first.kind === 'year' && last.kind === 'year';
  if (areYears && (COUNTED.test(words[end] ?? '') || isWithinFigures(words, at, end))) return;
  const isSure = last.hasYear && !areYears && last.kind !== 'relative';
  const areMonthsWithSign = first.kind === 'month' && last.kind === 'month' && isSign;
  return {
    kind: 'span',
    range,
    length: end - at,
    hasYear: last.hasYear,
    isSure: (areYears && (!isList || last.isSure)) || areMonthsWithSign || isSure,
  };
}

/** Returns true for adjacent times: "in 2020 and 2021", "June or July 2025". */
function areNeighbours(first: Period, last: Period, [fromMs, untilMs]: Range): boolean {
  const length = first.range[1] - first.range[0] + last.range[1] - last.range[0];
  return first.kind === last.kind && first.kind !== 'day' && untilMs - fromMs <= length + DAY_MS;
}

/** Reads the second end of a span. After a year it may be short: "20" in "2019/20". */
function endOfSpanAt(words: Words, at: number, first: Period, nowMs: number): Period | undefined {
  const word = words[at] ?? '';
  const year = String(new Date(first.range[0]).getUTCFullYear());
  if (first.kind !== 'year' || !isShortYear(year, word)) return dateAt(words, at, nowMs);
  return yearAloneAt([year.slice(0, 2) + word], 0);
}

/** Returns the span. A missing year is the other year or next to it: "November to January". */
function rangeOf(first: Period, last: Period): Range | undefined {
  if (first.kind === 'part' && !last.hasYear) return;
  const range = (start: Range, end: Range): Range | undefined =>
    start[0] < end[1] ? [start[0], end[1]] : undefined;
  const years = yearOf(last.range) - yearOf(first.range);
  if (first.hasYear && last.hasYear) return range(first.range, last.range);
  if (first.hasYear) {
    const end = shiftYears(-years, last.range);
    return range(first.range, end[0] < first.range[0] ? shiftYears(1, end) : end);
  }
  const start = last.hasYear ? shiftYears(years, first.range) : first.range;
  return range(start[0] > last.range[0] ? shiftYears(-1, start) : start, last.range);
}

function yearOf([fromMs]: Range): number {
  return new Date(fromMs).getUTCFullYear();
}

/** Returns true for years within a telephone number, a day or another number. */
function isWithinFigures(words: Words, at: number, end: number): boolean {
  const isJoined = /^(?:[\d+.)/]|['’]$)/.test(words[at - 1] ?? '') || isHyphen(words[at - 1]);
  const goesOn = isHyphen(words[end]) || words[end] === '/';
  return isJoined || (goesOn && /^\d/.test(words[end + 1] ?? ''));
}
