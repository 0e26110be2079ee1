/**
 * How likely each subtype of the catalogue is what a question asks for: a softmax over its likeness to the
 * subtype's texts and over weights learned from written questions, shared within families. Pure.
 */
import { dotProduct } from '../../../../shared/domain/vectors.js';
import type { RankingConstants } from './constants.js';
import { int8Questions } from './int8-rows.js';
import type { RankingTables } from './tables.js';

/** By subtype; those that are unlikely are left out. */
export function subtypePrior(
  vector: Float32Array,
  { subtypes, texts, dimension, learned }: RankingTables,
  constants: RankingConstants,
): Map<string, number> {
  const cosines = texts.cosines(int8Questions([vector]), 0, texts.count);
  let start = 0;
  const evidence = subtypes.map(({ texts: count }, at) => {
    start += count;
    const own = cosines.subarray(start - count, start);
    const likeness = meanOfTwoGreatest(own) / constants.temperature;
    const row = learned.weights.subarray(at * dimension, (at + 1) * dimension);
    return likeness + constants.learned * ((learned.biases[at] ?? 0) + dotProduct(vector, row));
  });
  const most = Math.max(...evidence);
  const powers = evidence.map((each) => Math.exp(each - most));
  const sum = powers.reduce((total, each) => total + each, 0);
  const own = new Map(
    subtypes.map(({ subtype }, at) => {
      const isSilent = constants.withoutPrior.includes(subtype);
      return [subtype, isSilent ? 0 : (powers[at] ?? 0) / sum];
    }),
  );
  const shared = [...own].map(([subtype, prior]) => {
    const family = constants.families.find((each) => each.includes(subtype)) ?? [];
    const others = family.reduce(
      (total, each) => total + (each === subtype ? 0 : (own.get(each) ?? 0)),
      0,
    );
    return [subtype, prior + constants.familyShare * others] as const;
  });
  return new Map(shared.filter(([, prior]) => prior >= constants.leastPrior));
}

function meanOfTwoGreatest(cosines: Float32Array): number {
  let first = -1;
  let second = -1;
  for (const cosine of cosines) {
    if (cosine > first) {
      second = first;
      first = cosine;
    } else if (cosine > second) second = cosine;
  }
  return (first + second) / 2;
}
