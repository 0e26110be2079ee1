/**
 * Finds the details of a question: words that narrow down the kind of signal that it asks for, but are
 * no conditions, such as "percentage" in "biggest percentage cuts of workforce". All other words are
 * met by any signal of the kind, in whatever words it reports it. Pure.
 */
import { foldCase } from '../../../../shared/domain/normalise/fold-case.js';
import type { EmbeddedQuestion } from '../../../../shared/domain/ports/embedder.js';
import type { QuestionPart } from '../words/question-part.js';
import type { RankingTables } from './tables.js';

/** A word names a kind of signal if it makes the kind this much more probable. */
const NAMES_KIND = 2;
/** The least share that an asked kind has of the most probable one. */
const ASKED = 0.5;

interface AskedWords {
  parts: readonly QuestionPart[];
  stopWordPositions: ReadonlySet<number>;
  wordPositions: readonly (readonly number[])[];
}

interface AskedKinds {
  /** What each subtype adds to the weight of its signals. */
  boosts: ReadonlyMap<string, number>;
  /** The chance that each topic is asked for. */
  chances: readonly number[];
}

/** Returns the positions of the word pieces of all details. */
export function detailPositionsOf(
  { pieces }: Pick<EmbeddedQuestion, 'pieces'>,
  { parts, stopWordPositions, wordPositions }: AskedWords,
  { boosts, chances }: AskedKinds,
  { topics }: Pick<RankingTables, 'topics'>,
): number[] {
  const leastBoost = ASKED * Math.max(...boosts.values());
  const leastChance = ASKED * Math.max(...chances);
  const kinds = chances.map((chance, at) => {
    const boost = boosts.get(foldCase(topics.subtypes[at] ?? '')) ?? 0;
    return chance >= leastChance || boost >= leastBoost ? 1 : 0;
  });
  const probability = topics.words.createProbability(kinds);
  const least = NAMES_KIND * probability([]);
  const namesKind = (word: readonly number[]): boolean =>
    probability(word.map((at) => pieces[at] ?? 0)) >= least;
  const mayBeDetail = (at: number): boolean =>
    !stopWordPositions.has(at) && !partsAt(at).some((part) => part.isCondition || part.order);
  return wordPositions
    .filter((word) => word.every(mayBeDetail) && (word.some(isNarrowed) || !namesKind(word)))
    .flat();

  function partsAt(position: number): QuestionPart[] {
    return parts.filter(({ positions }) => positions.includes(position));
  }

  /**
   * Returns true if a word has synonyms both alone and within a phrase that narrows the kind down,
   * as those of "government contract" have.
   */
  function isNarrowed(position: number): boolean {
    const those = partsAt(position);
    return those.length > 1 && those.some(({ storeCondition }) => storeCondition);
  }
}
