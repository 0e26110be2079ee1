/**
 * Learns from written questions which subtype they ask for: multinomial logistic regression with L2 on
 * their vectors, by Adam. Nothing is drawn by chance: equal questions give equal weights. Pure.
 */

import type { Learned } from '../relevance/learned.js';

export interface Example {
  /** Of length 1. */
  vector: Float32Array;
  label: number;
}

/** Chosen, like the rounds, by cross-validation over the questions. */
const L2 = 5e-5;
const ROUNDS = 12;
/** Examples of a step: as good as 120 rounds over all of them at once, in an eighth of the time. */
const PART = 500;
const STEP = 0.3;
/** From this share of the rounds on, the step is this part of itself. */
const SLOWER = [
  { from: 0.6, step: 0.3 },
  { from: 0.85, step: 0.1 },
];
const MOMENTUM = 0.9;
const SCALE_MEMORY = 0.99;
const TINY = 1e-8;
/** A chance so little off is not learned from: most are, and each costs as much as the others. */
const SLIGHT = 1e-3;

export function learn(examples: readonly Example[], labels: number): Learned {
  const width = examples[0]?.vector.length ?? 0;
  // The bias is one more number of each row; a vector's number for it is 1.
  const row = width + 1;
  const values = new Float64Array(labels * row);
  const slope = new Float64Array(values.length);
  const mean = new Float64Array(values.length);
  const scale = new Float64Array(values.length);
  const parts = Math.ceil(examples.length / PART);
  const steps = ROUNDS * parts;
  for (let done = 0; done < steps; done += 1) {
    // Every so many, so that each part has some of all labels.
    const part = examples.filter((_, at) => at % parts === done % parts);
    addSlopes(part, values, slope, labels);
    const slower = SLOWER.findLast(({ from }) => done >= from * steps);
    const step = STEP * (slower?.step ?? 1);
    for (let at = 0; at < values.length; at += 1) {
      const isBias = at % row === width;
      const own = (slope[at] ?? 0) + (isBias ? 0 : L2 * (values[at] ?? 0));
      mean[at] = MOMENTUM * (mean[at] ?? 0) + (1 - MOMENTUM) * own;
      scale[at] = SCALE_MEMORY * (scale[at] ?? 0) + (1 - SCALE_MEMORY) * own ** 2;
      const direction = (mean[at] ?? 0) / (1 - MOMENTUM ** (done + 1));
      const size = Math.sqrt((scale[at] ?? 0) / (1 - SCALE_MEMORY ** (done + 1))) + TINY;
      values[at] = (values[at] ?? 0) - (step * direction) / size;
    }
  }
  const weights = new Float32Array(labels * width);
  const biases = new Float32Array(labels);
  for (let label = 0; label < labels; label += 1) {
    const own = values.subarray(label * row, (label + 1) * row);
    weights.set(own.subarray(0, width), label * width);
    biases[label] = own[width] ?? 0;
  }
  return { weights, biases };
}

/** The slope of the mean loss of all examples. */
function addSlopes(
  examples: readonly Example[],
  values: Float64Array,
  slope: Float64Array,
  labels: number,
): void {
  slope.fill(0);
  const row = values.length / labels;
  const chances = new Float64Array(labels);
  for (const { vector, label } of examples) {
    setChances(chances, vector, values);
    for (let each = 0; each < labels; each += 1) {
      const fault = ((chances[each] ?? 0) - (each === label ? 1 : 0)) / examples.length;
      if (Math.abs(fault) * examples.length < SLIGHT) continue;
      const start = each * row;
      for (let at = 0; at < vector.length; at += 1) {
        slope[start + at] = (slope[start + at] ?? 0) + fault * (vector[at] ?? 0);
      }
      slope[start + vector.length] = (slope[start + vector.length] ?? 0) + fault;
    }
  }
}

function setChances(chances: Float64Array, vector: Float32Array, values: Float64Array): void {
  const row = vector.length + 1;
  for (let label = 0; label < chances.length; label += 1) {
    const start = label * row;
    let sum = values[start + vector.length] ?? 0;
    for (let at = 0; at < vector.length; at += 1) {
      sum += (values[start + at] ?? 0) * (vector[at] ?? 0);
    }
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
