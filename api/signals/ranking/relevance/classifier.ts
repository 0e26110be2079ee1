/** A linear classifier that was learned from written questions, and its logits. Pure. */
import { dotProduct } from '../../../../shared/domain/vectors.js';

export interface Classifier {
  /** For each label, a row as long as the vector. */
  weights: Float32Array;
  biases: Float32Array;
}

/** Returns the logit of each label for a vector. */
export function logitsOf(vector: Float32Array, { weights, biases }: Classifier): number[] {
  const { length } = vector;
  return Array.from(
    biases,
    (bias, at) => bias + dotProduct(vector, weights.subarray(at * length, (at + 1) * length)),
  );
}
