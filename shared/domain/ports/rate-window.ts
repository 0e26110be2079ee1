/** The state of a key's window, as a request finds it. */
export interface WindowState {
  /** True if the request may proceed and was counted. Rejected requests are not counted. */
  isTaken: boolean;
  /** Requests in the window, including this one if it was counted. */
  count: number;
  /** When the oldest counted request expires, on the caller's clock; `nowMs` if there is none. */
  resetMs: number;
}

/**
 * Allows at most `limit` requests in any 60 seconds, counted in buckets of one second. If the clock
 * is set back, requests count in the newest bucket.
 */
export interface RateWindow {
  /**
   * Counts a request of `key`, unless `limit` requests are in the window already. A window that
   * processes share uses its own clock; `nowMs` is only the base of `resetMs`. Rejects with a
   * retriable `AppError` (`unavailable`) if the count is unknown; then nothing is counted.
   */
  take(key: string, limit: number, nowMs: number): Promise<WindowState>;
}

/** Counts hits of the last minute by key, in this process only. */
export interface HitCounter {
  /** Adds a hit and returns the hits of the last minute, including the new one. */
  add(key: string, nowMs: number): number;
  /** Returns the hits of the last minute. */
  count(key: string, nowMs: number): number;
}
