/**
 * Scores as clients see them: from 0 to 1 with four decimals. Stores order by whole steps of a score, so that
 * what is shown as equal is equal. Pure.
 */

/** From 0 to 1. */
export const SCORE_STEPS = 10_000;

export function scoreOf(relevance: number): number {
  return Math.round(Math.min(1, Math.max(0, relevance)) * SCORE_STEPS) / SCORE_STEPS;
}
