/**
 * Ranking without a model: each word piece of the bundled vocabulary has a fake vector, the pieces
 * of a question have the vectors of its words, and subtypes are known by their names.
 */
import { toInt8 } from '../../api/signals/ranking/build/numbers.js';
import { Int8Rows } from '../../api/signals/ranking/relevance/int8-rows.js';
import type { RankingTables } from '../../api/signals/ranking/relevance/tables.js';
import { TopicWords } from '../../api/signals/ranking/relevance/topic-words.js';
import { WordWeights } from '../../api/signals/ranking/relevance/word-weights.js';
import { bundledModel } from '../../shared/domain/package-root.js';
import type { Embedder } from '../../shared/domain/ports/embedder.js';
import { loadBertWordPieces } from '../../shared/platform/embedding/load-word-pieces.js';
import { createFakeEmbedder, fakeVector } from './fake-embedder.js';

const wordPieces = loadBertWordPieces(bundledModel());

const NO_WORDS = new WordWeights({
  pieces: new Uint16Array(),
  rows: new Int8Rows(new Int8Array(), 0),
  unit: 1,
});

export function piecesOf(text: string): number[] {
  return wordPieces?.pieces(text) ?? [];
}

/** Returns tables of ranking; `words` must hold all words of the questions and signals. */
export function fakeTables(words: readonly string[], subtypes: readonly string[]): RankingTables {
  const dimension = fakeVector('').length;
  const pieces = words.flatMap(piecesOf);
  const rows = new Int8Array((Math.max(...pieces) + 1) * dimension);
  for (const word of words) {
    for (const piece of piecesOf(word)) rows.set(int8Of(fakeVector(word)), piece * dimension);
  }
  const projection = new Float32Array(dimension * dimension);
  for (let at = 0; at < dimension; at += 1) projection[at * dimension + at] = 1;
  return {
    model: 'fake',
    dimension,
    projected: dimension,
    pieces: new Int8Rows(rows, dimension),
    projection,
    inverseFrequencies: new Float32Array(rows.length / dimension).map(
      (_, piece) => 1 + (piece % 3),
    ),
    subtypeClassifier: {
      weights: new Float32Array(subtypes.length * dimension),
      biases: new Float32Array(subtypes.length),
      words: NO_WORDS,
    },
    topics: {
      classifier: { weights: new Float32Array(), biases: new Float32Array() },
      directions: new Float32Array(),
      words: new TopicWords(NO_WORDS, new Float32Array()),
      subtypes: [],
      denials: [],
      groups: [],
    },
    texts: new Int8Rows(toInt8(subtypes.map(fakeVector)), dimension),
    subtypes: subtypes.map((subtype) => ({ subtype, texts: 1 })),
  };
}

export function createReadingEmbedder(): Embedder {
  return {
    ...createFakeEmbedder(),
    async embedQuestion(question) {
      const words = question
        .split(' ')
        .flatMap((word) => piecesOf(word).map((piece) => ({ word, piece })));
      return {
        vector: fakeVector(question),
        pieces: words.map(({ piece }) => piece),
        states: words.map(({ word }) => fakeVector(word)),
      };
    },
  };
}

function int8Of(vector: Float32Array): Int8Array {
  return Int8Array.from(vector, (value) => Math.round(value * 127));
}
