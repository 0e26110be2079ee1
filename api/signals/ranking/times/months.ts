/** Reads months, years, decades and parts of years: "March 2026", "Q3 2025", "the 1990s". Pure. */

import { MONTH } from '../../../../shared/domain/amounts.js';
import {
  isHyphen,
  isLastWord,
  MONTH_OR_VERB,
  MONTHS,
  type Period,
  type Range,
  shiftYears,
  startOf,
  thisYear,
  unitOf,
  type Words,
  wordBefore,
  YEAR,
  yearAt,
} from './time-words.js';

const DECADE = /^(?:19|20)\d0s$/;
const SHORT_DECADE = /^[6-9]0s$/;
const DECADES = ['sixties', 'seventies', 'eighties', 'nineties'];
/** Matches a word before "nineties". "Their" is not one: "in their nineties" is an age. */
const BEFORE_DECADE = /^(?:in|during|since|before|after|until|till|of|from|early|late|mid|-|['’])$/;
const PART = /^(?:q(?<quarter>[1-4])|h(?<half>[12])|(?<first>[12])h)$/;
const ORDINALS: readonly RegExp[] = [
  /^(?:first|1st)$/,
  /^(?:second|2nd)$/,
  /^(?:third|3rd)$/,
  /^(?:fourth|4th)$/,
];
/** Matches business results. They are published after the period that they are about. */
const RESULTS =
  /^(?:results?|earnings|revenues?|profits?|sales|guidance|forecasts?|figures|loss|losses|income|margins?|turnover)$/;
/** Reads "first half of 2026", "second quarter 2026", "Q1" or "the last quarter of 2024". */
export function partOfYearAt(words: Words, at: number, nowMs: number): Period | undefined {
  if (YEAR.test(words[at] ?? '')) {
    const behind = YEAR.test(words[at + 1] ?? '') ? undefined : partOfYearAt(words, at + 1, nowMs);
    return behind?.kind === 'part' ? inYear(Number(words[at]), behind) : undefined;
  }
  const short = PART.exec(words[at] ?? '')?.groups;
  const isHalf = short ? short.quarter === undefined : words[at + 1] === 'half';
  if (!short && !isHalf && words[at + 1] !== 'quarter') return;
  const months = isHalf ? 6 : 3;
  const nth = short
    ? Number(short.quarter ?? short.half ?? short.first) - 1
    : ordinalOf(words[at], 12 / months);
  const next = at + (short ? 1 : 2);
  const year = yearAt(words, next, nowMs);
  const isLast = words[at] === 'last' && words[next] !== 'of';
  if (nth < 0 || nth * months >= 12 || isLast || words.some((word) => RESULTS.test(word))) return;
  const from = year?.year ?? thisYear(nowMs);
  return {
    kind: year ? 'span' : 'part',
    range: [Date.UTC(from, nth * months), Date.UTC(from, (nth + 1) * months)],
    length: next + (year?.length ?? 0) - at,
    hasYear: Boolean(year),
    isSure: Boolean(year),
  };
}

/** Adds the year before a part of a year: "2025 Q1". */
function inYear(year: number, { range, length }: Period): Period {
  const moved = shiftYears(year - new Date(range[0]).getUTCFullYear(), range);
  return { kind: 'span', range: moved, length: length + 1, hasYear: true, isSure: true };
}

/** Returns which part of a year a word means, from 0 for the first; -1 if it means none. */
function ordinalOf(word = '', last = 4): number {
  if (word === 'last' || word === 'final') return last - 1;
  return ORDINALS.findIndex((ordinal) => ordinal.test(word));
}

/** Reads "the 2010s", "in the nineties" or "the late '90s". */
export function decadeAt(words: Words, at: number): Period | undefined {
  const from = /^['’]$/.test(words[at] ?? '') ? at + 1 : at;
  const word = words[from] ?? '';
  const isWhole = DECADE.test(word) && from === at;
  const named = DECADES.indexOf(word);
  const isShort = SHORT_DECADE.test(word) || named >= 0;
  if (!isWhole && !(isShort && BEFORE_DECADE.test(wordBefore(words, at)))) return;
  const tens = named < 0 ? Number.parseInt(word, 10) : 60 + 10 * named;
  const year = isWhole ? tens : 1900 + tens;
  return {
    kind: 'decade',
    range: [Date.UTC(year, 0), Date.UTC(year + 10, 0)],
    length: from + 1 - at,
    hasYear: true,
    isSure: isWhole,
  };
}

/** Reads "2024-03", but not "2010-12", which may be two years. */
export function isoMonthAt(words: Words, at: number): Period | undefined {
  const [year = '', hyphen, month = ''] = words.slice(at, at + 3);
  if (!YEAR.test(year) || hyphen !== '-' || !/^(?:0[1-9]|1[0-2])$/.test(month)) return;
  if (isShortYear(year, month) || isHyphen(words[at + 3])) return;
  return monthPeriod(Number(year), Number(month) - 1, { length: 3, hasYear: true, isSure: true });
}

/** Reads "2024" or "the year 2024". */
export function yearAloneAt(words: Words, at: number): Period | undefined {
  const named = words[at] === 'year' ? at + 1 : at;
  const word = words[named] ?? '';
  if (!YEAR.test(word)) return;
  const year = Number(word);
  const isPart = /^\d/.test(words[at - 1] ?? '') || isHyphen(words[at - 1]);
  return {
    kind: 'year',
    range: [Date.UTC(year, 0), Date.UTC(year + 1, 0)],
    length: named + 1 - at,
    hasYear: true,
    isSure: isLastWord(words, named) && !isPart,
  };
}

/** Reads "March 2026", "Nov. 2025", "March last year" or "last March". */
export function monthAt(words: Words, at: number, nowMs: number): Period | undefined {
  const isPast = words[at] === 'past' && words[at - 1] === 'this';
  const which = isPast || /^(?:last|this)$/.test(words[at] ?? '') ? words[at] : undefined;
  const named = which ? at + 1 : at;
  const word = words[named] ?? '';
  if (!MONTH.test(word)) return;
  const month = MONTHS.indexOf(word.slice(0, 3));
  const now = new Date(nowMs);
  const isLaterInYear = month > now.getUTCMonth();
  if (which) {
    const isThis = which === 'this';
    const isEarlierInYear = month < now.getUTCMonth();
    if (isThis && (MONTH_OR_VERB.test(word) || isLaterInYear)) return;
    const year = now.getUTCFullYear() - (isThis || isEarlierInYear ? 0 : 1);
    return monthPeriod(year, month, { length: 2, hasYear: true, isSure: true });
  }
  const isShort = words[at + 1] === '.' && word.length < 5;
  const afterMonth = isShort ? at + 2 : at + 1;
  const year = yearAt(words, afterMonth, nowMs);
  return monthPeriod(year?.year ?? now.getUTCFullYear() - (isLaterInYear ? 1 : 0), month, {
    length: year ? afterMonth + year.length - at : 1,
    hasYear: Boolean(year),
    isSure: Boolean(year),
  });
}

function monthPeriod(
  year: number,
  month: number,
  rest: Pick<Period, 'length' | 'hasYear' | 'isSure'>,
): Period {
  return { kind: 'month', range: [Date.UTC(year, month), Date.UTC(year, month + 1)], ...rest };
}

/** Reads "last year", "this quarter", "yesterday" or "the week before last". */
export function relativeAt(words: Words, at: number, nowMs: number): Period | undefined {
  const relative = (
    offset: number,
    word: string | undefined,
    length: number,
  ): Period | undefined => {
    const unit = unitOf(word);
    if (!unit || word?.endsWith('s')) return;
    const range: Range = [startOf(unit, nowMs, offset), startOf(unit, nowMs, offset + 1)];
    return { kind: 'relative', range, length, hasYear: true, isSure: false };
  };
  const [word = '', next, then] = words.slice(at, at + 3);
  if (word === 'today') return relative(0, 'day', 1);
  if (word === 'yesterday') return relative(-1, 'day', 1);
  if (word === 'this') return relative(0, next, 2);
  if (word === 'last' || word === 'previous') return relative(-1, next, 2);
  if (next !== 'before') return;
  const isBeforeYesterday = word === 'day' && then === 'yesterday';
  if (!isBeforeYesterday && (then !== 'last' || unitOf(words[at + 3]))) return;
  const time = relative(-2, word, 3);
  return time && { ...time, isSure: true };
}

/** Returns true if two digits after a year are a later year, such as "20" after "2019". */
export function isShortYear(year: string, word: string): boolean {
  return /^\d\d$/.test(word) && Number(word) > Number(year.slice(2)) && word >= '10';
}
