/**
 * Scores as clients see them: from 0 to 1 with four decimals. Stores order by whole steps of a score, so that
 * what is shown as equal is equal. Pure.
 */

/** From 0 to 1. */
export const SCORE_STEPS = 10_000;

export function scoreOf(relevance: number): number {
  return rounded(Math.min(1, Math.max(0, relevance)));
}

/** As parts of scores are shown. */
export function rounded(value: number): number {
  return Math.round(value * SCORE_STEPS) / SCORE_STEPS;
}
