/** Learns a classifier of texts from their numbers (such as a vector) and their words. Pure. */
import { Int8Rows, MOST_INT8 } from '../relevance/int8-rows.js';
import type { Learned } from '../relevance/learned.js';
import { shareOfPiece, WordWeights } from '../relevance/word-weights.js';
import { learn } from './learn.js';

export interface LabelledText {
  numbers: Float32Array;
  pieces: ReadonlySet<number>;
  label: number;
}

/** Words in fewer texts are not learned: they occur there by chance, for example names. */
const LEAST_TEXTS = 3;

export interface LearnedText extends Learned {
  pieces: Uint16Array;
  /** For each piece, a row with a weight per label. */
  rows: Float32Array;
}

export function learnWithWords(told: readonly LabelledText[], labels: number): LearnedText {
  const counts = new Map<number, number>();
  for (const { pieces } of told) {
    for (const piece of pieces) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  }
  const known = [...counts].filter(([, texts]) => texts >= LEAST_TEXTS).map(([piece]) => piece);
  known.sort((a, b) => a - b);
  const dense = told[0]?.numbers.length ?? 0;
  const placeOf = new Map(known.map((piece, row) => [piece, dense + row]));
  const examples = told.map(({ numbers, pieces, label }) => {
    const places = Uint16Array.from([...pieces].flatMap((piece) => placeOf.get(piece) ?? []));
    return { vector: numbers, words: { places, share: shareOfPiece(pieces.size) }, label };
  });
  const width = dense + known.length;
  const { weights, biases } = learn(examples, labels, width);
  const rows = new Float32Array(known.length * labels);
  const ofNumbers = new Float32Array(labels * dense);
  for (let label = 0; label < labels; label += 1) {
    const own = weights.subarray(label * width, (label + 1) * width);
    ofNumbers.set(own.subarray(0, dense), label * dense);
    for (let row = 0; row < known.length; row += 1) {
      rows[row * labels + label] = own[dense + row] ?? 0;
    }
  }
  return { weights: ofNumbers, biases, pieces: Uint16Array.from(known), rows };
}

/** Rounds weights to 8 bits. `rows` has a row for each piece, with a weight per label. */
export function wordWeights(pieces: Uint16Array, rows: Float32Array, labels: number): WordWeights {
  const unit = rows.reduce((most, each) => Math.max(most, Math.abs(each)), 0) / MOST_INT8 || 1;
  const numbers = Int8Array.from(rows, (weight) => Math.round(weight / unit));
  return new WordWeights({ pieces, rows: new Int8Rows(numbers, labels), unit });
}
