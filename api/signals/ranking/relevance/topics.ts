/**
 * Turns a question towards the texts of the topics that it likely asks for. "Workers walking out" is more like
 * a layoff than like "IG Metall calls a warning strike"; what was learned of strikes tells them apart. Pure.
 */
import { softmax } from '../../../../shared/domain/softmax.js';
import { roundedVector } from '../../../../shared/domain/vectors.js';
import type { RankingConstants } from './constants.js';
import { evidenceOf } from './learned.js';
import type { Topics } from './tables.js';

/** The subtype of news that have none of their own. */
export const UNSORTED = 'general';

export interface AskedTopics {
  /** The sum of the topics' directions by how likely each is. */
  direction: Float32Array;
  /** How likely the question asks for a topic whose news have no subtype of their own. */
  unsorted: number;
  /** By topic, and subtype without topics: how likely each is asked for, alone or in a group. */
  chances: readonly number[];
  /** By subtype: how likely it is asked for as one of a group. */
  grouped: ReadonlyMap<string, number>;
}

/** `kind`: of what is asked for. */
export function askedTopics(kind: Float32Array, topics: Topics): AskedTopics {
  const { asked, told, subtypes, groups } = topics;
  const { length } = kind;
  const all = softmax(evidenceOf(kind, asked));
  const chances = all.slice(0, all.length - groups.length);
  // A topic turns the question by its share of a group alone: all of them together are one direction.
  const shares = [...chances];
  const isUnsorted = (place: number) => subtypes[place] === UNSORTED;
  let unsorted = chances.reduce((sum, chance, at) => sum + (isUnsorted(at) ? chance : 0), 0);
  const grouped = new Map<string, number>();
  for (const [place, { kinds, subtypes: own }] of groups.entries()) {
    const chance = all[chances.length + place] ?? 0;
    for (const each of kinds) {
      chances[each] = (chances[each] ?? 0) + chance;
      shares[each] = (shares[each] ?? 0) + chance / kinds.length;
    }
    if (kinds.some(isUnsorted)) unsorted += chance;
    for (const each of own) grouped.set(each, (grouped.get(each) ?? 0) + chance);
  }
  const direction = new Float32Array(length);
  for (const topic of subtypes.keys()) {
    for (let at = 0; at < length; at += 1) {
      direction[at] =
        (direction[at] ?? 0) + (shares[topic] ?? 0) * (told[topic * length + at] ?? 0);
    }
  }
  return { direction, unsorted, chances, grouped };
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
