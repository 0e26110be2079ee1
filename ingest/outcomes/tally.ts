/**
 * Counts of a load: its lines by outcome, where `read` = accepted + duplicates + ignored + rejected,
 * and the signals and the records of companies and people that were written.
 */
export const TALLY_NAMES = [
  'read',
  'accepted',
  'duplicates',
  'ignored',
  'rejected',
  'signals',
  'profiles',
] as const;

export type Tally = Record<(typeof TALLY_NAMES)[number], number>;

export function emptyTally(): Tally {
  return { read: 0, accepted: 0, duplicates: 0, ignored: 0, rejected: 0, signals: 0, profiles: 0 };
}

/** Adds `part` to `sum`. Counts that are missing in `part` are 0. */
export function addTally(sum: Tally, part: Partial<Tally>): void {
  for (const name of TALLY_NAMES) sum[name] += part[name] ?? 0;
}
