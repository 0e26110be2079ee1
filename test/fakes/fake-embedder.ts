/**
 * An embedder without a model: each word has a fixed vector, and a text has the normalised sum of
 * its words' vectors.
 */
import type { Embedder } from '../../shared/domain/ports/embedder.js';
import { roundedVector } from '../../shared/domain/vectors.js';

const DIMENSION = 384;

export function createFakeEmbedder(): Embedder & { texts: string[] } {
  const texts: string[] = [];
  return {
    model: 'fake',
    dimension: DIMENSION,
    texts,
    async embed(given) {
      texts.push(...given);
      return given.map(fakeVector);
    },
    async embedQuestion(question) {
      texts.push(question);
      return { vector: fakeVector(question), pieces: [], states: [] };
    },
    async close() {},
  };
}

/** Returns the vector of a text; the same object for the same text. */
export const fakeVector = onceForEach((text) => {
  const sum = new Float32Array(DIMENSION);
  for (const word of text.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
    let state = 2166136261;
    for (const char of word) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16777619);
    for (let at = 0; at < DIMENSION; at += 1) {
      state = Math.imul(state ^ (state >>> 15), 2246822519) + at;
      sum[at] = (sum[at] ?? 0) + ((state >>> 8) / 2 ** 24 - 0.5);
    }
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
});

/** Returns the vector as the stores keep it; the same object for the same text. */
export const storedVector = onceForEach((text) => roundedVector(fakeVector(text)));

function onceForEach(vectorOf: (text: string) => Float32Array): typeof vectorOf {
  const known = new Map<string, Float32Array>();
  return (text) => {
    const vector = known.get(text) ?? vectorOf(text);
    known.set(text, vector);
    return vector;
  };
}
