/** Times that a question names, compared with when signals were detected: "this week", "since March". Pure. */
import { DAY_MS } from '../../../shared/domain/time.js';
import { MONTH } from './amounts.js';
import type { AskedPart } from './asked-part.js';
import { type PlacedWord, piecesOf } from './phrases.js';

/** From its first millisecond up to the one behind its last; in UTC. */
type Range = readonly [fromMs: number, untilMs: number];

/** `newest`: the newer the better. `length`: how many words say it. */
interface Read {
  range: Range | 'newest';
  length: number;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const YEAR = /^20\d\d$/;
const WEEKDAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/;
const UNIT = /^(?<unit>day|week|month|quarter|year)s?$/;
const DAYS = { day: 1, week: 7, month: 31, quarter: 92, year: 366 } as const;
type Unit = keyof typeof DAYS;
/** From two. */
const NUMBERS = 'two three four five six seven eight nine ten eleven twelve'.split(' ');
const NEWEST = /^(?:latest|newest|recent|recently|lately)$/;
/** In these days a signal counts half as much as a new one. */
const HALF_LIFE_DAYS = 30;

export function timeParts(words: readonly PlacedWord[], nowMs: number): AskedPart[] {
  const spelt = words.map(({ text }) => text.toLowerCase());
  const parts: AskedPart[] = [];
  for (let at = 0; at < spelt.length; ) {
    const read = readTime(spelt, at, nowMs);
    if (read) parts.push(timePart(read.range, piecesOf(words.slice(at, at + read.length)), nowMs));
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
    isCondition: true,
    isOfCompany: false,
    meet: (_, __, atMs = Number.NEGATIVE_INFINITY) => ({ at: -1, likeness: likenessAt(atMs) }),
  };
}

function readTime(words: readonly string[], at: number, nowMs: number): Read | undefined {
  const word = words[at] ?? '';
  const today = startOf('day', nowMs, 0);
  if (word === 'today') return { range: [today, today + DAY_MS], length: 1 };
  if (word === 'yesterday') return { range: [today - DAY_MS, today], length: 1 };
  if (NEWEST.test(word)) return { range: 'newest', length: 1 };
  return readUnits(words, at, nowMs) ?? readHalf(words, at) ?? readDate(words, at, nowMs);
}

/** "First half of 2026". */
function readHalf(words: readonly string[], at: number): Read | undefined {
  const month = words[at] === 'first' ? 0 : words[at] === 'second' ? 6 : -1;
  const year = words[at + 3] ?? '';
  if (month < 0 || words[at + 1] !== 'half' || words[at + 2] !== 'of' || !YEAR.test(year)) return;
  const range: Range = [Date.UTC(Number(year), month), Date.UTC(Number(year), month + 6)];
  return { range, length: 4 };
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
  if (word === 'past') return rolling(days);
  if (word !== 'last' && word !== 'previous') return;
  if (isCount || from > at) return rolling(days);
  if (unit === 'week') return rolling(2 * DAYS.week);
  return { range: [startOf(unit, nowMs, -1), startOf(unit, nowMs, 0)], length };
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
  if (own && (own.length > 1 || (isLast && YEAR.test(word)))) return own;
  const told = dateAt(words, at + 1, nowMs);
  if (!told) return;
  const [fromMs, untilMs] = told.range;
  const length = told.length + 1;
  if (word === 'since') return { range: [fromMs, Infinity], length };
  if (word === 'after') return { range: [untilMs, Infinity], length };
  if (word === 'before' || word === 'until') return { range: [-Infinity, fromMs], length };
  return word === 'in' || word === 'during' || word === 'from'
    ? { range: told.range, length }
    : undefined;
}

/** A month, of its last time unless a year follows, or a year. */
function dateAt(
  words: readonly string[],
  at: number,
  nowMs: number,
): { range: Range; length: number } | undefined {
  const word = words[at] ?? '';
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
