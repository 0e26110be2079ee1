/**
 * Keeps an answer short enough for an agent. Lists within entries are shortened to a few at least, then
 * the answer's own lists to the first entries that fit, and a notice says so. Totals stay, and what is
 * left is valid against the same schema.
 */
import { isObject } from '../../shared/domain/is-object.js';
import { isSignal, mapSignals, shortData } from './concise.js';
import { type AskedCall, type CutList, describeTruncation } from './describe-truncation.js';
import { createFitting } from './json-size.js';

export const MAX_RESULT_BYTES = 60_000;

/** Room for what stands beside the answer: credits, ids, the notice itself. */
const RESERVED_BYTES = 2_500;
const MAX_DATA_BYTES = 8_000;
const MAX_SUMMARY_CHARACTERS = 2_000;
/** An entry keeps that much of its lists as long as another entry can be left out instead. */
const FEW_WITHIN = 3;
/** Worth nothing in part: contributions add up to 1, and who is not in either list looks forgotten. */
const KEPT_WHOLE: ReadonlySet<string> = new Set(['explanation', 'unscored']);

type Fields = Record<string, unknown>;
type Shape = (signal: Fields) => Fields;

export interface Fitted {
  answer: Fields;
  /** Entries of the answer's own lists that are not in it any more. */
  leftOut: number;
}

/** Entries kept: of the answer's own lists together, of each list within, of each kept whole. */
interface Limits {
  entries: number;
  within: number;
  whole: number;
}

interface Cut {
  answer: Fields;
  lists: readonly CutList[];
  leftOut: number;
  /** Found before the cut: all entries, and the longest of the other lists. */
  lengths: Limits;
}

const NO_LIMITS: Limits = { entries: Infinity, within: Infinity, whole: Infinity };

/** `shape` makes of a signal the form that was asked for; only of those it takes to know what fits. */
export function truncateResult(answer: Fields, call: AskedCall, shape: Shape = unchanged): Fitted {
  const maxBytes = MAX_RESULT_BYTES - RESERVED_BYTES;
  if (createFitting(maxBytes, shape)(answer)) {
    return { answer: shapeSignals(answer, shape), leftOut: 0 };
  }
  const shortened = new Set<Fields>();
  const short: Shape = (signal) => {
    const shaped = shape(signal);
    if (Buffer.byteLength(JSON.stringify(shaped.data)) <= MAX_DATA_BYTES) return shaped;
    shortened.add(signal);
    return { ...shaped, data: shortData(shaped.data, MAX_SUMMARY_CHARACTERS) };
  };
  const cut = cutTo(answer, limitsThatFit(answer, createFitting(maxBytes, short)));
  const kept = cut.leftOut > 0 ? withoutCursor(cut.answer) : cut.answer;
  // Others were looked at as well.
  shortened.clear();
  const sent = shapeSignals(kept, short);
  const entries = cut.lengths.entries - cut.leftOut;
  const notice = describeTruncation(
    {
      lists: cut.lists,
      shortSignals: shortened.size,
      entries,
      offset: kept.offset,
      maxBytes: MAX_RESULT_BYTES,
    },
    call,
  );
  return { answer: { ...sent, notice }, leftOut: cut.leftOut };
}

function unchanged(signal: Fields): Fields {
  return signal;
}

function shapeSignals(answer: Fields, shape: Shape): Fields {
  const shaped = mapSignals(answer, shape);
  return isObject(shaped) ? shaped : {};
}

/** The next page would begin after what was cut. */
function withoutCursor(answer: Fields): Fields {
  if (!Object.hasOwn(answer, 'next_cursor')) return answer;
  return { ...answer, has_more: true, next_cursor: null };
}

/** As many entries as fit with a few of each list within, then as much of those lists as fits. */
function limitsThatFit(answer: Fields, fits: (answer: Fields) => boolean): Limits {
  const { lengths } = cutTo(answer, NO_LIMITS);
  const few = Math.min(FEW_WITHIN, lengths.within);
  const isFitting = (limits: Partial<Limits>) =>
    fits(cutTo(answer, { ...NO_LIMITS, ...limits }).answer);
  const entries = highest(1, lengths.entries, (each) => isFitting({ entries: each, within: few }));
  if (entries !== null) {
    const within = highest(few, lengths.within, (each) => isFitting({ entries, within: each }));
    return { ...NO_LIMITS, entries, within: within ?? few };
  }
  // Not even one fits: it loses what has to.
  const one = { entries: 1, within: 0 };
  const within = highest(0, few, (each) => isFitting({ ...one, within: each }));
  if (within !== null) return { ...NO_LIMITS, ...one, within };
  const whole = highest(0, lengths.whole, (each) => isFitting({ ...one, whole: each }));
  return whole === null ? { entries: 0, within: 0, whole: 0 } : { ...one, whole };
}

/**
 * The highest number that holds, where all below it hold as well; `null` when the least does not. Tried
 * from below: of what is far too long no more is looked at than twice what fits.
 */
function highest(least: number, most: number, holds: (value: number) => boolean): number | null {
  if (most < least || !holds(least)) return null;
  let high = least;
  let tooHigh = most + 1;
  for (let next = 2 * least + 1; next < tooHigh; next = 2 * next + 1) {
    if (holds(next)) high = next;
    else tooHigh = next;
  }
  while (tooHigh - high > 1) {
    const middle = Math.floor((high + tooHigh) / 2);
    if (holds(middle)) high = middle;
    else tooHigh = middle;
  }
  return high;
}

/** Lists of objects; those within a signal belong to it. */
function cutTo(whole: Fields, limits: Limits): Cut {
  const lists = new Map<string, CutList>();
  const lengths: Limits = { entries: 0, within: 0, whole: 0 };
  let room = limits.entries;
  const cutList = (name: string, list: readonly unknown[], isWithin: boolean): unknown[] => {
    const kind = kindOf(name, isWithin);
    const isEntries = kind === 'entries';
    lengths[kind] = isEntries ? lengths[kind] + list.length : Math.max(lengths[kind], list.length);
    const kept = list.slice(0, isEntries ? room : limits[kind]);
    if (isEntries) room -= kept.length;
    if (kept.length < list.length) {
      lists.set(name, { name, kept: kept.length, length: isWithin ? null : list.length });
    }
    return kept.map((entry) => (isObject(entry) ? cutFields(entry, true) : entry));
  };
  const cutFields = (fields: Fields, isWithin: boolean): Fields => {
    if (isSignal(fields)) return fields;
    const entries = Object.entries(fields).map(([name, value]) => {
      const isList = Array.isArray(value) && value.some(isObject);
      if (isList) return [name, cutList(name, value, isWithin)];
      return [name, isObject(value) ? cutFields(value, isWithin) : value];
    });
    return Object.fromEntries(entries);
  };
  const answer = cutFields(whole, false);
  const leftOut = Math.max(0, lengths.entries - limits.entries);
  return { answer, lists: [...lists.values()], leftOut, lengths };
}

function kindOf(name: string, isWithin: boolean): keyof Limits {
  if (KEPT_WHOLE.has(name)) return 'whole';
  return isWithin ? 'within' : 'entries';
}
