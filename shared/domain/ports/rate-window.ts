/** The state of a key's window, as a request finds it. */
export interface WindowPlace {
  /** Rejected requests are not counted. */
  isTaken: boolean;
  /** Requests that count, this one included when it is. */
  count: number;
  /** On the caller's clock: when the oldest of them stops counting; now, without any. */
  resetMs: number;
}

/**
 * Never more than `limit` places in any 60 s, in buckets of a second. A clock that is set back keeps
 * counting in the newest bucket.
 */
export interface RateWindow {
  /**
   * A window that processes share goes by a clock of its own: `nowMs` is what `resetMs` refers to. Throws a
   * retriable `AppError` (`unavailable`) if the count is unknown; nothing is counted then.
   */
  take(key: string, limit: number, nowMs: number): Promise<WindowPlace>;
}

/** Hits of the last minute by key, counted in this process alone. */
export interface HitCounter {
  /** Counts one more hit; gives the hits of the last minute, the new one included. */
  add(key: string, nowMs: number): number;
  count(key: string, nowMs: number): number;
}
