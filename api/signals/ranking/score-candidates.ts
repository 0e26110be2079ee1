/** Scores signals for a question that was read, and sorts them in the order that clients see. */
import { inSlices } from '../../../shared/domain/concurrency/in-slices.js';
import { foldCase } from '../../../shared/domain/normalise/fold-case.js';
import type { CompanyFacts, IdentityGraph } from '../../../shared/domain/ports/identity-graph.js';
import type { SignalReader } from '../../../shared/domain/ports/signal-reader.js';
import type { Candidate } from '../../../shared/domain/ports/vector-index.js';
import { SCORE_STEPS, scoreOf } from '../../../shared/domain/score.js';
import type { PreparedQuestion } from './prepared-question.js';
import type { RankingConstants } from './relevance/constants.js';
import type { TopicProbabilities } from './relevance/topic-words.js';
import type { Order } from './words/question-part.js';

export interface RankedSignal extends Candidate {
  /**
   * 1 for the first signal in the order of the question's superlative, less for each next, 0 for
   * signals that are not in the order.
   */
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

interface RankDeps extends FactReaders {
  /** Aborted when nobody waits for the result any more. */
  abandoned?: AbortSignal | undefined;
}

/**
 * Ranks signals by score, as clients see it, without those that lack what they must have. Equal scores
 * are sorted newest first, then by id.
 */
export async function rank(
  question: PreparedQuestion,
  found: readonly Candidate[],
  constants: RankingConstants,
  deps: RankDeps,
): Promise<RankedSignal[]> {
  const { candidates: all, companies } = await withFacts(question, found, deps);
  const ofEach = <T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> =>
    inSlices(items, work, 'now', deps.abandoned);
  const isAllowed = (each: Candidate): boolean =>
    question.words?.meetsRequired(each.tokens, companies.get(each.companyKey), each) ?? true;
  const candidates = (await ofEach(all, (each) => (isAllowed(each) ? [each] : []))).flat();
  const scoreOne = (candidate: Candidate, superlativeScore?: number): RankedSignal => {
    const signal = superlativeScore === undefined ? candidate : { superlativeScore, ...candidate };
    const company = companies.get(candidate.companyKey);
    const words = question.words?.wordScore(candidate.tokens, company, signal) ?? 0;
    const topics = topicsOf(question, candidate);
    const points =
      question.wordsWeight * words + byTopicWords(question, candidate, topics, constants);
    // A denial has the words of what it denies.
    const { relevance, byWords, score } = resultOf(
      question,
      candidate,
      points * (1 - topics.denied),
    );
    // The spread comes last, because each field after a spread costs a microsecond.
    return { relevance, byWords, score, ...signal };
  };
  const order = question.words?.order;
  if (!order) return (await ofEach(candidates, (each) => scoreOne(each))).sort(byScore);
  const unordered = await ofEach(candidates, (each) => scoreOne(each, 0));
  const ofKind = ofAskedKind(question, unordered, constants);
  const factsOf = (each: RankedSignal) => companies.get(each.companyKey);
  const meetsAll = await ofEach(ofKind, (each) =>
    question.words?.meetsConditions(each.tokens, factsOf(each), each),
  );
  // A superlative orders the signals with a value that meet all conditions, if there are any.
  const hasValue = (each: RankedSignal) => order.valueOf(each.tokens, each) !== undefined;
  const meeting = ofKind.filter((each, at) => meetsAll[at] && hasValue(each));
  const alike = meeting.length > 0 ? meeting : ofKind.filter(hasValue);
  const details = await ofEach(
    ofKind,
    (each) => question.words?.detailScore(each.tokens, factsOf(each), each) ?? 0,
  );
  const detailOf = new Map(ofKind.map((each, at) => [each, details[at] ?? 0]));
  const leastOf = (those: readonly RankedSignal[]): number =>
    constants.orderedWords * Math.max(0, ...those.map((each) => detailOf.get(each) ?? 0));
  const least = leastOf(alike);
  const toOrder = alike.filter((each) => (detailOf.get(each) ?? 0) >= least);
  const shares = superlativeScoresOf(toOrder, order);
  // If only signals without a value have the details, these stay before the others.
  const meetDetails = toOrder.some((each) => (detailOf.get(each) ?? 0) >= leastOf(ofKind));
  const [best] = (meetDetails ? ofKind : toOrder).toSorted((a, b) => b.relevance - a.relevance);
  if (!best) return unordered.sort(byScore);
  // They are as relevant as the best one of the kind, and differ only by their place in the order.
  const [last = 0, first = 0] = [0, 1].map((superlativeScore) =>
    question.words?.wordScore(best.tokens, factsOf(best), { ...best, superlativeScore }),
  );
  const gain = question.wordsWeight * (first - last);
  const ranked = unordered.map((each) => {
    const share = shares.get(each.signalId);
    if (share === undefined) return each;
    const byWords = best.weight + best.byWords + gain * share - each.weight;
    return { ...each, superlativeScore: share, ...resultOf(question, each, byWords) };
  });
  return ranked.sort(byScore);
}

/** Reads what the question asks of companies and people: facts by company key, and job titles. */
async function withFacts(
  { words }: PreparedQuestion,
  found: readonly Candidate[],
  { identity, signals }: FactReaders,
): Promise<{ candidates: readonly Candidate[]; companies: ReadonlyMap<string, CompanyFacts> }> {
  const keys = words?.needsCompany ? found.map(({ companyKey }) => companyKey) : [];
  const ofPeople = words?.needsContact ? found.filter(({ contactKey }) => contactKey !== '') : [];
  const [companies, titles] = await Promise.all([
    identity.facts([...new Set(keys)]),
    signals.titles(ofPeople.map(({ signalId }) => signalId)),
  ]);
  if (titles.size === 0) return { candidates: found, companies };
  const candidates = found.map((each) => ({ contactTitle: titles.get(each.signalId), ...each }));
  return { candidates, companies };
}

function topicsOf({ readTopics }: PreparedQuestion, { tokens }: Candidate): TopicProbabilities {
  return readTopics?.(tokens) ?? { asked: 0, denied: 0 };
}

/** The least boost of a subtype that a question may ask for. */
const LEAST_BOOST = 0.02;

/**
 * Returns the signals of the kind that the question asks for, by their subtypes or topics. If it asks
 * for no kind, returns those that are nearly as relevant as the best.
 */
function ofAskedKind(
  question: PreparedQuestion,
  unordered: readonly RankedSignal[],
  constants: RankingConstants,
): readonly RankedSignal[] {
  const { similarityWeight, boosts } = question.vectorQuery;
  const withoutSubtype = new Set(constants.withoutPrior.map(foldCase));
  const [[asked = ''] = []] = [...boosts].toSorted(([, a], [, b]) => b - a);
  const asksForSubtype = !withoutSubtype.has(asked);
  const kindOf = (each: RankedSignal): number => {
    const topics = topicsOf(question, each);
    const bySubtype = each.weight - similarityWeight * each.similarity;
    const byTopics = byTopicWords(question, each, topics, constants);
    // Words only tell the kind of a signal that has no other subtype: "order" is also one of courts.
    const isSorted =
      asksForSubtype && !withoutSubtype.has(each.subtypeKey) && bySubtype < LEAST_BOOST;
    return isSorted ? 0 : (bySubtype + byTopics) * (1 - topics.denied);
  };
  const kinds = unordered.map(kindOf);
  const surest = Math.max(0, ...kinds);
  if (surest >= constants.leastKind) {
    return unordered.filter((_, at) => (kinds[at] ?? 0) >= constants.orderedKind * surest);
  }
  const best = Math.max(0, ...unordered.map(({ relevance }) => relevance));
  const relevant = unordered.filter(
    ({ relevance }) => relevance >= constants.orderedRelevance * best,
  );
  const bestWords = Math.max(0, ...relevant.map(({ byWords }) => byWords));
  return relevant.filter(({ byWords }) => byWords >= constants.orderedWords * bestWords);
}

/**
 * Returns the superlative score of each signal with a value, by id: 1 for the first, less for each
 * next, above 0 for the last. Equal values have equal scores.
 */
function superlativeScoresOf(
  found: readonly RankedSignal[],
  order: Order,
): ReadonlyMap<string, number> {
  const ordered = found
    .flatMap((each) => {
      const value = order.valueOf(each.tokens, each);
      return value === undefined ? [] : [{ id: each.signalId, value }];
    })
    .sort((a, b) => b.value - a.value);
  const rankOf = new Map<number, number>();
  for (const [rank, { value }] of ordered.entries()) {
    if (!rankOf.has(value)) rankOf.set(value, rank);
  }
  return new Map(
    ordered.map(({ id, value }) => [id, 1 - (rankOf.get(value) ?? 0) / ordered.length]),
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
  { vectorQuery }: PreparedQuestion,
  { weight, similarity }: Candidate,
  { asked }: TopicProbabilities,
  constants: RankingConstants,
): number {
  const byTopics = constants.topicWords * asked;
  return Math.max(0, byTopics - (weight - vectorQuery.similarityWeight * similarity));
}

/** Adds the words to the weight. No score is below that of the weight alone. */
function resultOf(
  { vectorQuery }: PreparedQuestion,
  signal: Candidate,
  byWords: number,
): Pick<RankedSignal, 'relevance' | 'byWords' | 'score'> {
  const relevance = (signal.weight + byWords) / vectorQuery.maxWeight;
  return { relevance, byWords, score: Math.max(signal.step / SCORE_STEPS, scoreOf(relevance)) };
}

/** Scores a signal by its weight alone, as the store did that sorted it. */
export function scoredByWeight({ vectorQuery }: PreparedQuestion, signal: Candidate): RankedSignal {
  const score = signal.step / SCORE_STEPS;
  return { relevance: signal.weight / vectorQuery.maxWeight, byWords: 0, score, ...signal };
}
