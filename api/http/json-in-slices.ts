/** The JSON text of a response of any length, made in slices, so that other requests run in between. */
import { inSlices } from '../../shared/domain/concurrency/in-slices.js';
import { isObject } from '../../shared/domain/is-object.js';

/** Signals of entries in a list of an answer: nothing above them is written in one piece. */
const DEPTH = 4;

/** As `JSON.stringify` writes it. */
export async function jsonInSlices(answer: object): Promise<string> {
  return (await inSlices(pieces(answer, DEPTH), (text) => text)).join('');
}

function* pieces(value: unknown, depth: number): Generator<string> {
  if (depth > 0 && Array.isArray(value)) yield* listPieces(value, depth);
  else if (depth > 0 && isObject(value)) yield* fieldPieces(value, depth);
  // Values without JSON text are null in an array; such fields of an object are omitted before.
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
