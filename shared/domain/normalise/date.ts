/**
 * Reads dates in ISO 8601: a day (00:00 UTC) or a timestamp with offset. A time without zone is
 * ambiguous and gives `null`; feed definitions say what their publishers mean.
 */

/** The greatest offset from UTC that a place on earth has. */
const MAX_OFFSET_HOURS = 14;
const DATE =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d{2})(?::?(\d{2}))?))?$/i;

/**
 * Returns milliseconds since the epoch, `null` if the text is not such a date. Rounds a finer
 * fraction, which nothing stored has, down to a whole millisecond, or up for the end of a range:
 * what is before the date is then before the result, too.
 */
export function parseIsoDate(input: string, rounding: 'down' | 'up' = 'down'): number | null {
  const match = DATE.exec(input.trim());
  if (!match) return null;
  const [, day, time = '00:00', second = '00', fraction = '', sign] = match;
  const [hours, minutes] = [Number(match[6] ?? 0), Number(match[7] ?? 0)];
  if (hours > MAX_OFFSET_HOURS || minutes > 59) return null;
  // A leap second counts as the second before it, because `Date` has none.
  const isLeapSecond = second === '60';
  const wholeSecond = isLeapSecond ? '59' : second;
  const text = `${day}T${time}:${wholeSecond}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
  const ms = Date.parse(text);
  // `Date.parse` also accepts 24:00, and 30 February as a day of March. Then the text changes.
  if (Number.isNaN(ms) || new Date(ms).toISOString() !== text) return null;
  const offsetMs = (hours * 60 + minutes) * 60_000;
  const utcMs = sign === '-' ? ms + offsetMs : ms - offsetMs;
  // They are only ever added at the end of a day in UTC.
  if (isLeapSecond && !new Date(utcMs).toISOString().includes('T23:59:')) return null;
  return rounding === 'up' && /[1-9]/.test(fraction.slice(3)) ? utcMs + 1 : utcMs;
}
