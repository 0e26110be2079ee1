/** Every constant of intent scoring, with its reason. */
import { contentHash } from '../../shared/domain/canonical-json.js';
import type { IntentRanking } from '../../shared/domain/ports/intent-index.js';

export interface IntentConstants extends IntentRanking {
  lookBackDays: number;
  /** From this similarity on, signals of one subtype within those days tell the same thing. */
  duplicateSimilarity: number;
  duplicateDays: number;
  /** Whole signals shown with a result, strongest first. */
  shownSignals: number;
}

export const INTENT: IntentConstants = {
  // A quarter: buying cycles that are older have ended.
  lookBackDays: 90,
  // Unrelated sentences of the bundled model lie around 0.1 to 0.25; close paraphrases above 0.75.
  similarityFloor: 0.3,
  similaritySpan: 0.45,
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
  // All that are read: what the next would add is far below the six decimals of a score.
  perType: 30,
  // Five times the longest page: near-duplicates lower scores, hardly ever by so many places.
  entities: 1_000,
  // Bounds the memory of a call; the strongest entities come first.
  signals: 60_000,
  // The last one counts a billionth of the first. Signals that are not read are assumed not to repeat
  // others.
  readPerType: 30,
  // More than say anything in all but the broadest questions; ClickHouse answers those it can.
  proposals: 10_000,
  shownSignals: 5,
};

/** Changes when a constant does, so that scores of different models are never compared. */
export function intentModelName(constants: IntentConstants): string {
  return `intent-1-${contentHash(constants).slice(0, 8)}`;
}
