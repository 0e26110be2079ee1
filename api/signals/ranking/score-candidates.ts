/** Scores signals for a question that was read, and sorts them in the order that clients see. */
import { inSlices } from '../../../shared/domain/concurrency/in-slices.js';
import type { IdentityGraph } from '../../../shared/domain/ports/identity-graph.js';
import type { SignalReader } from '../../../shared/domain/ports/signal-reader.js';
import type { Candidate, VectorQuery } from '../../../shared/domain/ports/vector-index.js';
import { SCORE_STEPS, scoreOf } from '../../../shared/domain/score.js';
import type { RankingConstants } from './relevance/constants.js';
import type { LateInteraction } from './relevance/late-interaction.js';
import type { TopicProbability } from './relevance/topic-words.js';
import type { Conditions } from './store-conditions.js';
import type { Order } from './words/question-part.js';

export interface PreparedQuestion {
  /** The bare question that the model read, with abbreviations written out and words corrected. */
  text: string;
  /** Vector of what the question does not leave out, before it is turned towards topics. */
  vector: Float32Array;
  vectorQuery: VectorQuery;
  /** `null` if there are no tables of the model or no word pieces of the question. */
  words: LateInteraction | null;
  /** `null` if the question asks for no kind of signal. */
  topicProbability: TopicProbability | null;
  /** The number of signals that are also ranked by their words. */
  window: number;
  /** Conditions that few of the heaviest signals may meet; `null` if the question has none. */
  conditions: Conditions | null;
}

export interface RankedSignal extends Candidate {
  /** Position in the order of the question's superlative: 1 for the first signal, 0 at the end. */
  superlativeScore?: number;
  /** Job title of the signal's person; only known if the question asks for it. */
  contactTitle?: string | undefined;
  /** The score before it is clamped and rounded. */
  relevance: number;
  /** What its words add to the weight; 0 if its words are not compared. */
  byWords: number;
  /** The relevance from 0 to 1 with four decimals. It never rises from one rank to the next. */
  score: number;
}

/** Reads facts of companies and people that stores do not weigh. */
export interface FactReaders {
  identity: Pick<IdentityGraph, 'facts'>;
  signals: Pick<SignalReader, 'titles'>;
}

/** Ranks signals by score, as clients see it. Equal scores are sorted newest first, then by id. */
export async function rank(
  question: PreparedQuestion,
  found: readonly Candidate[],
  constants: RankingConstants,
  { identity, signals }: FactReaders,
): Promise<RankedSignal[]> {
  const { needsCompany = false, needsContact = false } = question.words ?? {};
  const keys = needsCompany ? found.map(({ companyKey }) => companyKey) : [];
  const ofPeople = needsContact ? found.filter(({ contactKey }) => contactKey !== '') : [];
  const [companies, titles] = await Promise.all([
    identity.facts([...new Set(keys)]),
    signals.titles(ofPeople.map(({ signalId }) => signalId)),
  ]);
  const known: readonly Candidate[] =
    titles.size === 0
      ? found
      : found.map((each) => ({ contactTitle: titles.get(each.signalId), ...each }));
  const rankAt = (each: Candidate, superlativeScore?: number): RankedSignal => {
    const signal = superlativeScore === undefined ? each : { superlativeScore, ...each };
    const company = companies.get(each.companyKey);
    const words = question.words?.likeness(each.tokens, company, signal) ?? 0;
    return scored(
      question,
      signal,
      constants.words * words + byTopicWords(question, each, constants),
    );
  };
  const order = question.words?.order;
  if (!order) return (await inSlices(known, (each) => rankAt(each))).sort(byScore);
  const unordered = await inSlices(known, (each) => rankAt(each, 0));
  const least =
    constants.orderedRelevance * Math.max(0, ...unordered.map(({ relevance }) => relevance));
  const close = unordered.filter(({ relevance }) => relevance >= least);
  const meeting = close.filter((each) =>
    question.words?.meetsConditions(each.tokens, companies.get(each.companyKey), each),
  );
  const superlativeScoreOf = superlativeScores(
    meeting.length > 0 ? meeting : close,
    order,
    constants,
  );
  const ranked = await inSlices(known, (each) =>
    rankAt(each, superlativeScoreOf.get(each.signalId) ?? 0),
  );
  return ranked.sort(byScore);
}

/** Returns the superlative score of each signal with a value, by id. Equal values have equal scores. */
function superlativeScores(
  found: readonly RankedSignal[],
  order: Order,
  { halfScoreRank }: RankingConstants,
): ReadonlyMap<string, number> {
  const ordered = found
    .flatMap((each) => {
      const value = order.valueOf(each.tokens, each);
      return value === undefined ? [] : [{ id: each.signalId, value }];
    })
    .sort((a, b) => b.value - a.value);
  const placeOf = new Map<number, number>();
  for (const [place, { value }] of ordered.entries()) {
    if (!placeOf.has(value)) placeOf.set(value, place);
  }
  return new Map(
    ordered.map(({ id, value }) => [id, 1 / (1 + (placeOf.get(value) ?? 0) / halfScoreRank)]),
  );
}

export function byScore(a: RankedSignal, b: RankedSignal): number {
  return b.score - a.score || b.detectedAtMs - a.detectedAtMs || (a.signalId < b.signalId ? -1 : 1);
}

/**
 * Returns what the words of a signal add because they report topics of the question. What its
 * subtype adds is subtracted: it says the same if the source or the classifier recognized the
 * topic.
 */
function byTopicWords(
  { topicProbability, vectorQuery }: PreparedQuestion,
  { tokens, weight, similarity }: Candidate,
  constants: RankingConstants,
): number {
  const told = constants.topicWords * (topicProbability?.(tokens) ?? 0);
  return Math.max(0, told - (weight - vectorQuery.similarityWeight * similarity));
}

/** Adds the words to the weight. No score is below that of the weight alone. */
function scored(
  { vectorQuery }: PreparedQuestion,
  signal: Candidate,
  byWords: number,
): RankedSignal {
  const relevance = (signal.weight + byWords) / vectorQuery.maxWeight;
  const score = Math.max(signal.step / SCORE_STEPS, scoreOf(relevance));
  // The spread comes last, because each field after a spread costs a microsecond.
  return { relevance, byWords, score, ...signal };
}

/** Scores a signal by its weight alone, as the store did that sorted it. */
export function scoredByWeight({ vectorQuery }: PreparedQuestion, signal: Candidate): RankedSignal {
  const score = signal.step / SCORE_STEPS;
  return { relevance: signal.weight / vectorQuery.maxWeight, byWords: 0, score, ...signal };
}
