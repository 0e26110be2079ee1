/**
 * Keeps an answer short enough for an agent: beyond the limit every list keeps its first entries, as
 * many as fit, and a notice says so. Totals stay, and what is left is valid against the same schema.
 */
import { isObject } from '../../shared/is-object.js';
import { isSignal, mapSignals, shortData } from './concise.js';

export const MAX_RESULT_BYTES = 60_000;

/** Room for what stands beside the answer: credits, ids, the notice itself. */
const RESERVED_BYTES = 2_000;
const MAX_DATA_BYTES = 8_000;
const MAX_SUMMARY_CHARACTERS = 2_000;

/** `limitName`: the argument that says how many entries there are; `null` where there is none. */
export function fitResult(
  answer: Record<string, unknown>,
  limitName: string | null,
): Record<string, unknown> {
  if (fits(answer)) return answer;
  const shortened = shortenData(answer);
  let cut = shortened.answer;
  let kept: number | null = null;
  for (let level = deepestLevel(cut); level > 0 && !fits(cut); level -= 1) {
    const most = mostThatFit(cut, level);
    cut = cutLists(cut, level, most);
    // Of lists within lists, what the inner ones keep says how to ask again.
    kept ??= most;
  }
  const notice = [
    ...(shortened.count > 0 ? [`The data of ${shortened.count} signals was cut.`] : []),
    ...(kept === null ? [] : [cutNotice(kept, limitName)]),
  ];
  return { ...withoutCursor(cut, kept !== null), notice: notice.join(' ') };
}

function cutNotice(kept: number, limitName: string | null): string {
  const cut = `Cut to ${MAX_RESULT_BYTES / 1000} kB: lists keep their first ${kept} entries, totals count all.`;
  if (limitName === null || kept === 0) {
    return `${cut} To see the rest ask for fewer at once, for the concise format, or narrow by type or time.`;
  }
  return `${cut} Call again with \`${limitName}\`: ${kept} for answers that fit and go on where they end, or narrow by type or time.`;
}

/** The next page would begin after what was cut. */
function withoutCursor(answer: Record<string, unknown>, isCut: boolean): Record<string, unknown> {
  if (!isCut || !Object.hasOwn(answer, 'next_cursor')) return answer;
  return { ...answer, has_more: true, next_cursor: null };
}

/** It is sent as a value and as text. */
function fits(answer: unknown): boolean {
  const text = JSON.stringify(answer);
  const bytes = Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(text));
  return bytes <= MAX_RESULT_BYTES - RESERVED_BYTES;
}

function shortenData(answer: Record<string, unknown>) {
  let count = 0;
  const shortened = mapSignals(answer, (signal) => {
    if (Buffer.byteLength(JSON.stringify(signal.data)) <= MAX_DATA_BYTES) return signal;
    count += 1;
    return { ...signal, data: shortData(signal.data, MAX_SUMMARY_CHARACTERS) };
  });
  return { answer: isObject(shortened) ? shortened : answer, count };
}

function mostThatFit(answer: Record<string, unknown>, level: number): number {
  let most = 0;
  let tooMany = longestList(answer, level) + 1;
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (fits(cutLists(answer, level, middle))) most = middle;
    else tooMany = middle;
  }
  return most;
}

/** Lists of objects, counted from the outside; those within a signal belong to it. */
function deepestLevel(value: unknown): number {
  if (Array.isArray(value)) {
    return value.some(isObject) ? 1 + Math.max(...value.map(deepestLevel)) : 0;
  }
  if (!isObject(value) || isSignal(value)) return 0;
  return Math.max(0, ...Object.values(value).map(deepestLevel));
}

function longestList(value: unknown, level: number): number {
  if (Array.isArray(value)) {
    if (level === 1) return value.length;
    return Math.max(0, ...value.map((each) => longestList(each, level - 1)));
  }
  if (!isObject(value) || isSignal(value)) return 0;
  return Math.max(0, ...Object.values(value).map((each) => longestList(each, level)));
}

function cutLists<T>(value: T, level: number, length: number): T;
function cutLists(value: unknown, level: number, length: number): unknown {
  if (Array.isArray(value)) {
    if (!value.some(isObject)) return value;
    if (level === 1) return value.slice(0, length);
    return value.map((each) => cutLists(each, level - 1, length));
  }
  if (!isObject(value) || isSignal(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, cutLists(each, level, length)]),
  );
}
