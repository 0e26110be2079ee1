/**
 * What a request with an idempotency key gets when the key was settled before. Pure; the journal asks
 * it, and the scripts in `shared/stores/credits/credit-scripts.ts` follow the same rule.
 */
import type { SettledKey } from '../ports/usage-store.js';

export const SETTLED_MS = 86_400_000;
/** An answer that was not kept is computed anew without a charge for so long, and so often. */
export const RECOMPUTE_MS = 600_000;
export const MAX_RECOMPUTATIONS = 5;

export type Standing =
  /** It is charged when it is answered. */
  | { state: 'open' }
  /** The key stands for another request. */
  | { state: 'reused' }
  | { state: 'kept'; answer: string }
  /** Paid for, and to be computed anew; `counted` is the key with this time counted. */
  | { state: 'owed'; counted: SettledKey };

export function standingOf(
  settled: SettledKey | null | undefined,
  fingerprint: string,
  nowMs: number,
): Standing {
  if (!settled) return { state: 'open' };
  const ageMs = nowMs - Date.parse(settled.settledAt);
  if (ageMs >= SETTLED_MS) return { state: 'open' };
  if (settled.fingerprint !== fingerprint) return { state: 'reused' };
  if (settled.answer !== null) return { state: 'kept', answer: settled.answer };
  const recomputed = settled.recomputed + 1;
  if (ageMs >= RECOMPUTE_MS || recomputed > MAX_RECOMPUTATIONS) return { state: 'open' };
  return { state: 'owed', counted: { ...settled, recomputed } };
}
