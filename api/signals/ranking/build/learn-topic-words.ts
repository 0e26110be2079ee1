/** Learns which words tell of which topic, from its texts and its questions. Pure. */
import { Int8Rows } from '../relevance/int8-rows.js';
import { shareOfPiece, TopicWords } from '../relevance/topic-words.js';
import type { TopicTexts } from './catalogue-texts.js';
import { learn } from './learn.js';

/** In fewer texts a word is there by chance, such as a name. */
const LEAST_TEXTS = 3;
const MOST_INT8 = 127;

export function learnTopicWords(
  topics: readonly TopicTexts[],
  piecesOf: (text: string) => readonly number[],
): TopicWords {
  const told = topics.flatMap(({ texts, questions }, label) =>
    [...texts, ...questions].map((text) => ({ pieces: new Set(piecesOf(text)), label })),
  );
  const counts = new Map<number, number>();
  for (const { pieces } of told) {
    for (const piece of pieces) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  }
  const known = [...counts].filter(([, texts]) => texts >= LEAST_TEXTS).map(([piece]) => piece);
  known.sort((a, b) => a - b);
  const rowOf = new Map(known.map((piece, row) => [piece, row]));
  const examples = told.map(({ pieces, label }) => {
    const places = Uint16Array.from([...pieces].flatMap((piece) => rowOf.get(piece) ?? []));
    return {
      vector: new Float32Array(places.length).fill(shareOfPiece(places.length)),
      places,
      label,
    };
  });
  const { weights, biases } = learn(examples, topics.length, known.length);
  const unit = weights.reduce((most, each) => Math.max(most, Math.abs(each)), 0) / MOST_INT8 || 1;
  const numbers = new Int8Array(weights.length);
  for (let row = 0; row < known.length; row += 1) {
    for (let topic = 0; topic < topics.length; topic += 1) {
      const weight = weights[topic * known.length + row] ?? 0;
      numbers[row * topics.length + topic] = Math.round(weight / unit);
    }
  }
  const rows = new Int8Rows(numbers, topics.length);
  return new TopicWords({ pieces: Uint16Array.from(known), rows, unit, biases });
}
