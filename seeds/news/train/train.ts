/** Trains the news classifier: softmax regression with a quadratic penalty, by full-batch Adam. */
import {
  type ClassifierFile,
  termsOf,
  termVector,
} from '../../../ingest/classify/news-classifier.js';
import { softmax } from '../../../shared/domain/softmax.js';

export interface Example {
  subtype: string;
  text: string;
  vector: Float32Array;
}

const TERMS_WEIGHT = 2;
/** A term must be in this many phrases: a term of only one says nothing about the next one. */
const MIN_PHRASES_PER_TERM = 2;
const PENALTY = 0.1;
const STEPS = 150;
const RATE = 0.1;

/** Trains the classifier. The result is the same for the same examples in the same order. */
export function trainClassifier(
  model: string,
  examples: readonly Example[],
  threshold: number,
): ClassifierFile {
  const dimension = examples[0]?.vector.length ?? 0;
  const subtypes = [...new Set(examples.map(({ subtype }) => subtype))].sort();
  const { terms, inverse } = vocabularyOf(examples.map(({ text }) => text));
  const places = new Map(terms.map((term, index) => [term, index]));
  const rows = examples.map(({ vector, text }) => {
    const words = termVector(text, places, inverse, TERMS_WEIGHT);
    return {
      columns: [...vector.keys(), ...[...words.keys()].map((term) => dimension + term)],
      values: [...vector, ...words.values()],
    };
  });
  const labels = examples.map(({ subtype }) => subtypes.indexOf(subtype));
  const weights = descend(rows, labels, subtypes.length, dimension + terms.length);
  return {
    model,
    dimension,
    subtypes,
    threshold,
    termsWeight: TERMS_WEIGHT,
    terms,
    inverseFrequencies: base64Of(inverse),
    weights: base64Of(weights),
  };
}

function vocabularyOf(texts: readonly string[]): { terms: string[]; inverse: Float32Array } {
  const phrases = new Map<string, number>();
  for (const text of texts) {
    for (const term of new Set(termsOf(text))) phrases.set(term, (phrases.get(term) ?? 0) + 1);
  }
  const kept = [...phrases].filter(([, count]) => count >= MIN_PHRASES_PER_TERM).sort();
  return {
    terms: kept.map(([term]) => term),
    inverse: Float32Array.from(
      kept.map(([, count]) => Math.log((1 + texts.length) / (1 + count)) + 1),
    ),
  };
}

interface Row {
  columns: number[];
  values: number[];
}

function descend(
  rows: readonly Row[],
  labels: readonly number[],
  classes: number,
  features: number,
): Float32Array {
  const width = features + 1;
  const weights = new Float64Array(classes * width);
  const mean = new Float64Array(weights.length);
  const spread = new Float64Array(weights.length);
  for (let step = 1; step <= STEPS; step += 1) {
    const gradient = gradientOf(rows, labels, classes, width, weights);
    for (let at = 0; at < weights.length; at += 1) {
      const slope = gradient[at] ?? 0;
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope;
      spread[at] = 0.999 * (spread[at] ?? 0) + 0.001 * slope * slope;
      const first = (mean[at] ?? 0) / (1 - 0.9 ** step);
      const second = (spread[at] ?? 0) / (1 - 0.999 ** step);
      weights[at] = (weights[at] ?? 0) - (RATE * first) / (Math.sqrt(second) + 1e-8);
    }
  }
  return Float32Array.from(weights);
}

/**
 * Returns the gradient of the summed loss and half the penalty. The bias, last in each row, is not
 * penalised.
 */
function gradientOf(
  rows: readonly Row[],
  labels: readonly number[],
  classes: number,
  width: number,
  weights: Float64Array,
): Float64Array {
  const gradient = Float64Array.from(weights, (weight, at) =>
    at % width === width - 1 ? 0 : PENALTY * weight,
  );
  rows.forEach(({ columns, values }, row) => {
    const scores = Array.from({ length: classes }, (_, each) => {
      let score = weights[each * width + width - 1] ?? 0;
      for (let at = 0; at < columns.length; at += 1) {
        score += (weights[each * width + (columns[at] ?? 0)] ?? 0) * (values[at] ?? 0);
      }
      return score;
    });
    softmax(scores).forEach((probability, each) => {
      const error = probability - (labels[row] === each ? 1 : 0);
      const start = each * width;
      gradient[start + width - 1] = (gradient[start + width - 1] ?? 0) + error;
      for (let at = 0; at < columns.length; at += 1) {
        const place = start + (columns[at] ?? 0);
        gradient[place] = (gradient[place] ?? 0) + error * (values[at] ?? 0);
      }
    });
  });
  return gradient;
}

function base64Of(numbers: Float32Array): string {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64');
}
