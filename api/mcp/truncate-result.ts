/**
 * Truncates an answer to a length that suits an agent. It keeps as many entries of the answer's own
 * lists as fit; the remaining room goes to the lists within those entries. Totals stay, a notice
 * says what was truncated, and the rest is still valid against the same schema.
 */
import { groupBy } from '../../shared/domain/group-by.js';
import { isObject } from '../../shared/domain/is-object.js';
import { isSignal, shortData, toConcise } from './concise.js';
import {
  type CutList,
  describeTruncation,
  type ToolRequestContext,
} from './describe-truncation.js';

export const MAX_RESULT_BYTES = 60_000;

/** Bytes that are reserved for the rest of a result: credits, ids and the notice. */
const RESERVED_BYTES = 2_500;
const ROOM = MAX_RESULT_BYTES - RESERVED_BYTES;
const MAX_DATA_BYTES = 8_000;
const MAX_SUMMARY_CHARACTERS = 2_000;
/**
 * Lists that are useless in part: the contributions of an `explanation` add up to 1, and a company
 * or person that is missing from results and `unscored` looks forgotten.
 */
const INDIVISIBLE: ReadonlySet<string> = new Set(['explanation', 'unscored']);

type Fields = Record<string, unknown>;
type Shape = (signal: Fields) => Fields;

/** A list of objects, with copies of the first ones, which are kept. */
interface List {
  name: string;
  all: readonly Fields[];
  kept: Fields[];
  /** True if the list is within an entry of another list. */
  isNested: boolean;
}

/** An entry that may still be kept. */
interface Candidate {
  list: List;
  entry: Fields;
}

interface Cut {
  answer: Fields;
  /** True if every entry of every list fits. */
  isComplete: boolean;
  lists: readonly List[];
}

/**
 * Truncates an answer and adds what it lost to its notice. `shape` converts a signal to the requested
 * format. Also counts the entries that were removed from the answer's own lists.
 */
export function truncateResult(
  answer: Fields,
  call: ToolRequestContext,
  shape: Shape = (signal) => signal,
): { answer: Fields; removedCount: number } {
  const uncut = cutToFit(answer, shape, INDIVISIBLE);
  if (uncut.isComplete) return { answer: uncut.answer, removedCount: 0 };
  const isLong = (signal: Fields): boolean =>
    Buffer.byteLength(JSON.stringify(shape(signal).data)) > MAX_DATA_BYTES;
  const cut = cutToEntries(answer, (signal) => {
    const shaped = shape(signal);
    if (!isLong(signal)) return shaped;
    return { ...shaped, data: shortData(shaped.data, MAX_SUMMARY_CHARACTERS) };
  });
  const topLists = cut.lists.filter(({ name, isNested }) => !isNested && !INDIVISIBLE.has(name));
  const keptCount = topLists.reduce((sum, { kept }) => sum + kept.length, 0);
  const removedCount = topLists.reduce((sum, { all }) => sum + all.length, 0) - keptCount;
  const originals = [answer, ...cut.lists.flatMap(({ all, kept }) => all.slice(0, kept.length))];
  const shortened = originals.filter((each) => isSignal(each) && isLong(each));
  const kept = removedCount > 0 ? continued(cut, call) : cut.answer;
  const truncation = describeTruncation(
    {
      lists: cutLists(cut.lists),
      shortSignals: shortened.length,
      // Each signal is measured alone and complete, as signals_get returns it.
      longSignals: shortened.filter((signal) => bytesTwice(signal) > ROOM).length,
      keptCount,
      offset: answer.offset,
      maxBytes: MAX_RESULT_BYTES,
      hasCursor: typeof kept.next_cursor === 'string',
      isShorterConcise: call.format === 'detailed' && entriesIn(asConcise(answer)) > entriesIn(cut),
    },
    call,
  );
  const notice = typeof answer.notice === 'string' ? `${answer.notice} ${truncation}` : truncation;
  return { answer: { ...kept, notice }, removedCount };
}

/** If not even one entry fits, truncates the lists in `INDIVISIBLE` too. */
function cutToEntries(answer: Fields, shape: Shape): Cut {
  const cut = cutToFit(answer, shape, INDIVISIBLE);
  const isEmpty = cut.lists.every(({ kept }) => kept.length === 0);
  return isEmpty ? cutToFit(answer, shape, new Set()) : cut;
}

/** Copies the answer and keeps entries while they fit. Only those are measured. */
function cutToFit(answer: Fields, shape: Shape, uncutLists: ReadonlySet<string>): Cut {
  const lists: List[] = [];
  /** Returns a copy with empty lists, and adds these to `lists`. */
  const emptied = (fields: Fields, isNested: boolean): Fields => {
    if (isSignal(fields)) return shape(fields);
    const entries = Object.entries(fields).map(([name, value]) => {
      if (isObject(value)) return [name, emptied(value, isNested)];
      if (uncutLists.has(name) || !isListOfObjects(value)) return [name, value];
      const kept: Fields[] = [];
      lists.push({ name, all: value, kept, isNested });
      return [name, kept];
    });
    return Object.fromEntries(entries);
  };
  const copy = emptied(answer, false);
  let room = ROOM - bytesTwice(copy);
  const fitsEmpty = room >= 0;
  const fill = (turns: Iterable<readonly Candidate[]>): void => {
    for (const turn of turns) {
      const listCount = lists.length;
      const copies = turn.map(({ entry }) => emptied(entry, true));
      const bytes = copies.reduce((sum, each) => sum + bytesTwice(each), 0);
      if (bytes > room) {
        lists.length = listCount;
        return;
      }
      room -= bytes;
      for (const [at, { list }] of turn.entries()) list.kept.push(...copies.slice(at, at + 1));
    }
  };
  fill(lists.flatMap((list) => list.all.map((entry) => [{ list, entry }])));
  fill(inTurns(lists.filter(({ isNested }) => isNested)));
  const isComplete = fitsEmpty && lists.every(({ all, kept }) => kept.length === all.length);
  return { answer: copy, isComplete, lists };
}

/** Yields the first entries of all lists, name by name, then all second entries, and so on. */
function* inTurns(lists: readonly List[]): Generator<Candidate[]> {
  const byName = groupBy(lists, ({ name }) => name);
  const longest = Math.max(0, ...lists.map(({ all }) => all.length));
  for (let at = 0; at < longest; at += 1) {
    for (const sameName of byName.values()) {
      yield sameName.flatMap((list) =>
        list.all.slice(at, at + 1).map((entry) => ({ list, entry })),
      );
    }
  }
}

function isListOfObjects(value: unknown): value is Fields[] {
  return Array.isArray(value) && value.every(isObject);
}

/**
 * Returns the bytes of a value in a result, which has it as JSON and once more as a JSON string of
 * that JSON. For a part of an answer, the quotes of that string stand in for the commas around it.
 */
function bytesTwice(value: Fields): number {
  const json = JSON.stringify(value);
  return Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(json));
}

/** Returns the lists that lost entries. Those within entries are combined by name. */
function cutLists(lists: readonly List[]): CutList[] {
  const cut = new Map<string, CutList>();
  for (const { name, all, kept, isNested } of lists) {
    if (kept.length === all.length) continue;
    const most = Math.max(kept.length, cut.get(name)?.kept ?? 0);
    cut.set(name, { name, kept: most, length: isNested ? null : all.length });
  }
  return [...cut.values()];
}

const asConcise = (answer: Fields): Cut => cutToFit(answer, toConcise, INDIVISIBLE);

function entriesIn({ lists }: Cut): number {
  return lists.reduce((sum, { kept }) => sum + kept.length, 0);
}

/** Replaces the cursor of a page by that of the entries after the last kept one, if it has one. */
function continued({ answer, lists }: Cut, { args, cursorAfter }: ToolRequestContext): Fields {
  if (!Object.hasOwn(answer, 'next_cursor')) return answer;
  const isRanked = args.query !== undefined || args.similar_to !== undefined;
  const page = lists.find((list) => !list.isNested && list.kept.length < list.all.length);
  const last = page?.all[page.kept.length - 1];
  const hasCursor = cursorAfter && !isRanked && last && isSignal(last);
  const position = { timeMs: Date.parse(String(last?.detected_at)), id: String(last?.signal_id) };
  return { ...answer, has_more: true, next_cursor: hasCursor ? cursorAfter(position) : null };
}
