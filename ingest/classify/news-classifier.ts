/**
 * Decides what a story is mainly about: softmax regression over the vector of the summary and the
 * words of headline and abstract, trained on example phrases (`seeds/news`). A story below the
 * threshold is `general`. Pure, and the same for the same vector and text.
 */
import { once } from '../../shared/domain/once.js';
import { readSeed } from '../../shared/domain/package-root.js';
import { softmax } from '../../shared/domain/softmax.js';
import { vectorFrom } from '../../shared/domain/vectors.js';

export type NewsClassifier = ReturnType<typeof createNewsClassifier>;

/** The file `seeds/news/classifier.json`; its matrices are little-endian float32, base64. */
export interface ClassifierFile {
  model: string;
  dimension: number;
  subtypes: string[];
  /** Lowest probability of any subtype but `general`. */
  threshold: number;
  /** Length of the vector of terms; that of the summary has length 1. */
  termsWeight: number;
  terms: string[];
  /** Inverse document frequency of each term. */
  inverseFrequencies: string;
  /** Weights per subtype: `dimension` numbers, one per term, then the bias. */
  weights: string;
}

const UNDECIDED = 'general';

/** Returns the classifier of `seeds/news`, which a process reads only once. */
export const loadNewsClassifier = once(() =>
  createNewsClassifier(readSeed('news/classifier.json')),
);

export function createNewsClassifier(file: ClassifierFile) {
  const { dimension, subtypes, threshold } = file;
  const weights = vectorFrom(file.weights);
  const termIndexes = new Map(file.terms.map((term, index) => [term, index]));
  const idf = vectorFrom(file.inverseFrequencies);
  const rowLength = dimension + file.terms.length + 1;
  return {
    /** Model on whose vectors it was trained; vectors of other models are not classified. */
    model: file.model,
    classify(vector: Float32Array, text: string) {
      const words = termVector(text, termIndexes, idf, file.termsWeight);
      const scores = subtypes.map((_, row) => {
        const start = row * rowLength;
        let score = weights[start + rowLength - 1] ?? 0;
        for (let at = 0; at < dimension; at += 1) {
          score += (weights[start + at] ?? 0) * (vector[at] ?? 0);
        }
        for (const [term, value] of words) {
          score += (weights[start + dimension + term] ?? 0) * value;
        }
        return score;
      });
      const probabilities = softmax(scores);
      const best = probabilities.indexOf(Math.max(...probabilities));
      const probability = probabilities[best] ?? 0;
      const subtype = probability < threshold ? UNDECIDED : (subtypes[best] ?? UNDECIDED);
      return {
        subtype,
        /** The probability of every subtype that the classifier knows. */
        probabilities: new Map(subtypes.map((each, at) => [each, probabilities[at] ?? 0])),
      };
    },
  };
}

/** Returns the sublinear TF-IDF of the known terms, keyed by their index, scaled to `length`. */
export function termVector(
  text: string,
  termIndexes: ReadonlyMap<string, number>,
  idf: ArrayLike<number>,
  length: number,
): Map<number, number> {
  const counts = new Map<number, number>();
  for (const term of termsOf(text)) {
    const index = termIndexes.get(term);
    if (index !== undefined) counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  const values = new Map(
    [...counts].map(([index, count]) => [index, (1 + Math.log(count)) * (idf[index] ?? 0)]),
  );
  const norm = Math.hypot(...values.values()) || 1;
  return new Map([...values].map(([index, value]) => [index, (value / norm) * length]));
}

/**
 * Splits a headline into the terms that are counted, with repeats: words, prefixes (most forms of a
 * word share one) and pairs of words. All figures are the same term.
 */
export function termsOf(text: string): string[] {
  const words = text
    .slice(0, MAX_CHARACTERS)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/\$[a-z]{1,5}\b/g, ' ')
    .replace(/\d[\d,.]*/g, ' 0 ')
    .match(/\p{L}{2,}|0|[$€£₹%]/gu);
  const singles = words ?? [];
  // No word contains "~", so a prefix never equals a word.
  const beginnings = singles.map((word) => `${word.slice(0, BEGINNING)}~`);
  const pairs = singles.slice(1).map((word, index) => `${singles[index]} ${word}`);
  return [...singles, ...beginnings, ...pairs];
}

const BEGINNING = 5;
const MAX_CHARACTERS = 2_000;
