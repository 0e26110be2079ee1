/**
 * Turns a question towards the texts of the topics that it likely asks for. "Workers walking out" is more like
 * a layoff than like "IG Metall calls a warning strike"; what was learned of strikes tells them apart. Pure.
 */
import { dotProduct } from '../../../../shared/domain/vectors.js';
import type { Topics } from './tables.js';

/** `kind`: of what is asked for. The sum of the topics' directions by how likely each is. */
export function topicDirection(kind: Float32Array, { asked, told }: Topics): Float32Array {
  const { length } = kind;
  const evidence = asked.biases.map(
    (bias, at) => bias + dotProduct(kind, asked.weights.subarray(at * length, (at + 1) * length)),
  );
  const most = Math.max(...evidence);
  const powers = evidence.map((each) => Math.exp(each - most));
  const sum = powers.reduce((total, each) => total + each, 0);
  const direction = new Float32Array(length);
  for (let topic = 0; topic < told.length / length; topic += 1) {
    const chance = (powers[topic] ?? 0) / sum;
    for (let at = 0; at < length; at += 1) {
      direction[at] = (direction[at] ?? 0) + chance * (told[topic * length + at] ?? 0);
    }
  }
  return direction;
}
