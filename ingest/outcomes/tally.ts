/** Numbers of lines of a load by outcome; `read` = accepted + duplicates + ignored + rejected. */
export interface Tally {
  read: number;
  accepted: number;
  duplicates: number;
  ignored: number;
  rejected: number;
  /** Number of signals written; `profiles` is the number of company and person records. */
  signals: number;
  profiles: number;
}

export function emptyTally(): Tally {
  return { read: 0, accepted: 0, duplicates: 0, ignored: 0, rejected: 0, signals: 0, profiles: 0 };
}

/** Adds `part` to `sum`. Counts that are missing in `part` are 0. */
export function addTally(sum: Tally, part: Partial<Tally>): void {
  for (const name of TALLY_NAMES) sum[name] += part[name] ?? 0;
}

export const TALLY_NAMES = [
  'read',
  'accepted',
  'duplicates',
  'ignored',
  'rejected',
  'signals',
  'profiles',
] as const;
