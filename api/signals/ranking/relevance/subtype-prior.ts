/**
 * Estimates the probability that a question asks for each subtype of the catalogue: a softmax over
 * its likeness to the texts of the subtype and over weights learned from written questions.
 * Subtypes of one family share their probabilities. Pure.
 */
import type { EmbeddedQuestion } from '../../../../shared/domain/ports/embedder.js';
import { softmax } from '../../../../shared/domain/softmax.js';
import { logitsOf } from './classifier.js';
import type { RankingConstants } from './constants.js';
import { int8Questions } from './int8-rows.js';
import type { RankingTables } from './tables.js';
import type { AskedTopics } from './topics.js';

/** Returns the prior of each subtype. Subtypes with a prior below `leastPrior` are left out. */
export function subtypePrior(
  kind: Pick<EmbeddedQuestion, 'vector' | 'pieces'>,
  { subtypes, texts, subtypeClassifier }: RankingTables,
  constants: RankingConstants,
): Map<string, number> {
  const cosines = texts.cosines(int8Questions([kind.vector]), 0, texts.count);
  let start = 0;
  const byVector = logitsOf(kind.vector, subtypeClassifier);
  const { sums, scale } = subtypeClassifier.words.sumsOf(kind.pieces);
  const evidence = subtypes.map(({ texts: count }, at) => {
    start += count;
    const subtypeCosines = cosines.subarray(start - count, start);
    const likeness = meanOfTwoGreatest(subtypeCosines) / constants.temperature;
    return likeness + constants.learned * ((byVector[at] ?? 0) + scale * (sums[at] ?? 0));
  });
  const chances = softmax(evidence);
  const priors = new Map(
    subtypes.map(({ subtype }, at) => {
      const hasNoPrior = constants.withoutPrior.includes(subtype);
      return [subtype, hasNoPrior ? 0 : (chances[at] ?? 0)];
    }),
  );
  const shared = [...priors].map(([subtype, prior]) => {
    const family = constants.families.find((each) => each.includes(subtype)) ?? [];
    const fromFamily = family.reduce((total, each) => {
      if (each === subtype) return total;
      const isWeak = constants.weakMembers[each]?.includes(subtype);
      const share = isWeak ? constants.weakMemberShare : constants.familyShare;
      return total + share * (priors.get(each) ?? 0);
    }, 0);
    return [subtype, prior + fromFamily] as const;
  });
  return new Map(shared.filter(([, prior]) => prior >= constants.leastPrior));
}

/** Returns the prior of each subtype, and its share of the groups that are asked for. */
export function chancesOfSubtypes(
  kind: Pick<EmbeddedQuestion, 'vector' | 'pieces'>,
  { grouped }: Pick<AskedTopics, 'grouped'>,
  tables: RankingTables,
  constants: RankingConstants,
): Map<string, number> {
  const chances = subtypePrior(kind, tables, constants);
  for (const [name, chance] of grouped) {
    chances.set(name, Math.min(1, (chances.get(name) ?? 0) + constants.groupShare * chance));
  }
  return chances;
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
