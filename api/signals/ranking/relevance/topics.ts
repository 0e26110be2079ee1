/**
 * Turns the vector of a question towards the texts of the topics that it probably asks for. The
 * vector of "Workers walking out" is more like a layoff than like "IG Metall calls a warning
 * strike"; what was learned about strikes distinguishes them. Pure.
 */
import { softmax } from '../../../../shared/domain/softmax.js';
import { roundedVector } from '../../../../shared/domain/vectors.js';
import { logitsOf } from './classifier.js';
import type { RankingConstants } from './constants.js';
import type { Topics } from './tables.js';

/** The subtype of news without a subtype of its own. */
export const GENERAL = 'general';

export interface AskedTopics {
  /** The sum of the directions of all topics, each multiplied by its probability. */
  direction: Float32Array;
  /** Probability that the question asks for a topic whose news has no subtype of its own. */
  general: number;
  /** Chance that each topic, then each subtype without topics, is asked for, also within groups. */
  chances: readonly number[];
  /** By subtype: the probability that a group which contains it is asked for. */
  grouped: ReadonlyMap<string, number>;
}

/** `kind` is the vector of the kind of signal that the question asks for. */
export function askedTopics(kind: Float32Array, topics: Topics): AskedTopics {
  const { classifier, directions, subtypes, groups } = topics;
  const { length } = kind;
  const all = softmax(logitsOf(kind, classifier));
  const chances = all.slice(0, all.length - groups.length);
  // A group turns the question in one direction, so each of its topics gets only its share of the
  // group's probability.
  const shares = [...chances];
  const isUnsorted = (place: number) => subtypes[place] === GENERAL;
  let general = chances.reduce((sum, chance, at) => sum + (isUnsorted(at) ? chance : 0), 0);
  const grouped = new Map<string, number>();
  for (const [place, { kinds, subtypes: groupSubtypes }] of groups.entries()) {
    const chance = all[chances.length + place] ?? 0;
    for (const each of kinds) {
      chances[each] = (chances[each] ?? 0) + chance;
      shares[each] = (shares[each] ?? 0) + chance / kinds.length;
    }
    if (kinds.some(isUnsorted)) general += chance;
    for (const each of groupSubtypes) grouped.set(each, (grouped.get(each) ?? 0) + chance);
  }
  const direction = new Float32Array(length);
  for (const topic of subtypes.keys()) {
    for (let at = 0; at < length; at += 1) {
      direction[at] =
        (direction[at] ?? 0) + (shares[topic] ?? 0) * (directions[topic * length + at] ?? 0);
    }
  }
  return { direction, general, chances, grouped };
}

/** Joins the topics of several kinds, any of which a signal may be of; `null` if there are none. */
export function anyOfTopics([first, ...others]: readonly AskedTopics[]): AskedTopics | null {
  if (!first) return null;
  const all = [first, ...others];
  return {
    direction: first.direction.map(
      (value, at) =>
        others.reduce((sum, each) => sum + (each.direction[at] ?? 0), value) / all.length,
    ),
    general: Math.max(...all.map(({ general }) => general)),
    chances: first.chances.map((_, at) => Math.max(...all.map(({ chances }) => chances[at] ?? 0))),
    grouped: greatestOfEach(all.map(({ grouped }) => grouped)),
  };
}

/** Returns the greatest value of each key. */
export function greatestOfEach<Key>(maps: readonly ReadonlyMap<Key, number>[]): Map<Key, number> {
  const greatest = new Map<Key, number>();
  for (const [key, value] of maps.flatMap((map) => [...map])) {
    greatest.set(key, Math.max(value, greatest.get(key) ?? value));
  }
  return greatest;
}

/**
 * Adds the direction of the topics to the vector of the question, and scales the sum to length 1.
 * `similarityWeight` is the weight of its cosine, `maxMeaning` what a score of 1 takes of it.
 */
export function turnTowards(
  vector: Float32Array,
  direction: Float32Array | null,
  { meaning, topic, topicReach }: RankingConstants,
): { vector: Float32Array; similarityWeight: number; maxMeaning: number } {
  if (!direction) return { vector, similarityWeight: meaning, maxMeaning: meaning };
  const sum = vector.map((value, at) => meaning * value + topic * (direction[at] ?? 0));
  const length = Math.hypot(...sum);
  return {
    vector: roundedVector(sum.map((value) => value / length)),
    similarityWeight: length,
    maxMeaning: meaning + topic * topicReach * Math.hypot(...direction),
  };
}
