/**
 * Decides what a request gets if its idempotency key was settled before. Pure. The journal meter
 * calls it, and the scripts in `shared/stores/credits/credit-scripts.ts` follow the same rule.
 */
import type { SettledKey } from '../ports/usage-store.js';

/** Milliseconds for which a settled key is remembered. */
export const SETTLED_MS = 86_400_000;
/** For how long and how often an answer that was not stored is computed again without a charge. */
export const RECOMPUTE_MS = 600_000;
export const MAX_RECOMPUTATIONS = 5;

export type KeyState =
  /** The request is charged when it is answered. */
  | { state: 'open' }
  /** The key was used for another request. */
  | { state: 'reused' }
  /** The request was charged. `answer` is its stored answer. */
  | { state: 'settled'; answer: string }
  /**
   * The request was charged, but its answer was not stored, so it is computed again without a
   * charge. `counted` includes this recomputation.
   */
  | { state: 'recompute'; counted: SettledKey };

export function stateOfKey(
  settled: SettledKey | null | undefined,
  fingerprint: string,
  nowMs: number,
): KeyState {
  if (!settled) return { state: 'open' };
  const ageMs = nowMs - Date.parse(settled.settledAt);
  if (ageMs >= SETTLED_MS) return { state: 'open' };
  if (settled.fingerprint !== fingerprint) return { state: 'reused' };
  if (settled.answer !== null) return { state: 'settled', answer: settled.answer };
  const recomputed = settled.recomputed + 1;
  if (ageMs >= RECOMPUTE_MS || recomputed > MAX_RECOMPUTATIONS) return { state: 'open' };
  return { state: 'recompute', counted: { ...settled, recomputed } };
}
