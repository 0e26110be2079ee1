/** Every constant of intent scoring, with its reason. */
import { contentHash } from '../../shared/domain/canonical-json.js';
import { RANKING } from '../signals/ranking/relevance/constants.js';

/** Weights of signal types. Events of a company weigh more than texts about it. */
const TYPE_WEIGHTS: Readonly<Record<string, number>> = {
  'sec-8k': 1,
  'sec-10k': 0.8,
  '10k': 0.8,
  news: 0.9,
  'hiring-trends': 0.9,
  'work-milestones': 0.8,
  'network-post-company': 0.6,
  'network-post-contact': 0.6,
};

export const INTENT = {
  // Age of the oldest signals that count: a quarter. Older buying cycles have ended.
  lookBackDays: 90,
  // The number of signals that are considered: the best by meaning and subtype. Only for the
  // broadest questions do more signals say anything. Ranking the words of so many takes 30 ms.
  window: 5_000,
  // Maps relevance to intent: up to `floor` it is 0, at `floor + span` 0.63, and above it grows.
  // Measured on the demo data: of signals that say nothing about a question, 96 in 100 have a
  // relevance below 0.3. Of signals that say exactly what was asked, 90 in 100 are above 0.42.
  // Up to `leastShare` of what the best signals reach, intent is 0 as well. For "dividend cut", cuts
  // are at 0.75, and raised dividends at 0.56, which is above the floor. With a greater share,
  // signals that say what was asked in other words count less. Measured on the demo data on
  // 2026-11-27, the first five companies of 50 questions: 78 in 100 were right without it, 83 to 87
  // with 0.5 to 0.7.
  scale: { floor: 0.265, span: 0.115, leastShare: 0.55 },
  // The place of the signal whose relevance the best ones reach: a single one may just repeat the
  // words of the question.
  reachedBy: 3,
  // For a model without tables, whose relevance is the cosine. With the bundled model, unrelated
  // sentences are at about 0.1 to 0.25, close paraphrases above 0.75.
  cosineScale: { floor: 0.3, span: 0.25 },
  // An event of a month ago influences half as many decisions as one of today.
  halfLifeDays: 30,
  // Probability of a new signal with a relevance and a type weight of 1. A single event, however
  // relevant, is not certain.
  strongestProbability: 0.6,
  // Factor per stronger signal of the type. Each further one says less than the one before.
  repeatFactor: 0.5,
  // Least similarity and most days between duplicates of one subtype. Repeated stories and
  // corrected filings reach it. Other stories of the same subtype are below.
  duplicateSimilarity: 0.95,
  duplicateDays: 7,
  typeWeights: TYPE_WEIGHTS,
  defaultTypeWeight: 0.7,
  // The most signals of one type that count for a company or person. The last one counts a
  // billionth of the first, so the next one would not change the six decimals of a score. Signals
  // beyond these are assumed not to be duplicates.
  perType: 30,
  // The number of whole signals that are shown with a result, strongest first.
  shownSignals: 5,
};

export type IntentConstants = Readonly<typeof INTENT>;

/** Returns a name that changes with every constant: scores of different models stay apart. */
export function intentModelName(constants: IntentConstants): string {
  return `intent-5-${contentHash({ ...constants, ranking: RANKING }).slice(0, 8)}`;
}
