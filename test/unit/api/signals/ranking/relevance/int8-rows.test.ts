/** Cosines and sums of rows of 8-bit numbers, compared with plain JavaScript. */
import { describe, expect, it } from 'vitest';
import { toInt8 } from '../../../../../../api/signals/ranking/build/numbers.js';
import {
  Int8Rows,
  int8Questions,
} from '../../../../../../api/signals/ranking/relevance/int8-rows.js';
import { createRandom } from '../../../../../helpers/random.js';

const random = createRandom(7);

function vectors(count: number, length: number): Float32Array[] {
  return Array.from({ length: count }, () => {
    const numbers = Float32Array.from({ length }, () => random.next() - 0.5);
    const norm = Math.hypot(...numbers);
    return numbers.map((each) => each / norm);
  });
}

/** Calculates a cosine from the 8-bit numbers in plain JavaScript. */
function cosine(question: Float32Array, numbers: Int8Array, row: number): number {
  const { length } = question;
  return question.reduce(
    (sum, each, at) => sum + (each * (numbers[row * length + at] ?? 0)) / 127,
    0,
  );
}

describe('Cosines of 8-bit rows', () => {
  it.each([1, 7, 8, 12, 128, 384])('equal plain calculation for %i numbers', (length) => {
    const numbers = toInt8(vectors(50, length));
    const rows = new Int8Rows(numbers, length);
    const questions = vectors(3, length);
    const cosines = rows.cosines(int8Questions(questions), 10, 30);
    expect(cosines).toHaveLength(90);
    questions.forEach((question, at) => {
      for (let row = 0; row < 30; row += 1) {
        const wanted = cosine(question, numbers, 10 + row);
        expect(Math.abs((cosines[30 * at + row] ?? 9) - wanted)).toBeLessThan(2e-5);
      }
    });
    expect([...rows.numbers]).toEqual([...numbers]);
  });

  it('are the same if a small and a large set of questions alternate', () => {
    const numbers = toInt8(vectors(2_000, 16));
    const rows = new Int8Rows(numbers, 16);
    const first = int8Questions(vectors(1, 16));
    const many = int8Questions(vectors(5_000, 16));
    const before = rows.cosines(first, 0, 2_000);
    const others = rows.cosines(many, 1_990, 10);
    expect(rows.cosines(first, 0, 2_000)).toEqual(before);
    expect(rows.cosines(many, 1_990, 10)).toEqual(others);
    expect([...rows.numbers]).toEqual([...numbers]);
  });

  it('do not overflow for the greatest possible sums', () => {
    const length = 4_096;
    const alike = new Float32Array(length).fill(1 / Math.sqrt(length));
    const rows = new Int8Rows(new Int8Array(length).fill(-2), length);
    const [cosine = 0] = rows.cosines(int8Questions([alike]), 0, 1);
    expect(cosine).toBeCloseTo(-128 / 127, 4);
  });

  it('are empty without questions, and 0 for a zero vector', () => {
    const rows = new Int8Rows(toInt8(vectors(2, 8)), 8);
    expect(rows.cosines(int8Questions([]), 0, 2)).toHaveLength(0);
    expect([...rows.cosines(int8Questions([new Float32Array(8)]), 0, 2)]).toEqual([0, 0]);
  });

  it('throw a RangeError for rows that do not exist', () => {
    const rows = new Int8Rows(toInt8(vectors(2, 8)), 8);
    const questions = int8Questions(vectors(1, 8));
    expect(() => rows.cosines(questions, 1, 2)).toThrow(RangeError);
    expect(() => rows.cosines(questions, -1, 1)).toThrow(RangeError);
  });
});

describe('Sums of 8-bit rows', () => {
  const LENGTH = 19;
  const numbers = Int8Array.from({ length: 40 * LENGTH }, (_, at) => ((at * 37) % 255) - 127);
  const rows = new Int8Rows(numbers, LENGTH);
  const plainSums = (asked: readonly number[]) =>
    Array.from({ length: LENGTH }, (_, at) =>
      asked.reduce((sum, row) => sum + (numbers[row * LENGTH + at] ?? 0), 0),
    );

  it('equal plain additions, also between cosines that need more memory', () => {
    expect([...rows.sums([3, 17, 39])]).toEqual(plainSums([3, 17, 39]));
    const questions = int8Questions(vectors(4_000, LENGTH));
    const before = rows.cosines(questions, 38, 2);
    expect([...rows.sums([0, 1])]).toEqual(plainSums([0, 1]));
    expect(rows.cosines(questions, 38, 2)).toEqual(before);
    expect([...rows.sums([])]).toEqual(plainSums([]));
    expect([...rows.numbers]).toEqual([...numbers]);
  });

  it('do not overflow for as many rows as a text can have word pieces', () => {
    const greatest = new Int8Rows(new Int8Array(LENGTH).fill(127), LENGTH);
    const sums = greatest.sums(new Array<number>(258).fill(0));
    expect([...sums]).toEqual(new Array<number>(LENGTH).fill(258 * 127));
  });
});
