/**
 * Reads dates in ISO 8601: a day (00:00 UTC) or a timestamp with offset. A time without zone is
 * ambiguous and gives `null`; feed definitions say what their publishers mean.
 */

/** The greatest offset from UTC that a place on earth has. */
const MAX_OFFSET_HOURS = 14;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIMESTAMP =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)$/i;

/** Returns milliseconds since the epoch, `null` if the text is not such a date. */
export function parseIsoDate(input: string): number | null {
  const text = input.trim();
  const match = DAY.exec(text) ?? TIMESTAMP.exec(text);
  if (!match) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] =
    match;
  const utc = utcOf([year, month, day, hour, minute, second].map(Number));
  const offset = offsetOf(zone);
  return utc === null || offset === null
    ? null
    : utc + Number(fraction.padEnd(3, '0').slice(0, 3)) - offset * 60_000;
}

/** Returns `null` if a part is out of its range, for example 30 February. */
function utcOf(parts: readonly number[]): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, Math.min(second, 59));
  const isValid =
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    second <= 60;
  return isValid ? date.getTime() : null;
}

/** Returns minutes, `null` if no zone has this offset. */
function offsetOf(zone: string): number | null {
  if (zone.toUpperCase() === 'Z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  const [hours, minutes] = [zone.slice(1, 3), zone.slice(3).replace(':', '')].map(Number);
  if (hours === undefined || minutes === undefined || hours > MAX_OFFSET_HOURS || minutes > 59) {
    return null;
  }
  return sign * (hours * 60 + minutes);
}
