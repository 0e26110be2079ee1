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
  const read = topics.words.createReader(kinds, []);
  const least = NAMES_KIND * read([]).asked;
  const namesKind = (word: readonly number[]): boolean =>
    read(word.map((at) => pieces[at] ?? 0)).asked >= least;
  const mayBeDetail = (at: number): boolean =>
    !stopWordPositions.has(at) && !partsAt(at).some((part) => part.isCondition || part.order);
  const isOrder = (word: readonly number[]) =>
    word.some((at) => partsAt(at).some(({ order }) => order));
  const isStopWord = (word: readonly number[]) => word.some((at) => stopWordPositions.has(at));
  const first = wordPositions.findIndex(isOrder);
  const heads = new Set([nounOfOrder(), verbOfOrder()]);
  return wordPositions
    .filter((word) => !heads.has(word) && word.every(mayBeDetail))
    .filter((word) => narrowsDown(word) || !namesKind(word))
    .flat();

  /** Returns the noun of the superlative: "changes" of "latest executive changes at banks". */
  function nounOfOrder(): readonly number[] | undefined {
    const from = wordPositions.slice(first);
    const after = from.slice(from.findIndex((word) => !isOrder(word)));
    const length = after.findIndex((word) => isStopWord(word) || isOrder(word));
    return after.at(length < 0 ? -1 : Math.max(0, length - 1));
  }

  /** Returns the verb of the superlative: "cut" of "who cut the most jobs". */
  function verbOfOrder(): readonly number[] | undefined {
    const [verb, article] = first < 2 ? [] : wordPositions.slice(first - 2, first);
    return verb && article && isStopWord(article) && !isStopWord(verb) ? verb : undefined;
  }

  function partsAt(position: number): QuestionPart[] {
    return parts.filter(({ positions }) => positions.includes(position));
  }

  /**
   * Returns true if a word has synonyms alone and within a phrase, as "government" has in "government
   * contract": then the phrase says more than the kind.
   */
  function narrowsDown(word: readonly number[]): boolean {
    const lengths = word
      .slice(0, 1)
      .flatMap((at) => partsAt(at).map((part) => part.positions.length));
    return lengths.includes(word.length) && lengths.some((length) => length > word.length);
  }
}
