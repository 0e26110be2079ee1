/** The time of day. Tests replace it. */
export interface Clock {
  /** Returns the milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
