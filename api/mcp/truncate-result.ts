/**
 * Keeps an answer short enough for an agent. The answer's own lists keep as many entries as fit with a few
 * of each list within an entry, or with none where every entry is paid; the room that is left goes to more
 * of those. Totals stay, a notice says what was cut, and what is left is valid against the same schema.
 */
import { isObject } from '../../shared/domain/is-object.js';
import { isSignal, mapSignals, shortData } from './concise.js';
import {
  type AskedCall,
  type CutList,
  describeTruncation,
  isPaidByEntry,
} from './describe-truncation.js';

export const MAX_RESULT_BYTES = 60_000;

/** Room for what is sent beside the answer: credits, ids, the notice itself. */
const RESERVED_BYTES = 2_500;
const ROOM = MAX_RESULT_BYTES - RESERVED_BYTES;
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
interface Counts {
  entries: number;
  within: number;
  whole: number;
}

interface Limits extends Counts {
  /** Names of lists within that keep one entry more. */
  oneMore: ReadonlySet<string>;
}

interface Cut {
  answer: Fields;
  /** Those that lost something. */
  cutLists: readonly CutList[];
  leftOut: number;
  /** What is kept of each list. */
  kept: Record<keyof Counts, Kept[]>;
}

type Kept = readonly [name: string, list: unknown[]];

const NO_LIMITS: Limits = {
  entries: Infinity,
  within: Infinity,
  whole: Infinity,
  oneMore: new Set(),
};
const NOTHING: Limits = { ...NO_LIMITS, entries: 0, within: 0, whole: 0 };

/** `shape` makes of a signal the form that was asked for. */
export function truncateResult(
  answer: Fields,
  call: AskedCall,
  shape: Shape = (signal) => signal,
): Fitted {
  const few = isPaidByEntry(call) ? 0 : FEW_WITHIN;
  const limits = limitsThatFit(answer, few, shape);
  if (limits && cutTo(answer, limits).cutLists.length === 0) {
    return { answer: shapeSignals(answer, shape), leftOut: 0 };
  }
  const shortened = new Set<Fields>();
  const short: Shape = (signal) => {
    const shaped = shape(signal);
    if (Buffer.byteLength(JSON.stringify(shaped.data)) <= MAX_DATA_BYTES) return shaped;
    shortened.add(signal);
    return { ...shaped, data: shortData(shaped.data, MAX_SUMMARY_CHARACTERS) };
  };
  const { leftOut, cutLists, kept, ...cut } = cutTo(
    answer,
    limitsThatFit(answer, few, short) ?? NOTHING,
  );
  // Signals that were measured but not kept do not count.
  shortened.clear();
  const sent = shapeSignals(leftOut > 0 ? withoutCursor(cut.answer) : cut.answer, short);
  const notice = describeTruncation(
    {
      lists: cutLists,
      shortSignals: shortened.size,
      // Alone and whole, as signals_get returns it.
      longSignals: [...shortened].filter((signal) => bytesTwice(JSON.stringify(signal)) > ROOM)
        .length,
      entries: kept.entries.flatMap(([, list]) => list).length,
      offset: answer.offset,
      maxBytes: MAX_RESULT_BYTES,
    },
    call,
  );
  return { answer: { ...sent, notice }, leftOut };
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

/** `null` if not even an answer without entries fits. */
function limitsThatFit(answer: Fields, few: number, shape: Shape): Limits | null {
  const most = fill(answer, 'entries', { ...NO_LIMITS, within: few }, shape);
  if (most && most.entries > 0) return fill(answer, 'within', most, shape);
  // Not even one entry fits with a few of each list: it loses what it has to.
  const one = { ...NO_LIMITS, entries: 1 };
  return fill(answer, 'within', one, shape) ?? fill(answer, 'whole', { ...one, within: 0 }, shape);
}

/** The highest limit of one kind that fits with the others; `null` if not even 0 does. */
function fill(answer: Fields, kind: keyof Counts, limits: Limits, shape: Shape): Limits | null {
  const bytesOf = (value: unknown) => bytesTwice(JSON.stringify(mapSignals(value, shape)));
  let room = ROOM - bytesOf(cutTo(answer, { ...limits, [kind]: 0 }).answer);
  if (room < 0) return null;
  const lists = cutTo(answer, { ...limits, [kind]: Infinity }).kept[kind];
  // The limit is one for the answer's own lists together, and one for each of the other lists.
  const groups =
    kind === 'entries' ? [['', [lists.flatMap(([, list]) => list)]] as const] : byName(lists);
  const longest = Math.max(0, ...groups.flatMap(([, group]) => group.map(({ length }) => length)));
  for (let at = 0; at < longest; at += 1) {
    const oneMore = new Set<string>();
    for (const [name, group] of groups) {
      for (const each of group.flatMap((list) => list.slice(at, at + 1))) room -= bytesOf(each);
      if (room < 0) return { ...limits, [kind]: at, oneMore };
      oneMore.add(name);
    }
  }
  return { ...limits, [kind]: longest };
}

function byName(lists: readonly Kept[]): [name: string, lists: unknown[][]][] {
  const names = new Set(lists.map(([name]) => name));
  return [...names].map((name) => [
    name,
    lists.flatMap(([each, list]) => (each === name ? [list] : [])),
  ]);
}

/**
 * An answer is sent as JSON and once more as that JSON in a JSON text. For a part of it, the quotes count
 * for the commas around it.
 */
function bytesTwice(json: string): number {
  return Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(json));
}

/** Lists of objects; those within a signal belong to it. */
function cutTo(whole: Fields, limits: Limits): Cut {
  const cutLists = new Map<string, CutList>();
  const kept: Cut['kept'] = { entries: [], within: [], whole: [] };
  let room = limits.entries;
  let leftOut = 0;
  const cutList = (name: string, list: readonly unknown[], isWithin: boolean): unknown[] => {
    const kind = KEPT_WHOLE.has(name) ? 'whole' : isWithin ? 'within' : 'entries';
    const each = limits[kind] + (limits.oneMore.has(name) ? 1 : 0);
    const first = list.slice(0, kind === 'entries' ? room : each);
    if (kind === 'entries') {
      room -= first.length;
      leftOut += list.length - first.length;
    }
    if (first.length < list.length) {
      cutLists.set(name, { name, kept: first.length, length: isWithin ? null : list.length });
    }
    const entries = first.map((entry) => (isObject(entry) ? cutFields(entry, true) : entry));
    kept[kind].push([name, entries]);
    return entries;
  };
  const cutFields = (fields: Fields, isWithin: boolean): Fields => {
    if (isSignal(fields)) return fields;
    const entries = Object.entries(fields).map(([name, value]) => {
      const isList = Array.isArray(value) && value.every(isObject);
      if (isList) return [name, cutList(name, value, isWithin)];
      return [name, isObject(value) ? cutFields(value, isWithin) : value];
    });
    return Object.fromEntries(entries);
  };
  const answer = cutFields(whole, false);
  return { answer, cutLists: [...cutLists.values()], leftOut, kept };
}
