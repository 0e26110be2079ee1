/** Learns from texts and questions which words report which kind of signal. Pure. */
import { type Int8Rows, MOST_INT8 } from '../relevance/int8-rows.js';
import { TopicWords } from '../relevance/topic-words.js';
import { shareOfPiece } from '../relevance/word-weights.js';
import type { TopicTexts } from './catalogue-texts.js';
import { learnWithWords, wordWeights } from './learn-words.js';

/**
 * Factor of the vectors of words, relative to the words themselves. With 1 or 3, fewer of 3,900
 * other texts got the right label.
 */
const VECTOR_WEIGHT = 2;

/**
 * Returns what each word piece says for each kind. A word counts by itself and by its vector, so
 * that words which occur in no text count like similar ones. `vectors` has a row of length 127 for
 * each word piece of the vocabulary.
 */
export function learnTopicWords(
  kinds: readonly Pick<TopicTexts, 'texts' | 'questions'>[],
  piecesOf: (text: string) => readonly number[],
  vectors: Int8Rows,
): TopicWords {
  const { rowLength, count } = vectors;
  const scale = VECTOR_WEIGHT / MOST_INT8;
  const vectorNumbers = vectors.numbers;
  const examples = kinds.flatMap(({ texts, questions }, label) =>
    [...texts, ...questions].map((text) => {
      const pieces = new Set(piecesOf(text));
      const numbers = new Float32Array(rowLength);
      for (const piece of pieces) {
        for (let at = 0; at < rowLength; at += 1) {
          numbers[at] = (numbers[at] ?? 0) + scale * (vectorNumbers[piece * rowLength + at] ?? 0);
        }
      }
      const share = shareOfPiece(pieces.size);
      return { numbers: numbers.map((value) => share * value), pieces, label };
    }),
  );
  const learned = learnWithWords(examples, kinds.length);
  const rows = new Float32Array(count * kinds.length);
  for (const [row, piece] of learned.pieces.entries()) {
    const weightsOfPiece = learned.rows.subarray(row * kinds.length, (row + 1) * kinds.length);
    rows.set(weightsOfPiece, piece * kinds.length);
  }
  for (let piece = 0; piece < count; piece += 1) {
    const vector = vectorNumbers.subarray(piece * rowLength, (piece + 1) * rowLength);
    for (let kind = 0; kind < kinds.length; kind += 1) {
      let sum = 0;
      for (let at = 0; at < rowLength; at += 1) {
        sum += (vector[at] ?? 0) * (learned.weights[kind * rowLength + at] ?? 0);
      }
      const at = piece * kinds.length + kind;
      rows[at] = (rows[at] ?? 0) + scale * sum;
    }
  }
  const all = Uint16Array.from({ length: count }, (_, piece) => piece);
  return new TopicWords(wordWeights(all, rows, kinds.length), learned.biases);
}
