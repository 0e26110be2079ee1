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
import { unaskedOpinion, withoutOpinions } from './relevance/opinions.js';
import { chancesOfSubtypes } from './relevance/subtype-prior.js';
import type { RankingTables } from './relevance/tables.js';
import {
  type AskedTopics,
  anyOfTopics,
  askedTopics,
  GENERAL,
  greatestOfEach,
  turnTowards,
} from './relevance/topics.js';
import { conditionsOf } from './store-conditions.js';
import type { QuestionPart } from './words/question-part.js';

interface WeighedQuestion extends Omit<ParsedQuestion, 'subject' | 'withoutExclusions' | 'joined'> {
  /** The question in English. */
  english: string;
  /** Only for intent: parts that signals must meet, but that do not count. */
  filters?: QuestionPart[];
}

/**
 * `kinds`: the kinds of signals that the question asks for, embedded; none if it asks for nothing but
 * names, places or times, two if it joins events.
 */
export function weighQuestion(
  embedded: EmbeddedQuestion,
  kinds: readonly EmbeddedQuestion[],
  asked: WeighedQuestion,
  tables: RankingTables,
  constants: RankingConstants,
): Omit<PreparedQuestion, 'text'> {
  const { subtype, topicWords } = constants;
  const [kind = null] = kinds;
  const topics = anyOfTopics(kinds.map((each) => askedTopics(each.vector, tables.topics)));
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
  const boosts = boostsOf(kinds, topics, asked.subtypes, tables, constants);
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
      withoutOpinions(
        tables.topics.words.createReader(topics.chances, tables.topics.denials, asked),
        unaskedOpinion(asked.english, { ...asked, boosts }, constants),
      ),
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
  kinds: readonly EmbeddedQuestion[],
  topics: AskedTopics | null,
  subtypes: ParsedQuestion['subtypes'],
  tables: RankingTables,
  constants: RankingConstants,
): Map<string, number> {
  if (!topics) return new Map();
  const chances = greatestOfEach(
    kinds.map((kind) => chancesOfSubtypes(kind, topics, tables, constants)),
  );
  chances.set(GENERAL, constants.unsortedShare * topics.general);
  // Signals of types that the question does not name are not answers, whatever their subtype.
  return new Map(
    [...chances]
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
