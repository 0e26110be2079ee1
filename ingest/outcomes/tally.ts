/** Counts the outcomes of a load; `read` = accepted + duplicates + ignored + rejected. */
export interface Tally {
  read: number;
  accepted: number;
  duplicates: number;
  ignored: number;
  rejected: number;
  /** Records written. */
  signals: number;
  profiles: number;
}

export function emptyTally(): Tally {
  return { read: 0, accepted: 0, duplicates: 0, ignored: 0, rejected: 0, signals: 0, profiles: 0 };
}

/** Counts that are missing in `part` are 0. */
export function addTally(sum: Tally, part: Partial<Tally>): void {
  for (const name of TALLY_NAMES) sum[name] += part[name] ?? 0;
}

const TALLY_NAMES = [
  'read',
  'accepted',
  'duplicates',
  'ignored',
  'rejected',
  'signals',
  'profiles',
] as const;
