/**
 * The rate limit of all processes together. If the shared store is unavailable, each process counts
 * by itself; it knows what it has allowed in the last minute.
 */
import { isTransient } from '../../domain/concurrency/retry.js';
import type { RateWindow } from '../../domain/ports/rate-window.js';

export function sharedWindow(shared: RateWindow, own: RateWindow): RateWindow {
  return {
    async take(key, limit, nowMs) {
      try {
        const place = await shared.take(key, limit, nowMs);
        if (place.isTaken) await own.take(key, limit, nowMs);
        return place;
      } catch (error) {
        if (!isTransient(error)) throw error;
        return own.take(key, limit, nowMs);
      }
    },
  };
}
