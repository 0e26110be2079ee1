/**
 * Scores as clients see them: from 0 to 1 with four decimals. Stores sort by whole steps of a
 * score, so that scores that are shown as equal are equal. Pure.
 */

/** The number of steps from a score of 0 to a score of 1. */
export const SCORE_STEPS = 10_000;

/** Returns a score for any number: limited to 0 to 1 and rounded. */
export function scoreOf(relevance: number): number {
  return rounded(Math.min(1, Math.max(0, relevance)));
}

/** Rounds a number to the decimals of a score. */
export function rounded(value: number): number {
  return Math.round(value * SCORE_STEPS) / SCORE_STEPS;
}
