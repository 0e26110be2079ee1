/** Every constant of intent scoring, with its reason. */
import { contentHash } from '../../shared/domain/canonical-json.js';
import { RANKING } from '../signals/ranking/relevance/constants.js';

/** Which relevance of ranking says nothing, and how far above it one counts 0.63; more always counts more. */
interface Scale {
  floor: number;
  span: number;
}

export interface IntentConstants {
  lookBackDays: number;
  /** Signals that are looked at: the best by meaning and subtype. */
  window: number;
  scale: Scale;
  /** With a model without tables, whose relevance is the cosine. */
  cosineScale: Scale;
  halfLifeDays: number;
  strongestProbability: number;
  repeatFactor: number;
  typeWeights: Readonly<Record<string, number>>;
  defaultTypeWeight: number;
  perType: number;
  /** From this similarity on, signals of one subtype within those days tell the same thing. */
  duplicateSimilarity: number;
  duplicateDays: number;
  /** Whole signals shown with a result, strongest first. */
  shownSignals: number;
}

export const INTENT: IntentConstants = {
  // A quarter: buying cycles that are older have ended.
  lookBackDays: 90,
  // More than say anything in all but the broadest questions; ranking their words takes 30 ms.
  window: 5_000,
  // On the demo, of signals that say nothing of a question 96 in 100 lie below 0.3, where one counts 0.16; of
  // those that say just that, 90 in 100 lie above 0.42, where one counts 0.7. All jobs lie above that for
  // "hiring salespeople", but those in sales higher still.
  // On 2026-11-24 words that are little alike came to count less, and the floor went from 0.28 to 0.265: as many
  // companies as before are relevant to questions of a kind.
  scale: { floor: 0.265, span: 0.115 },
  // Unrelated sentences of the bundled model lie around 0.1 to 0.25; close paraphrases above 0.75.
  cosineScale: { floor: 0.3, span: 0.25 },
  // A month-old event moves half as many decisions as today's.
  halfLifeDays: 30,
  // One event, however fitting, leaves room for doubt.
  strongestProbability: 0.6,
  // A type that repeats itself tells less each time.
  repeatFactor: 0.5,
  // Repeated stories and corrected filings; other stories of the same subtype stay below.
  duplicateSimilarity: 0.95,
  duplicateDays: 7,
  // Events of a company weigh more than texts about it.
  typeWeights: {
    'sec-8k': 1,
    'sec-10k': 0.8,
    '10k': 0.8,
    news: 0.9,
    'hiring-trends': 0.9,
    'work-milestones': 0.8,
    'network-post-company': 0.6,
    'network-post-contact': 0.6,
  },
  defaultTypeWeight: 0.7,
  // What the next would add is far below the six decimals of a score: the last one counts a billionth of
  // the first. Others are assumed not to repeat any.
  perType: 30,
  shownSignals: 5,
};

/** Changes when a constant does, so that scores of different models are never compared. */
export function intentModelName(constants: IntentConstants): string {
  return `intent-3-${contentHash({ ...constants, ranking: RANKING }).slice(0, 8)}`;
}
