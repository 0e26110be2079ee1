/**
 * Learns from written questions and texts what they ask for or tell of: multinomial logistic regression with a
 * little L2, by AdaGrad, one example after the other. Nothing is drawn by chance: equal texts give equal
 * weights. Pure.
 */

import type { Learned } from '../relevance/learned.js';

export interface Example {
  /** Of length 1 or less. */
  vector: Float32Array;
  /** Of which numbers those are; of all unless given. */
  places?: Uint16Array;
  label: number;
}

/** Chosen, like the step, by cross-validation: twice as many rounds are as good. */
const ROUNDS = 5;
const STEP = 1;
const L2 = 1e-4;
/** What the first step of a weight is divided by, squared. */
const LEAST_SCALE = 1e-6;
/** A chance so little off is not learned from: most are, and each costs as much as the others. */
const SLIGHT = 1e-3;
/** Examples of a label stand together: a stride takes them from all over. */
const STRIDE = 7_919;

/** `width`: numbers of a vector. */
export function learn(
  examples: readonly Example[],
  labels: number,
  width: number = examples[0]?.vector.length ?? 0,
): Learned {
  const weights = new Float32Array(labels * width);
  const biases = new Float32Array(labels);
  const scales = new Float32Array(weights.length).fill(LEAST_SCALE);
  const biasScales = new Float32Array(labels).fill(LEAST_SCALE);
  const chances = new Float64Array(labels);
  const stride = examples.length % STRIDE === 0 ? 1 : STRIDE;
  for (let turn = 0; turn < ROUNDS * examples.length; turn += 1) {
    const example = examples[(turn * stride) % examples.length];
    if (!example) break;
    const { vector, places, label } = example;
    setChances(chances, example, weights, biases);
    for (let each = 0; each < labels; each += 1) {
      const fault = (chances[each] ?? 0) - (each === label ? 1 : 0);
      if (Math.abs(fault) < SLIGHT) continue;
      const start = each * width;
      for (let number = 0; number < vector.length; number += 1) {
        const at = start + (places?.[number] ?? number);
        const slope = fault * (vector[number] ?? 0) + L2 * (weights[at] ?? 0);
        scales[at] = (scales[at] ?? 0) + slope ** 2;
        weights[at] = (weights[at] ?? 0) - (STEP * slope) / Math.sqrt(scales[at] ?? 1);
      }
      biasScales[each] = (biasScales[each] ?? 0) + fault ** 2;
      biases[each] = (biases[each] ?? 0) - (STEP * fault) / Math.sqrt(biasScales[each] ?? 1);
    }
  }
  return { weights, biases };
}

function setChances(
  chances: Float64Array,
  { vector, places }: Example,
  weights: Float32Array,
  biases: Float32Array,
): void {
  const width = weights.length / biases.length;
  for (let label = 0; label < chances.length; label += 1) {
    const start = label * width;
    let sum = biases[label] ?? 0;
    for (let number = 0; number < vector.length; number += 1) {
      sum += (weights[start + (places?.[number] ?? number)] ?? 0) * (vector[number] ?? 0);
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
