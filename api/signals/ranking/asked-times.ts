/** Times that a question names, compared with when signals were detected: "this week", "since March". Pure. */

import { MONTH } from '../../../shared/domain/amounts.js';
import { DAY_MS } from '../../../shared/domain/time.js';
import type { AskedPart } from './asked-part.js';
import { type PlacedWord, piecesOf, wordsBefore } from './phrases.js';

/** From its first millisecond up to the one behind its last; in UTC. */
type Range = readonly [fromMs: number, untilMs: number];

/** `newest`: the newer the better. `length`: how many words say it. */
interface Read {
  range: Range | 'newest';
  length: number;
}

interface Dated {
  range: Range;
  length: number;
}

/** "2026-11-03" is five words. */
const DAY_WORDS = 5;
const DAY = /^20\d\d-\d\d-\d\d$/;
const AGE = /^(?<bound>older|newer) than (?:(?<count>\S{1,20}) )?(?<unit>[a-z]{1,20})/;
const AGO =
  /^(?<bound>more than|less than|over|at least|at most) (?:(?<count>\S{1,20}) )?(?<unit>[a-z]{1,20}) (?:ago|old)/;
const NEWER = /^(?:newer|less|at most)/;
const AGE_WORDS = 5;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const YEAR = /^(?:19[89]|20\d)\d$/;
const DECADE = /^(?:19|20)\d0s$/;
const WEEKDAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/;
const UNIT = /^(?<unit>hour|day|week|month|quarter|year)s?$/;
const DAYS = { hour: 1 / 24, day: 1, week: 7, month: 31, quarter: 92, year: 366 } as const;
type Unit = keyof typeof DAYS;
/** From two. */
const NUMBERS = 'two three four five six seven eight nine ten eleven twelve'.split(' ');
const ORDINALS = ['first', 'second', 'third', 'fourth'];
/** They are published after the time that they are of. */
const RESULTS = /^(?:results?|earnings|revenues?|profits?|sales|guidance|forecasts?|figures)$/;
const NEWEST = /^(?:latest|newest|recent|recently|lately)$/;
/** "More than last month": a time to compare with, not that of what is asked for. */
const COMPARED =
  /(?:^| )(?:(?<!(?:older|newer|earlier|later) )than|vs|versus|compared (?:to|with))(?: the)? $/;
const COMPARED_WORDS = 4;
/** In these days a signal counts half as much as a new one. */
const HALF_LIFE_DAYS = 30;

export function timeParts(words: readonly PlacedWord[], nowMs: number): AskedPart[] {
  const spelt = words.map(({ text }) => text.toLowerCase());
  const parts: AskedPart[] = [];
  for (let at = 0; at < spelt.length; ) {
    const read = readTime(spelt, at, nowMs);
    if (read && !COMPARED.test(wordsBefore(words, words[at]?.at ?? 0, COMPARED_WORDS))) {
      parts.push(timePart(read.range, piecesOf(words.slice(at, at + read.length)), nowMs));
    }
    at += read?.length ?? 1;
  }
  return parts;
}

function timePart(range: Read['range'], pieces: number[], nowMs: number): AskedPart {
  const likenessAt = (atMs: number): number => {
    if (range === 'newest') return 0.5 ** (Math.max(0, nowMs - atMs) / DAY_MS / HALF_LIFE_DAYS);
    return atMs >= range[0] && atMs < range[1] ? 1 : 0;
  };
  return {
    pieces,
    isAlone: true,
    // What is new but of another place or industry is no answer.
    isCondition: range !== 'newest',
    isOfCompany: false,
    ...(range !== 'newest' && { narrows: { detected: range } }),
    meet: (_, __, signal) => ({
      at: -1,
      likeness: likenessAt(signal?.detectedAtMs ?? Number.NEGATIVE_INFINITY),
    }),
  };
}

function readTime(words: readonly string[], at: number, nowMs: number): Read | undefined {
  const word = words[at] ?? '';
  const today = startOf('day', nowMs, 0);
  if (word === 'today') return { range: [today, today + DAY_MS], length: 1 };
  if (word === 'yesterday') return { range: [today - DAY_MS, today], length: 1 };
  if (NEWEST.test(word)) return { range: 'newest', length: 1 };
  return (
    readUnits(words, at, nowMs) ??
    readAge(words, at, nowMs) ??
    readSpan(words, at, nowMs) ??
    readBound(words, at, nowMs) ??
    readDate(words, at, nowMs)
  );
}

/** "Older than a year", "more than six months ago", "less than two weeks old". */
function readAge(words: readonly string[], at: number, nowMs: number): Read | undefined {
  const said = words.slice(at, at + AGE_WORDS).join(' ');
  const { 0: age = '', groups: { bound = '', count, unit } = {} } =
    AGE.exec(said) ?? AGO.exec(said) ?? {};
  const read = unitOf(unit);
  if (!read) return;
  const daysAgo = Math.max(1, countOf(count)) * DAYS[read];
  const atMs = nowMs - daysAgo * DAY_MS;
  const range: Range = NEWER.test(bound) ? [atMs, Infinity] : [-Infinity, atMs];
  return { range, length: age.split(' ').length };
}

/** "First half of 2026", "second quarter 2026". */
function partOfYear(words: readonly string[], at: number): Dated | undefined {
  const nth = ORDINALS.indexOf(words[at] ?? '');
  const months = words[at + 1] === 'half' ? 6 : words[at + 1] === 'quarter' ? 3 : 12;
  const from = nth * months;
  const length = words[at + 2] === 'of' ? 4 : 3;
  const year = words[at + length - 1] ?? '';
  if (from < 0 || from >= 12 || months === 12 || !YEAR.test(year)) return;
  if (words.some((word) => RESULTS.test(word))) return;
  return { range: [Date.UTC(Number(year), from), Date.UTC(Number(year), from + months)], length };
}

/** "This month", "last quarter", "the past 30 days". */
function readUnits(words: readonly string[], at: number, nowMs: number): Read | undefined {
  const from = words[at] === 'the' ? at + 1 : at;
  const word = words[from] ?? '';
  const count = countOf(words[from + 1]);
  const isCount = count > 0;
  const next = from + (isCount ? 2 : 1);
  const unit = unitOf(words[next]);
  if (!unit) return;
  const length = next + 1 - at;
  const rolling = (days: number): Read => ({ range: [nowMs - days * DAY_MS, Infinity], length });
  if (word === 'this' && !isCount) {
    // On its first day a month has hardly begun.
    const sinceMs = Math.min(startOf(unit, nowMs, 0), nowMs - 7 * DAY_MS);
    return { range: [sinceMs, Infinity], length };
  }
  const days = Math.max(1, count) * DAYS[unit];
  if (word === 'past' || (word === 'last' && unit === 'hour')) return rolling(days);
  if (word !== 'last' && word !== 'previous') return;
  if (isCount || from > at) return rolling(days);
  if (unit === 'week') return rolling(2 * DAYS.week);
  return { range: [startOf(unit, nowMs, -1), startOf(unit, nowMs, 0)], length };
}

/** "Between March and May 2025", "from June to August". */
function readSpan(words: readonly string[], at: number, nowMs: number): Read | undefined {
  if (words[at] !== 'between' && words[at] !== 'from') return;
  const start = behindThe(words, at + 1);
  const first = dateAt(words, start, nowMs);
  const to = start + (first?.length ?? 0);
  if (!first || !/^(?:and|to|until|till|through)$/.test(words[to] ?? '')) return;
  const next = behindThe(words, to + 1);
  const last = dateAt(words, next, nowMs);
  if (!last) return;
  // The year of the second month is that of the first one too.
  const sameYear = [words[start] ?? '', words[next + 1] ?? ''];
  const from = first.length === 1 && last.length === 2 ? dateAt(sameYear, 0, nowMs) : first;
  return {
    range: [(from ?? first).range[0], last.range[1]],
    length: next + last.length - at,
  };
}

/** "No earlier than March", "not before 2026", "later than June 2026". */
function readBound(words: readonly string[], at: number, nowMs: number): Read | undefined {
  const isNegated = words[at] === 'no' || words[at] === 'not';
  const from = isNegated ? at + 1 : at;
  const isThan = words[from + 1] === 'than';
  const word = words[from] ?? '';
  const isEarlier = (/^(?:earlier|older)$/.test(word) && isThan) || word === 'before';
  const isLater = (/^(?:later|newer)$/.test(word) && isThan) || word === 'after';
  if (!(isEarlier || isLater)) return;
  const next = behindThe(words, from + (isThan ? 2 : 1));
  const told = dateAt(words, next, nowMs);
  if (!told) return;
  const [fromMs, untilMs] = told.range;
  const length = next + told.length - at;
  if (isEarlier) return { range: isNegated ? [fromMs, Infinity] : [-Infinity, fromMs], length };
  return { range: isNegated ? [-Infinity, untilMs] : [untilMs, Infinity], length };
}

/** "Since March", "in 2025", "before June 2026", "March 2026", "layoffs 2025". */
function readDate(words: readonly string[], at: number, nowMs: number): Read | undefined {
  const word = words[at] ?? '';
  if (word === 'since' && WEEKDAY.test(words[at + 1] ?? '')) {
    return { range: [nowMs - 7 * DAY_MS, Infinity], length: 2 };
  }
  const own = dateAt(words, at, nowMs);
  const isLast = own && at + own.length === words.length;
  // Without a word before it, a month may be a verb and a year a number.
  if (own && (own.length > 1 || (isLast && YEAR.test(word)) || DECADE.test(word))) return own;
  const next = behindThe(words, at + 1);
  const told = dateAt(words, next, nowMs);
  if (!told) return;
  const [fromMs] = told.range;
  const length = next + told.length - at;
  if (word === 'since') return { range: [fromMs, Infinity], length };
  if (word === 'until') return { range: [-Infinity, fromMs], length };
  return word === 'in' || word === 'during' || word === 'from'
    ? { range: told.range, length }
    : undefined;
}

/** A month, of its last time unless a year follows, a year, a decade, a part of a year, or a day: "2026-11-03". */
function dateAt(words: readonly string[], at: number, nowMs: number): Dated | undefined {
  const word = words[at] ?? '';
  const part = partOfYear(words, at);
  if (part) return part;
  const fromMs = dayAt(words, at);
  if (fromMs !== null) return { range: [fromMs, fromMs + DAY_MS], length: DAY_WORDS };
  if (DECADE.test(word)) {
    const year = Number.parseInt(word, 10);
    return { range: [Date.UTC(year, 0), Date.UTC(year + 10, 0)], length: 1 };
  }
  if (YEAR.test(word)) {
    const year = Number(word);
    return { range: [Date.UTC(year, 0), Date.UTC(year + 1, 0)], length: 1 };
  }
  if (!MONTH.test(word)) return;
  const month = MONTHS.indexOf(word.slice(0, 3));
  const hasYear = YEAR.test(words[at + 1] ?? '');
  const now = new Date(nowMs);
  const lastYear = now.getUTCFullYear() - (month > now.getUTCMonth() ? 1 : 0);
  const year = hasYear ? Number(words[at + 1]) : lastYear;
  return { range: [Date.UTC(year, month), Date.UTC(year, month + 1)], length: hasYear ? 2 : 1 };
}

function dayAt(words: readonly string[], at: number): number | null {
  const day = words.slice(at, at + DAY_WORDS).join('');
  const fromMs = DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(fromMs) ? null : fromMs;
}

function behindThe(words: readonly string[], at: number): number {
  return words[at] === 'the' ? at + 1 : at;
}

/** 0 for what is no number. */
function countOf(word = ''): number {
  if (/^\d{1,3}$/.test(word)) return Number(word);
  return NUMBERS.includes(word) ? NUMBERS.indexOf(word) + 2 : 0;
}

function unitOf(word = ''): Unit | undefined {
  const unit = UNIT.exec(word)?.groups?.unit;
  return (Object.keys(DAYS) as Unit[]).find((each) => each === unit);
}

/** Of the unit that holds `nowMs`, or one before; weeks begin on Monday. */
function startOf(unit: Unit, nowMs: number, moved: 0 | -1): number {
  const now = new Date(nowMs);
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  switch (unit) {
    case 'hour':
    case 'day':
      return Date.UTC(year, month, day + moved);
    case 'week':
      return Date.UTC(year, month, day - ((now.getUTCDay() + 6) % 7) + 7 * moved);
    case 'month':
      return Date.UTC(year, month + moved);
    case 'quarter':
      return Date.UTC(year, month - (month % 3) + 3 * moved);
    case 'year':
      return Date.UTC(year + moved, 0);
  }
}
