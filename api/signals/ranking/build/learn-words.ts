/** Learns a classifier of texts from their numbers (such as a vector) and their words. Pure. */
import type { Classifier } from '../relevance/classifier.js';
import { Int8Rows, MOST_INT8 } from '../relevance/int8-rows.js';
import { shareOfPiece, WordWeights } from '../relevance/word-weights.js';
import { learn } from './learn.js';

export interface LabelledText {
  numbers: Float32Array;
  pieces: ReadonlySet<number>;
  label: number;
}

/** Words in fewer texts are not learned: they occur there by chance, for example names. */
const LEAST_TEXTS = 3;

export interface TextClassifier extends Classifier {
  pieces: Uint16Array;
  /** For each piece, a row with a weight per label. */
  rows: Float32Array;
}

export function learnWithWords(texts: readonly LabelledText[], labels: number): TextClassifier {
  const counts = new Map<number, number>();
  for (const { pieces } of texts) {
    for (const piece of pieces) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  }
  const frequent = [...counts].filter(([, count]) => count >= LEAST_TEXTS).map(([piece]) => piece);
  frequent.sort((a, b) => a - b);
  const dense = texts[0]?.numbers.length ?? 0;
  const placeOf = new Map(frequent.map((piece, row) => [piece, dense + row]));
  const learnExamples = texts.map(({ numbers, pieces, label }) => {
    const places = Uint16Array.from([...pieces].flatMap((piece) => placeOf.get(piece) ?? []));
    return { vector: numbers, words: { places, share: shareOfPiece(pieces.size) }, label };
  });
  const width = dense + frequent.length;
  const { weights, biases } = learn(learnExamples, labels, width);
  const rows = new Float32Array(frequent.length * labels);
  const numberWeights = new Float32Array(labels * dense);
  for (let label = 0; label < labels; label += 1) {
    const labelWeights = weights.subarray(label * width, (label + 1) * width);
    numberWeights.set(labelWeights.subarray(0, dense), label * dense);
    for (let row = 0; row < frequent.length; row += 1) {
      rows[row * labels + label] = labelWeights[dense + row] ?? 0;
    }
  }
  return { weights: numberWeights, biases, pieces: Uint16Array.from(frequent), rows };
}

/** Rounds weights to 8 bits. `rows` has a row for each piece, with a weight per label. */
export function wordWeights(pieces: Uint16Array, rows: Float32Array, labels: number): WordWeights {
  const unit = rows.reduce((most, each) => Math.max(most, Math.abs(each)), 0) / MOST_INT8 || 1;
  const numbers = Int8Array.from(rows, (weight) => Math.round(weight / unit));
  return new WordWeights({ pieces, rows: new Int8Rows(numbers, labels), unit });
}
