/**
 * Turns a question towards the texts of the topics that it likely asks for. "Workers walking out" is more like
 * a layoff than like "IG Metall calls a warning strike"; what was learned of strikes tells them apart. Pure.
 */
import { dotProduct, roundedVector } from '../../../../shared/domain/vectors.js';
import type { RankingConstants } from './constants.js';
import type { Topics } from './tables.js';

/** The subtype of news that have none of their own. */
export const UNSORTED = 'general';

export interface AskedTopics {
  /** The sum of the topics' directions by how likely each is. */
  direction: Float32Array;
  /** How likely the question asks for a topic whose news have no subtype of their own. */
  unsorted: number;
}

/** `kind`: of what is asked for. */
export function askedTopics(kind: Float32Array, { asked, told, subtypes }: Topics): AskedTopics {
  const { length } = kind;
  const evidence = asked.biases.map(
    (bias, at) => bias + dotProduct(kind, asked.weights.subarray(at * length, (at + 1) * length)),
  );
  const most = Math.max(...evidence);
  const powers = evidence.map((each) => Math.exp(each - most));
  const sum = powers.reduce((total, each) => total + each, 0);
  const direction = new Float32Array(length);
  let unsorted = 0;
  for (const [topic, subtype] of subtypes.entries()) {
    const chance = (powers[topic] ?? 0) / sum;
    if (subtype === UNSORTED) unsorted += chance;
    for (let at = 0; at < length; at += 1) {
      direction[at] = (direction[at] ?? 0) + chance * (told[topic * length + at] ?? 0);
    }
  }
  return { direction, unsorted };
}

/** The question's vector and, as much as it asks for topics, the direction of theirs, as one of length 1. */
export function turnedTowards(
  vector: Float32Array,
  direction: Float32Array | null,
  { meaning, topic, topicReach }: RankingConstants,
): { vector: Float32Array; meaning: number; most: number } {
  if (!direction) return { vector, meaning, most: meaning };
  const sum = vector.map((value, at) => meaning * value + topic * (direction[at] ?? 0));
  const length = Math.hypot(...sum);
  return {
    vector: roundedVector(sum.map((value) => value / length)),
    meaning: length,
    most: meaning + topic * topicReach * Math.hypot(...direction),
  };
}
