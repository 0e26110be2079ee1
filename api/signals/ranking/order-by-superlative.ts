/**
 * Puts scored signals in the order of a question's superlative: "largest layoffs". The signals of
 * the asked kind that meet all conditions and details come in order; all others follow. Pure, but
 * works in slices, so that other requests are answered meanwhile.
 */
import { inSlices } from '../../../shared/domain/concurrency/in-slices.js';
import { foldCase } from '../../../shared/domain/normalise/fold-case.js';
import type { CompanyFacts } from '../../../shared/domain/ports/identity-graph.js';
import type { PreparedQuestion } from './prepared-question.js';
import type { RankingConstants } from './relevance/constants.js';
import type { LateInteraction } from './relevance/late-interaction.js';
import { byTopicWords, type RankedSignal, resultOf, topicsOf } from './score-signal.js';
import type { Order } from './words/question-part.js';

interface OrderDeps {
  words: LateInteraction;
  /** The order of `words`. */
  order: Order;
  companies: ReadonlyMap<string, CompanyFacts>;
  constants: RankingConstants;
  abandoned?: AbortSignal | undefined;
}

/** `scored`: signals with a superlative score of 0. They are returned in any order. */
export async function orderBySuperlative(
  question: PreparedQuestion,
  scored: readonly RankedSignal[],
  { words, order, companies, constants, abandoned }: OrderDeps,
): Promise<readonly RankedSignal[]> {
  const factsOf = (each: RankedSignal) => companies.get(each.companyKey);
  const ofKind = ofAskedKind(question, scored, constants);
  const details = new Map<RankedSignal, number>();
  const detailOf = (each: RankedSignal): number => details.get(each) ?? 0;
  const meetsAll = new Set<RankedSignal>();
  const compare = (each: RankedSignal): void => {
    details.set(each, words.detailScore(each.tokens, factsOf(each), each));
    const unmet = words.unmetConditions(each.tokens, factsOf(each), each);
    if (unmet.length === 0) meetsAll.add(each);
  };
  await inSlices(ofKind, compare, 'now', abandoned);
  // Signals with a value that meet all conditions are ordered, if there are any.
  const withValue = ofKind.filter((each) => order.valueOf(each.tokens, each) !== undefined);
  const meeting = withValue.filter((each) => meetsAll.has(each));
  const alike = meeting.length > 0 ? meeting : withValue;
  const leastDetail = (those: readonly RankedSignal[]): number =>
    constants.orderedWords * Math.max(0, ...those.map(detailOf));
  const leastOfAlike = leastDetail(alike);
  const toOrder = alike.filter((each) => detailOf(each) >= leastOfAlike);
  // If only signals without a value have the details, these stay before the others.
  const leastOfKind = leastDetail(ofKind);
  const meetDetails = toOrder.some((each) => detailOf(each) >= leastOfKind);
  const [best] = (meetDetails ? ofKind : toOrder).toSorted((a, b) => b.relevance - a.relevance);
  if (!best) return scored;
  // They are as relevant as the best one of the kind, and differ only by their place in the order.
  const [last = 0, first = 0] = [0, 1].map((superlativeScore) =>
    words.wordScore(best.tokens, factsOf(best), { ...best, superlativeScore }),
  );
  const gain = question.wordsWeight * (first - last);
  const superlativeScores = superlativeScoresOf(toOrder, order);
  return scored.map((each) => {
    const superlativeScore = superlativeScores.get(each.signalId);
    if (superlativeScore === undefined) return each;
    const byWords = best.weight + best.byWords + gain * superlativeScore - each.weight;
    return { ...each, superlativeScore, ...resultOf(question, each, byWords) };
  });
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
