/**
 * The rate limit of all processes together. If the shared store is unavailable, each process counts
 * by itself; it knows what it has allowed in the last minute.
 */
import { isTransient } from '../../domain/concurrency/retry.js';
import type { RateWindow } from '../../domain/ports/rate-window.js';

export function createSharedWindow(shared: RateWindow, local: RateWindow): RateWindow {
  return {
    async take(key, limit, nowMs) {
      try {
        const state = await shared.take(key, limit, nowMs);
        if (state.isTaken) await local.take(key, limit, nowMs);
        return state;
      } catch (error) {
        if (!isTransient(error)) throw error;
        return local.take(key, limit, nowMs);
      }
    },
  };
}
