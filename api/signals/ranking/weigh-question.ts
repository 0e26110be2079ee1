/**
 * Turns a question that was read into what stores and re-ranking need: the weights of its meaning, of
 * subtypes and of words, and the conditions that a store can look for. Pure.
 */
import { foldCase } from '../../../shared/domain/normalise/fold-case.js';
import type { EmbeddedQuestion } from '../../../shared/domain/ports/embedder.js';
import { narrowingOf } from './narrowed.js';
import type { AskedWords } from './parts/asked-parts.js';
import type { ReadQuestion } from './rank.js';
import type { RankingConstants } from './relevance/constants.js';
import { lateInteraction } from './relevance/late-interaction.js';
import { subtypePrior } from './relevance/subtype-prior.js';
import type { RankingTables } from './relevance/tables.js';
import { type AskedTopics, askedTopics, turnedTowards, UNSORTED } from './relevance/topics.js';

/** `kind`: the kind of signal that the question asks for, embedded; `null` if it asks for none. */
export function weighQuestion(
  embedded: EmbeddedQuestion,
  kind: EmbeddedQuestion | null,
  asked: Omit<AskedWords, 'subject' | 'kept'>,
  tables: RankingTables,
  constants: RankingConstants,
): Omit<ReadQuestion, 'text'> {
  const { subtype, words, topicWords } = constants;
  const topics = kind && askedTopics(kind.vector, tables.topics);
  const turned = turnedTowards(embedded.vector, topics?.direction ?? null, constants);
  // An embedding server with the same model does not return word pieces.
  const hasPieces = embedded.pieces.length > 0;
  const ofKind = Math.max(subtype, topicWords * Math.max(0, ...(topics?.chances ?? [])));
  const most = turned.most + ofKind + (hasPieces ? words : 0);
  const narrowing = hasPieces ? narrowingOf(asked.parts) : null;
  const common = {
    vector: embedded.vector,
    words: hasPieces ? lateInteraction(embedded, tables, { ...constants, ...asked }) : null,
    window: windowOf(embedded, asked, constants, narrowing !== null),
    narrowing,
  };
  // To the model, all texts of only unknown words are alike, so meaning must not count.
  const isUnknown = hasPieces && embedded.pieces.every((piece) => piece === asked.unknown);
  if (isUnknown) {
    const weighed = { vector: embedded.vector, meaning: 0, boosts: new Map(), most };
    return { ...common, weighed, tellsTopics: null };
  }
  const { vector, meaning } = turned;
  const boosts = kind ? boostsOf(kind, topics, asked.subtypes, tables, constants) : new Map();
  return {
    ...common,
    weighed: { vector, meaning, boosts, most },
    tellsTopics: topics && tables.topics.words.telling(topics.chances),
  };
}

/** Weighs a question without tables of the model: only the cosine counts. */
export function weighByMeaning(
  { vector }: EmbeddedQuestion,
  { meaning, window }: RankingConstants,
): Omit<ReadQuestion, 'text'> {
  return {
    vector,
    weighed: { vector, meaning, boosts: new Map(), most: meaning },
    words: null,
    tellsTopics: null,
    window,
    narrowing: null,
  };
}

/** Returns what each subtype adds to the weight of its signals. */
function boostsOf(
  kind: EmbeddedQuestion,
  topics: AskedTopics | null,
  subtypes: AskedWords['subtypes'],
  tables: RankingTables,
  constants: RankingConstants,
): Map<string, number> {
  const prior = subtypePrior(kind, tables, constants);
  for (const [name, chance] of topics?.grouped ?? []) {
    prior.set(name, Math.min(1, (prior.get(name) ?? 0) + constants.groupShare * chance));
  }
  if (topics) prior.set(UNSORTED, constants.unsortedShare * topics.unsorted);
  // Signals of types that the question does not name are not answers, whatever their subtype.
  return new Map(
    [...prior]
      .filter(([name]) => subtypes?.has(name) ?? true)
      .map(([name, each]) => [foldCase(name), constants.subtype * each] as const),
  );
}

/** Returns how many candidates are re-ranked by their words. */
function windowOf(
  { pieces }: EmbeddedQuestion,
  { parts, light }: Pick<AskedWords, 'parts' | 'light'>,
  { window, joinedWindow, kindPieces }: RankingConstants,
  isNarrowed: boolean,
): number {
  // Signals that meet conditions are looked for separately: then the usual window is enough.
  if (pieces.length === 0 || isNarrowed) return window;
  const isJoined =
    parts.some(({ isCondition }) => isCondition) ||
    pieces.filter((_, at) => !light.has(at)).length > kindPieces;
  return isJoined ? joinedWindow : window;
}
