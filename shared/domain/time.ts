/** Converts between ISO 8601 and milliseconds since the epoch. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** Returns milliseconds since the epoch, `undefined` without a time. The time must be valid. */
export function msOf(iso: string | undefined): number | undefined {
  return iso === undefined ? undefined : Date.parse(iso);
}
