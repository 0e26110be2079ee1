/** Makes the JSON text of a response in slices, so that other requests run in between. */
import { holdBytes } from '../../shared/domain/concurrency/held-bytes.js';
import { inSlices } from '../../shared/domain/concurrency/in-slices.js';
import { TooLargeError } from '../../shared/domain/errors.js';
import { isObject } from '../../shared/domain/is-object.js';

/** Levels of nesting that are written in pieces. A signal in an entry of a list is one piece. */
const DEPTH = 4;

/**
 * Returns the same text as `JSON.stringify`. Throws `TooLargeError` if it has more bytes, and the
 * reason of `abandoned` when that is aborted.
 */
export async function jsonInSlices(
  answer: object,
  maxBytes = Number.POSITIVE_INFINITY,
  abandoned?: AbortSignal,
): Promise<string> {
  let bytes = 0;
  const counted = (text: string): string => {
    const size = Buffer.byteLength(text);
    bytes += size;
    holdBytes(size);
    if (bytes > maxBytes) throw new TooLargeError();
    return text;
  };
  const texts = await inSlices(pieces(answer, DEPTH), counted, 'now', abandoned);
  return texts.join('');
}

function* pieces(value: unknown, depth: number): Generator<string> {
  if (depth > 0 && Array.isArray(value)) yield* listPieces(value, depth);
  else if (depth > 0 && isObject(value)) yield* fieldPieces(value, depth);
  // In an array, a value without JSON text is null. In an object, `fieldPieces` has omitted it.
  else yield JSON.stringify(value) ?? 'null';
}

function* listPieces(list: readonly unknown[], depth: number): Generator<string> {
  let before = '[';
  for (const each of list) {
    yield before;
    yield* pieces(each, depth - 1);
    before = ',';
  }
  yield list.length === 0 ? '[]' : ']';
}

function* fieldPieces(fields: Record<string, unknown>, depth: number): Generator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* pieces(value, depth - 1);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}
