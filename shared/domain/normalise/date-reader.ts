/**
 * Reads dates as publishers write them, with the formats and the time zone that a feed declares.
 * Ambiguous dates are never guessed. Formats are Luxon's tokens, or `rfc2822` for that standard.
 */
import { DateTime, IANAZone } from 'luxon';
import { AppError } from '../errors.js';

/** Returns ISO 8601: a day, or a UTC timestamp. `undefined` if no declared format fits. */
export type DateReader = (text: string) => string | undefined;

/** Matches the tokens of a time of day. */
const TIME_TOKEN = /[HhmsSaZzTt]/;
const ISO =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const CANDIDATE =
  /\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?|\d{1,2}[- ][A-Za-z]{3,9}[- ,]{1,2}\d{2,4}/g;

/** Creates a reader. Throws if a format cannot be right or the time zone does not exist. */
export function createDateReader(formats: readonly string[], timeZone: string): DateReader {
  const faults = formats.flatMap((format) => [...monthFault(format), ...tokenFaults(format)]);
  if (!IANAZone.isValidZone(timeZone)) {
    faults.unshift(`time_zone ${JSON.stringify(timeZone)} is not an IANA time zone`);
  }
  if (faults.length > 0) throw new AppError('invalid_request', faults.join('; '));
  const readers = formats.map((format) => formatReader(format, timeZone));
  return (text) => {
    const trimmed = text.replace(/\s+/g, ' ').trim();
    for (const read of readers) {
      const found = read(trimmed);
      if (found !== undefined) return found;
    }
    return isoReader(trimmed, timeZone);
  };
}

/** Returns the first date in a text, such as `Updated 3/4/2026` or `3/4/2026 to 5/6/2026`. */
export function firstDate(text: string, read: DateReader): string | undefined {
  const whole = read(text);
  if (whole !== undefined) return whole;
  for (const [candidate] of text.matchAll(CANDIDATE)) {
    const found = read(candidate);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Reads seconds or milliseconds since 1970. The size decides (seconds until the year 5138). */
export function dateOfUnixTime(value: unknown): string | undefined {
  const number = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number <= 0) return undefined;
  const date = new Date(number < 1e11 ? number * 1_000 : number);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Finds a format without a month. `m` is the minute: `d/m/yyyy` would always mean January. */
function monthFault(format: string): string[] {
  const tokens = format.replace(/'[^']*'/g, '');
  if (format === 'rfc2822' || !/y/.test(tokens) || !/d/.test(tokens) || /[ML]/.test(tokens))
    return [];
  return [`date_formats: ${JSON.stringify(format)} has no month; use M, MM, MMM or MMMM`];
}

/** Finds tokens of other libraries, as in `DD/MM/YYYY`. `D` alone is a whole date. */
function tokenFaults(format: string): string[] {
  const tokens = format.replace(/'[^']*'/g, '').match(/([A-Za-z])\1*/g) ?? [];
  const isDate = tokens.some((token) => /^[yYML]/.test(token));
  const foreign = tokens.filter((token) => /^[YA]/.test(token) || (isDate && /^D/.test(token)));
  return foreign.map(
    (token) =>
      `date_formats: ${JSON.stringify(format)} has the unknown token ${token}; use ${token.toLowerCase()}`,
  );
}

function formatReader(format: string, zone: string): DateReader {
  if (format === 'rfc2822') {
    return (text) => stampOf(DateTime.fromRFC2822(text, { zone }));
  }
  const parser = DateTime.buildFormatParser(format, { locale: 'en-US' });
  const hasTime = TIME_TOKEN.test(format.replace(/'[^']*'/g, ''));
  return (text) => {
    const date = DateTime.fromFormatParser(text, parser, { zone, locale: 'en-US' });
    if (!date.isValid) return undefined;
    // Luxon reads two-digit years as 1961 to 2060.
    return hasTime ? stampOf(date) : (date.toISODate() ?? undefined);
  };
}

/** Reads ISO 8601, which needs no declared format. Without offset, the declared zone applies. */
function isoReader(text: string, zone: string): string | undefined {
  const match = ISO.exec(text);
  if (!match) return undefined;
  if (text.length === 10) return text;
  return stampOf(DateTime.fromISO(text.replace(' ', 'T'), { zone }));
}

function stampOf(date: DateTime): string | undefined {
  return date.isValid ? date.toJSDate().toISOString() : undefined;
}
