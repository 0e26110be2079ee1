/**
 * Tells whether an answer is short enough, counting no further than needed: it may be of many megabytes,
 * and is tried at many lengths.
 */
import { isObject } from '../../shared/domain/is-object.js';
import { isSignal } from './concise.js';

type Fields = Record<string, unknown>;

/**
 * An answer fits when it takes `maxBytes` at most as JSON and once more as that JSON in a JSON text.
 * `shape` makes of a signal what is sent of it.
 */
export function createFitting(
  maxBytes: number,
  shape: (signal: Fields) => unknown,
): (answer: unknown) => boolean {
  const signals = new Map<Fields, number>();
  const bytesOfSignal = (signal: Fields): number => {
    const bytes = signals.get(signal) ?? bytesTwice(JSON.stringify(shape(signal)));
    signals.set(signal, bytes);
    return bytes;
  };
  return (answer) => {
    let room = maxBytes - QUOTES;
    const take = (bytes: number): boolean => {
      room -= bytes;
      return room >= 0;
    };
    const takeAll = (value: unknown): boolean => {
      if (Array.isArray(value)) {
        return take(BRACKETS) && value.every((each) => take(COMMA) && takeAll(each));
      }
      if (!isObject(value)) return take(bytesTwice(JSON.stringify(value) ?? ''));
      if (isSignal(value)) return take(bytesOfSignal(value));
      const isRoomFor = ([name, field]: [string, unknown]): boolean =>
        take(bytesTwice(`${JSON.stringify(name)}:,`)) && takeAll(field);
      return take(BRACKETS) && Object.entries(value).every(isRoomFor);
    };
    return takeAll(answer);
  };
}

const QUOTES = 2;
/** Each character stands there twice. */
const COMMA = 2;
const BRACKETS = 4;

function bytesTwice(text: string): number {
  return Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(text)) - QUOTES;
}
