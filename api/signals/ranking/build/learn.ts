/**
 * Learns a classifier from examples: multinomial logistic regression with a little L2
 * regularization, by AdaGrad, one example after the other. The result is the mean of the weights
 * from the second round on. Nothing is random: equal examples give equal weights. Pure.
 */

import type { Classifier } from '../relevance/classifier.js';

export interface Example {
  /** Numbers of the example, such as its vector. */
  vector: Float32Array;
  /** Its words: their indices, which follow those of the vector, and the value of each. */
  words?: { places: Uint16Array; share: number };
  label: number;
}

/** Rounds over all examples, chosen by cross-validation like `STEP`. Five rounds rank as well. */
const ROUNDS = 3;
const STEP = 1;
const L2 = 1e-4;
/** Start of the sum of squared slopes of each weight, by whose square root a step is divided. */
const LEAST_SCALE = 1e-6;
/** Smaller errors are not learned from: most are that small, and each takes as long as others. */
const LEAST_ERROR = 1e-3;
/** Distance between two examples that are learned in turn: those of one label are adjacent. */
const STRIDE = 7_919;

const NO_WORDS = { places: new Uint16Array(), share: 0 };

/** Returns a row of `width` weights per label. `width` is the length of a vector plus all words. */
export function learn(
  examples: readonly Example[],
  labels: number,
  width: number = examples[0]?.vector.length ?? 0,
): Classifier {
  const weights = new Float32Array(labels * width);
  const biases = new Float32Array(labels);
  const scales = new Float32Array(weights.length).fill(LEAST_SCALE);
  const biasScales = new Float32Array(labels).fill(LEAST_SCALE);
  const chances = new Float64Array(labels);
  const mean = new RunningMean(weights, examples.length);
  const biasMean = new RunningMean(biases, examples.length);
  const stride = examples.length % STRIDE === 0 ? 1 : STRIDE;
  let turn = 0;
  const descend = (at: number, slope: number) => {
    mean.note(at, turn);
    const weight = weights[at] ?? 0;
    const gradient = slope + L2 * weight;
    const scale = (scales[at] ?? 0) + gradient * gradient;
    scales[at] = scale;
    weights[at] = weight - (STEP * gradient) / Math.sqrt(scale);
  };
  for (; turn < ROUNDS * examples.length; turn += 1) {
    const example = examples[(turn * stride) % examples.length];
    if (!example) break;
    const { vector, words = NO_WORDS, label } = example;
    setChances(chances, example, weights, biases);
    for (let each = 0; each < labels; each += 1) {
      const error = (chances[each] ?? 0) - (each === label ? 1 : 0);
      if (Math.abs(error) < LEAST_ERROR) continue;
      const start = each * width;
      for (let at = 0; at < vector.length; at += 1) descend(start + at, error * (vector[at] ?? 0));
      for (const place of words.places) descend(start + place, error * words.share);
      biasMean.note(each, turn);
      biasScales[each] = (biasScales[each] ?? 0) + error ** 2;
      biases[each] = (biases[each] ?? 0) - (STEP * error) / Math.sqrt(biasScales[each] ?? 1);
    }
  }
  return { weights: mean.until(turn), biases: biasMean.until(turn) };
}

/** The mean of each number since turn `from`. Last values depend on which examples came last. */
class RunningMean {
  readonly #values: Float32Array;
  readonly #from: number;
  readonly #sums: Float64Array;
  /** For each number, the turn up to which it is included in its sum. */
  readonly #noted: Uint32Array;

  constructor(values: Float32Array, from: number) {
    this.#values = values;
    this.#from = from;
    this.#sums = new Float64Array(values.length);
    this.#noted = new Uint32Array(values.length).fill(from);
  }

  /** Adds a number to its sum up to `turn`. To be called before the number changes. */
  note(at: number, turn: number): void {
    const noted = this.#noted[at] ?? 0;
    if (turn <= noted) return;
    this.#sums[at] = (this.#sums[at] ?? 0) + (turn - noted) * (this.#values[at] ?? 0);
    this.#noted[at] = turn;
  }

  /** Returns the means of all numbers up to turn `end`. */
  until(end: number): Float32Array {
    return this.#values.map((_, at) => {
      this.note(at, end);
      return (this.#sums[at] ?? 0) / (end - this.#from);
    });
  }
}

/** Writes the probability of each label for an example into `chances`. */
function setChances(
  chances: Float64Array,
  { vector, words = NO_WORDS }: Example,
  weights: Float32Array,
  biases: Float32Array,
): void {
  const width = weights.length / biases.length;
  const { length } = vector;
  for (let label = 0; label < chances.length; label += 1) {
    const start = label * width;
    let byWords = 0;
    for (const place of words.places) byWords += weights[start + place] ?? 0;
    let sum = (biases[label] ?? 0) + words.share * byWords;
    for (let at = 0; at < length; at += 1) sum += (weights[start + at] ?? 0) * (vector[at] ?? 0);
    chances[label] = sum;
  }
  const most = Math.max(...chances);
  let total = 0;
  for (let label = 0; label < chances.length; label += 1) {
    chances[label] = Math.exp((chances[label] ?? 0) - most);
    total += chances[label] ?? 0;
  }
  for (let label = 0; label < chances.length; label += 1) {
    chances[label] = (chances[label] ?? 0) / total;
  }
}
