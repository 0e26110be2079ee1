/** What was learned from written questions, and what it says of another. Pure. */
import { dotProduct } from '../../../../shared/domain/vectors.js';

export interface Learned {
  /** A row of the vector's length for each label. */
  weights: Float32Array;
  biases: Float32Array;
}

/** For each label, what the vector says for it: logits. */
export function evidenceOf(vector: Float32Array, { weights, biases }: Learned): number[] {
  const { length } = vector;
  return Array.from(
    biases,
    (bias, at) => bias + dotProduct(vector, weights.subarray(at * length, (at + 1) * length)),
  );
}
