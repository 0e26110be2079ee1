/**
 * Reads times of the calendar, parts of them and spans: "March 2026", "early 2023", "Jan-Mar 2024".
 * Pure.
 */
import { ORDINALS } from '../../../../shared/domain/number-words.js';
import { DAY_MS } from '../../../../shared/domain/time.js';
import { DAY_READERS, daysAt } from './days.js';
import { isShortYear, MONTH_READERS } from './months.js';
import { ERA_READERS, SEASON_READERS } from './seasons.js';
import {
  COUNT,
  COUNTED_BEHIND,
  DAYS,
  type Found,
  find,
  HYPHEN,
  manyOf,
  monthsFrom,
  type Period,
  pattern,
  type Range,
  readFirst,
  shiftYears,
  startOf,
  type TimeUnit,
  thisYear,
  UNIT,
  unitOf,
} from './time-words.js';

const READERS = [...DAY_READERS, ...SEASON_READERS, ...ERA_READERS, ...MONTH_READERS];

/** Words for a part of a time, before the time, and what they mean. A day has no parts. */
const PARTS: readonly (readonly [
  pattern: RegExp,
  partOf: (groups: Found['groups'], whole: Period, before: string) => Partial<Period> | undefined,
])[] = [
  [pattern`(?<third>early|mid|late) (?:(?:in|${HYPHEN}) )?(?:the )?`, thirdOf],
  // "By the end of 2024" is a deadline: no period is meant.
  [
    pattern`(?<!(?<!\S)(?:by|towards?|to) (?:the )?)(?<end>start|beginning|middle|end|close) of (?:the )?`,
    endOf,
  ],
  [
    pattern`(?<edge>first|last|final|opening|closing) (?:(?<count>${COUNT}) )?(?<unit>${UNIT})(?<plural>s)? of (?:the )?`,
    edgeOf,
  ],
  [pattern`(?<half>first|1st|second|2nd|latter|last|other) half (?:of|in) (?:the )?`, halfOf],
  [pattern`(?<nth>second|2nd|third|3rd|fourth|4th) (?<unit>week) (?:of|in) (?:the )?`, weekOf],
];
const BEFORE_DEADLINE = /(?<!\S)(?:before|until|till) (?:the )?$/;
const THIRDS = ['early', 'mid', 'late'];
const ENDS: Readonly<Record<string, readonly [from: number, until: number]>> = {
  ...{ start: [0, 1 / 4], beginning: [0, 1 / 4], middle: [1 / 3, 2 / 3] },
  ...{ end: [3 / 4, 1], close: [3 / 4, 1] },
};

const JOINT = pattern`(?:(?<sign>${HYPHEN}|/)|to|until|till|through|(?<list>and|or)) (?:the )?`;
/** Matches what is between the times of a list: "May, July and August". */
const IN_LIST = pattern`(?:and|or|, (?:(?:and|or) )?) ?(?:in )?(?:the )?`;
/** Matches the first words of a time whose others follow the next item: "early or late 2025". */
const SHORTENED = pattern`(?<word>early|mid|late|first|second|third|fourth|1st|2nd|3rd|4th|last) (?=and |or |, )`;
const WEEK_MS = DAYS.week * DAY_MS;
const MONTH_MS = DAYS.month * DAY_MS;
const MAX_ITEMS = 12;
const VERB = /^(?:may|mar|march) $/;
/** Matches what may follow the last time of a list. */
const END = /^(?:$|[^\p{L}]|and |or )/u;
const SHORT_YEAR = pattern`(?<year>\d\d) `;
/** Matches what makes years belong to a telephone number, a day or another number. */
const FIGURES_BEFORE = new RegExp(String.raw`(?<!\S)(?:[\d+.)/]\S*|['’]|${HYPHEN}) $`);
const FIGURES_BEHIND = new RegExp(String.raw`^(?:${HYPHEN}|/) \d`);

/** Reads a calendar time or a part of one. */
function dateAt(text: string, at: number, nowMs: number): Period | undefined {
  for (const [expression, partOf] of PARTS) {
    const found = find(expression, text, at);
    const whole = found && readFirst(READERS, text, found.end, nowMs);
    const part = whole && whole.kind !== 'day' && partOf(found.groups, whole, found.before);
    if (part) return { ...whole, kind: 'span', isSure: true, ...part };
  }
  return readFirst(READERS, text, at, nowMs);
}

/** Returns "early 2023", "mid-2024", "late in March" or "the early 2010s". */
function thirdOf({ third = '' }: Found['groups'], { kind, range }: Period) {
  const at = THIRDS.indexOf(third);
  if (kind === 'era') return;
  if (kind !== 'decade') return { range: shareOf(range, at / 3, (at + 1) / 3) };
  // Four years are a third of a decade. Neighboring thirds share one year.
  const year = thisYear(range[0]) + 3 * at;
  return { range: [Date.UTC(year, 0), Date.UTC(year + 4, 0)] as const };
}

/** Returns "end of 2024" or "beginning of last year". */
function endOf({ end = '' }: Found['groups'], { kind, range, hasYear }: Period, before: string) {
  const share = ENDS[end];
  // "Retiring at the end of the year" is announced before.
  if (kind === 'relative' && !hasYear && (end === 'end' || end === 'close')) return;
  const isSure = hasYear || (kind === 'month' && !BEFORE_DEADLINE.test(before));
  return share && { range: shareOf(range, ...share), isSure };
}

/** Returns "first three months of 2025" or "the last week of March". */
function edgeOf({ edge, count, unit: word, plural }: Found['groups'], { kind, range }: Period) {
  const unit = unitOf(word);
  if (!unit || kind === 'era') return;
  const length = manyOf(count, plural) * DAYS[unit] * DAY_MS;
  const [fromMs, untilMs] = range;
  const isFirst = edge === 'first' || edge === 'opening';
  const part: Range = isFirst
    ? [fromMs, wholeMonth(fromMs + length, unit)]
    : [wholeMonth(untilMs - length, unit), untilMs];
  return { range: part };
}

/** Returns "second half of October" or "first half of last month"; halves of years have readers. */
function halfOf({ half = '' }: Found['groups'], { range }: Period) {
  const isFirst = /^(?:first|1st)$/.test(half);
  if (range[1] - range[0] > MONTH_MS) return;
  return { range: isFirst ? shareOf(range, 0, 1 / 2) : shareOf(range, 1 / 2, 1) };
}

/** Returns "second week of November": the days from the eighth to the fourteenth. */
function weekOf({ nth = '' }: Found['groups'], { range }: Period) {
  const number = ORDINALS.get(nth) ?? Number.parseInt(nth, 10);
  const fromMs = range[0] + (number - 1) * WEEK_MS;
  if (range[1] - range[0] > MONTH_MS) return;
  return { range: [fromMs, fromMs + WEEK_MS] as const };
}

/** Rounds an end to the start of a month unless the unit is shorter: months vary in length. */
function wholeMonth(ms: number, unit: TimeUnit): number {
  return DAYS[unit] < DAYS.month ? ms : startOf('month', ms + 10 * DAY_MS, 0);
}

/** Returns a part of a time in whole months or, if it is a month or shorter, in whole days. */
function shareOf([fromMs, untilMs]: Range, from: number, until: number): Range {
  const start = new Date(fromMs);
  const end = new Date(untilMs);
  const months =
    12 * (end.getUTCFullYear() - start.getUTCFullYear()) + end.getUTCMonth() - start.getUTCMonth();
  if (months > 1) {
    const monthAfter = (share: number): number =>
      startOf('month', fromMs, Math.round(months * share));
    return [monthAfter(from), monthAfter(until)];
  }
  const days = (untilMs - fromMs) / DAY_MS;
  return [fromMs + Math.floor(days * from) * DAY_MS, fromMs + Math.floor(days * until) * DAY_MS];
}

/**
 * Reads a time or a span, which includes both of its ends; a quarter needs its year. `isAfterIn`:
 * true after "in" and the like.
 */
export function periodAt(
  text: string,
  at: number,
  nowMs: number,
  isAfterIn: boolean,
): Period | undefined {
  const list = listAt(text, at, nowMs);
  if (list && (list.isSure || isAfterIn)) return list;
  const span = spanAt(text, at, nowMs, false);
  const time = span && (span.isSure || isAfterIn) ? span : dateAt(text, at, nowMs);
  return time?.kind === 'part' ? undefined : time;
}

/**
 * Reads a span: "2010-2012", "3 to 10 March". `isBetween`: true after "between" or "from";
 * otherwise times joined by "and" or "or" are a list.
 */
export function spanAt(
  text: string,
  at: number,
  nowMs: number,
  isBetween: boolean,
): Period | undefined {
  const days = daysAt(text, at, nowMs);
  if (days) return days;
  const first = dateAt(text, at, nowMs);
  const joint = first && find(JOINT, text, first.end);
  if (joint?.groups.list !== undefined && !isBetween) return;
  const last = joint && endOfSpanAt(text, joint.end, first, nowMs);
  const range = last && rangeOf(first, last);
  if (!range) return;
  const { hasYear, end } = last;
  if (first.kind === 'year' && last.kind === 'year') {
    if (!mayBeYears(text, at, end)) return;
    return { kind: 'span', range, end, hasYear, isSure: true };
  }
  const areMonthsWithSign =
    first.kind === 'month' && last.kind === 'month' && joint.groups.sign !== undefined;
  const isSure = areMonthsWithSign || (hasYear && last.kind !== 'relative');
  return { kind: 'span', range, end, hasYear, isSure };
}

/** Reads a list of times of one kind: "May or July", "Q1, Q2 and Q4 2026", "early and late 2025". */
export function listAt(text: string, at: number, nowMs: number): Period | undefined {
  const items: Period[] = [];
  let next: number | undefined = at;
  while (next !== undefined && items.length < MAX_ITEMS) {
    const item = itemAt(text, next, nowMs);
    if (!item || (items[0] && !areAlike(items[0], item))) break;
    // "Moved in March and may close".
    if (items[0] && VERB.test(text.slice(next, item.end)) && !END.test(text.slice(item.end))) break;
    items.push(item);
    next = find(IN_LIST, text, item.end)?.end;
  }
  const last = items.at(-1);
  if (!last || items.length < 2) return;
  const { hasYear, end } = last;
  if (last.kind === 'part') return;
  const ranges = rangesOf(items);
  if (last.kind === 'year' && !mayBeYears(text, at, end)) return;
  const range: Range = [
    Math.min(...ranges.map(([fromMs]) => fromMs)),
    Math.max(...ranges.map(([, untilMs]) => untilMs)),
  ];
  const isSure =
    items.every((item) => item.isSure) || (last.isSure && (hasYear || last.kind === 'month'));
  return { kind: 'span', range, ranges, end, hasYear, isSure };
}

/** Returns true if what looks like years is no telephone number, day or amount. */
function mayBeYears(text: string, at: number, end: number): boolean {
  const behind = text.slice(end);
  return !(
    FIGURES_BEFORE.test(text.slice(0, at)) ||
    FIGURES_BEHIND.test(behind) ||
    COUNTED_BEHIND.test(behind)
  );
}

/** Reads a time of a list. If it is shortened, its other words are those of the next time. */
function itemAt(text: string, at: number, nowMs: number): Period | undefined {
  const shortened = find(SHORTENED, text, at);
  const between = shortened && find(IN_LIST, text, shortened.end);
  if (!between) return dateAt(text, at, nowMs);
  const behindWord = text.indexOf(' ', between.end) + 1;
  const completed = `${shortened.groups.word} ${text.slice(behindWord)}`;
  const item = behindWord > 0 ? dateAt(completed, 0, nowMs) : undefined;
  return item && { ...item, end: shortened.end };
}

function areAlike(first: Period, other: Period): boolean {
  const kindOf = ({ kind }: Period): string => (kind === 'part' ? 'span' : kind);
  return kindOf(first) === kindOf(other);
}

/** Returns the ranges of a list. Times without a year come before the next one of the list. */
function rangesOf(items: readonly Period[]): Range[] {
  const ranges: Range[] = [];
  for (const { range, hasYear } of items.toReversed()) {
    const [next] = ranges;
    const years = next && !hasYear ? thisYear(next[0]) - thisYear(range[0]) : 0;
    const inYear = shiftYears(years, range);
    ranges.unshift(next && !hasYear && inYear[0] > next[0] ? shiftYears(-1, inYear) : inYear);
  }
  return ranges;
}

/** Reads the second end of a span. After a year it may be short: "20" in "2019/20". */
function endOfSpanAt(text: string, at: number, first: Period, nowMs: number): Period | undefined {
  const year = String(thisYear(first.range[0]));
  const short = first.kind === 'year' ? find(SHORT_YEAR, text, at) : undefined;
  const { year: word = '' } = short?.groups ?? {};
  if (!short || !isShortYear(year, word)) return dateAt(text, at, nowMs);
  return { ...monthsFrom('year', Number(year.slice(0, 2) + word), 0, 12), end: short.end };
}

/** Returns the span. A missing year is the other year or next to it: "November to January". */
function rangeOf(first: Period, last: Period): Range | undefined {
  if (first.kind === 'part' && !last.hasYear) return;
  let [start, end] = [first.range, last.range];
  const years = thisYear(end[0]) - thisYear(start[0]);
  if (first.hasYear && !last.hasYear) {
    end = shiftYears(-years, end);
    if (end[0] < start[0]) end = shiftYears(1, end);
  } else if (!first.hasYear) {
    if (last.hasYear) start = shiftYears(years, start);
    if (start[0] > end[0]) start = shiftYears(-1, start);
  }
  return start[0] < end[1] ? [start[0], end[1]] : undefined;
}
