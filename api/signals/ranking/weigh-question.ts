/**
 * Turns a question that was read into what stores and re-ranking need: the weights of its meaning, of
 * subtypes and of words, and the conditions that a store can look for. Pure.
 */
import { foldCase } from '../../../shared/domain/normalise/fold-case.js';
import type { EmbeddedQuestion } from '../../../shared/domain/ports/embedder.js';
import type { ParsedQuestion } from './parts/parse-question.js';
import type { PreparedQuestion } from './prepared-question.js';
import type { RankingConstants } from './relevance/constants.js';
import { detailPositionsOf } from './relevance/detail-positions.js';
import { lateInteraction } from './relevance/late-interaction.js';
import { subtypePrior } from './relevance/subtype-prior.js';
import type { RankingTables } from './relevance/tables.js';
import { type AskedTopics, askedTopics, GENERAL, turnTowards } from './relevance/topics.js';
import { conditionsOf } from './store-conditions.js';
import type { QuestionPart } from './words/question-part.js';

interface WeighedQuestion extends Omit<ParsedQuestion, 'subject' | 'withoutExclusions'> {
  /** Only for intent: parts that signals must meet, but that do not count. */
  filters?: QuestionPart[];
}

/** `kind`: the kind of signal that the question asks for, embedded; `null` if it asks for none. */
export function weighQuestion(
  embedded: EmbeddedQuestion,
  kind: EmbeddedQuestion | null,
  asked: WeighedQuestion,
  tables: RankingTables,
  constants: RankingConstants,
): Omit<PreparedQuestion, 'text'> {
  const { subtype, topicWords } = constants;
  const topics = kind && askedTopics(kind.vector, tables.topics);
  const isNarrowedKind = kind && asked.filters && asked.filters.length > 0;
  const matter = isNarrowedKind ? kind.vector : embedded.vector;
  const turned = turnTowards(matter, topics?.direction ?? null, constants);
  // An embedding server with the same model does not return word pieces.
  const hasPieces = embedded.pieces.length > 0;
  const maxSubtype = Math.max(subtype, topicWords * Math.max(0, ...(topics?.chances ?? [])));
  const hasCondition = asked.parts.some(({ isCondition }) => isCondition);
  const wordsWeight = hasCondition ? constants.wordsWithCondition : constants.words;
  const maxWeight = turned.maxMeaning + maxSubtype + (hasPieces ? wordsWeight : 0);
  const conditions = hasPieces ? conditionsOf([...asked.parts, ...(asked.filters ?? [])]) : null;
  const boosts = kind ? boostsOf(kind, topics, asked.subtypes, tables, constants) : new Map();
  const detailPositions = topics
    ? detailPositionsOf(embedded, asked, { boosts, chances: topics.chances }, tables)
    : [];
  const common = {
    vector: embedded.vector,
    words: hasPieces
      ? lateInteraction(embedded, tables, { ...constants, ...asked, detailPositions })
      : null,
    wordsWeight,
    window: windowOf(embedded, asked, constants, {
      hasCondition,
      isNarrowed: conditions !== null,
    }),
    conditions,
  };
  // To the model, all texts of only unknown words are alike, so meaning must not count.
  const isUnknown = hasPieces && embedded.pieces.every((piece) => piece === asked.unknownPiece);
  if (isUnknown) {
    const unweighed = { vector: embedded.vector, similarityWeight: 0, boosts: new Map() };
    return { ...common, vectorQuery: { ...unweighed, maxWeight }, readTopics: null };
  }
  const { vector, similarityWeight } = turned;
  return {
    ...common,
    vectorQuery: { vector, similarityWeight, boosts, maxWeight },
    readTopics:
      topics &&
      tables.topics.words.createReader(topics.chances, tables.topics.denials, asked.findDenial),
  };
}

/** Weighs a question without tables of the model: only the cosine counts. */
export function weighByMeaning(
  { vector }: EmbeddedQuestion,
  { meaning: similarityWeight, window }: RankingConstants,
): Omit<PreparedQuestion, 'text'> {
  return {
    vector,
    vectorQuery: { vector, similarityWeight, boosts: new Map(), maxWeight: similarityWeight },
    words: null,
    wordsWeight: 0,
    readTopics: null,
    window,
    conditions: null,
  };
}

/** Returns what each subtype adds to the weight of its signals. */
function boostsOf(
  kind: EmbeddedQuestion,
  topics: AskedTopics | null,
  subtypes: ParsedQuestion['subtypes'],
  tables: RankingTables,
  constants: RankingConstants,
): Map<string, number> {
  const prior = subtypePrior(kind, tables, constants);
  for (const [name, chance] of topics?.grouped ?? []) {
    prior.set(name, Math.min(1, (prior.get(name) ?? 0) + constants.groupShare * chance));
  }
  if (topics) prior.set(GENERAL, constants.unsortedShare * topics.general);
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
  { stopWordPositions }: Pick<ParsedQuestion, 'stopWordPositions'>,
  { window, wideWindow, simplePieces }: RankingConstants,
  { hasCondition, isNarrowed }: { hasCondition: boolean; isNarrowed: boolean },
): number {
  // Signals that meet conditions are looked for separately: then the usual window is enough.
  if (pieces.length === 0 || isNarrowed) return window;
  const isJoined =
    hasCondition || pieces.filter((_, at) => !stopWordPositions.has(at)).length > simplePieces;
  return isJoined ? wideWindow : window;
}
