/** Scores signals for a question that was read, and puts them in the order that clients see. */
import { inSlices } from '../../../shared/domain/concurrency/in-slices.js';
import type { IdentityGraph } from '../../../shared/domain/ports/identity-graph.js';
import type { SignalReader } from '../../../shared/domain/ports/signal-reader.js';
import type { WeighedQuestion, WeighedSignal } from '../../../shared/domain/ports/vector-index.js';
import { SCORE_STEPS, scoreOf } from '../../../shared/domain/score.js';
import type { Narrowing } from './narrowed.js';
import type { RankingConstants } from './relevance/constants.js';
import type { LateInteraction } from './relevance/late-interaction.js';
import type { TellsTopics } from './relevance/topic-words.js';
import type { Order } from './words/asked-part.js';

export interface ReadQuestion {
  /** As the model read it: the bare question, abbreviations written out, misspelt words corrected. */
  text: string;
  /** The text's own, turned towards no topic. */
  vector: Float32Array;
  weighed: WeighedQuestion;
  /** None without tables of the model. */
  words: LateInteraction | null;
  /** None of a question that asks for no kind of signal. */
  tellsTopics: TellsTopics | null;
  /** How many signals are ranked by their words too. */
  window: number;
  /** Conditions that few of the heaviest may meet. */
  narrowing: Narrowing | null;
}

export interface RankedSignal extends WeighedSignal {
  /** Of a question with a superlative, its place in that order. */
  standing?: number;
  /** Job title of its person; not known unless the question asks for it. */
  contactTitle?: string | undefined;
  /** Neither clamped nor rounded. */
  relevance: number;
  /** What its words add to the weight; 0 for those that are not compared by words. */
  byWords: number;
  /** The relevance from 0 to 1, with four decimals; never rises along the ranks. */
  score: number;
}

/** What is known of companies and people beside what the store weighs. */
export interface KnownOf {
  identity: Pick<IdentityGraph, 'facts'>;
  signals: Pick<SignalReader, 'titles'>;
}

/** By score, as clients see it: newest first where it is equal, then by id. */
export async function rank(
  question: ReadQuestion,
  found: readonly WeighedSignal[],
  constants: RankingConstants,
  { identity, signals }: KnownOf,
): Promise<RankedSignal[]> {
  const { needsCompany = false, needsContact = false } = question.words ?? {};
  const keys = needsCompany ? found.map(({ companyKey }) => companyKey) : [];
  const ofPeople = needsContact ? found.filter(({ contactKey }) => contactKey !== '') : [];
  const [companies, titles] = await Promise.all([
    identity.facts([...new Set(keys)]),
    signals.titles(ofPeople.map(({ signalId }) => signalId)),
  ]);
  const known: readonly WeighedSignal[] =
    titles.size === 0
      ? found
      : found.map((each) => ({ contactTitle: titles.get(each.signalId), ...each }));
  const rankAt = (each: WeighedSignal, standing?: number): RankedSignal => {
    const signal = standing === undefined ? each : { standing, ...each };
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
    question.words?.meets(each.tokens, companies.get(each.companyKey), each),
  );
  const standings = standingsOf(meeting.length > 0 ? meeting : close, order, constants);
  const ranked = await inSlices(known, (each) => rankAt(each, standings.get(each.signalId) ?? 0));
  return ranked.sort(byScore);
}

function standingsOf(
  found: readonly RankedSignal[],
  order: Order,
  { halfStanding }: RankingConstants,
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
    ordered.map(({ id, value }) => [id, 1 / (1 + (placeOf.get(value) ?? 0) / halfStanding)]),
  );
}

export function byScore(a: RankedSignal, b: RankedSignal): number {
  return b.score - a.score || b.detectedAtMs - a.detectedAtMs || (a.signalId < b.signalId ? -1 : 1);
}

/** What they tell beyond the subtype, which says the same where a source or the classifier knew it. */
function byTopicWords(
  { tellsTopics, weighed }: ReadQuestion,
  { tokens, weight, similarity }: WeighedSignal,
  constants: RankingConstants,
): number {
  const told = constants.topicWords * (tellsTopics?.(tokens) ?? 0);
  return Math.max(0, told - (weight - weighed.meaning * similarity));
}

/** Words only add: no score is below that of the weight alone. Behind a spread each field costs a microsecond. */
function scored({ weighed }: ReadQuestion, signal: WeighedSignal, byWords: number): RankedSignal {
  const relevance = (signal.weight + byWords) / weighed.most;
  const score = Math.max(signal.step / SCORE_STEPS, scoreOf(relevance));
  return { relevance, byWords, score, ...signal };
}

/** As the store scored it, which ordered by it. */
export function scoredByWeight({ weighed }: ReadQuestion, signal: WeighedSignal): RankedSignal {
  const score = signal.step / SCORE_STEPS;
  return { relevance: signal.weight / weighed.most, byWords: 0, score, ...signal };
}
