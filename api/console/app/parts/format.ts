/** Formats numbers and dates in the browser's English, or in that of Britain: the page is English. */
export const DAY_MS = 86_400_000;
const LOCALE = /^en\b/.test(navigator.language) ? navigator.language : 'en-GB';
const NUMBER = new Intl.NumberFormat(LOCALE);
const COMPACT = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 });
const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' });
const UTC_DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });
const SHORT_DAY = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const MONTH = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const MOMENT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' });
const NOW = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });
/** Writes “1 day ago”, never “yesterday”: 35 hours ago may be the day before yesterday. */
const RELATIVE = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'always' });

export const formatNumber = (value: number): string => NUMBER.format(value);
export const formatCompact = (value: number): string => COMPACT.format(value);
export const formatPercent = (share: number): string => PERCENT.format(share);
export const formatDay = (iso: string): string => DAY.format(new Date(iso));
/** Formats a day in UTC, for days and periods that begin at midnight UTC. */
export const formatUtcDay = (iso: string): string => UTC_DAY.format(new Date(iso));
export const formatUtcDays = (fromMs: number, toMs: number): string =>
  UTC_DAY.formatRange(fromMs, toMs);
export const formatShortDay = (iso: string): string => SHORT_DAY.format(new Date(iso));
export const formatMonth = (iso: string): string => MONTH.format(new Date(iso));
export const formatMoment = (iso: string): string => MOMENT.format(new Date(iso));
/** True for midnight in UTC: a date that was given without a time is stored as that. */
export const isDay = (iso: string): boolean => Date.parse(iso) % DAY_MS === 0;

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

export function formatAgo(iso: string): string {
  const seconds = (Date.parse(iso) - Date.now()) / 1_000;
  for (const [unit, size] of STEPS) {
    // Below two years months are written: “2 years ago” would be wrong for 18 months.
    const least = unit === 'year' ? 2 * size : size;
    // The day stands beside it: 46 hours before the 27th may be the 26th, “1 day ago”.
    const whole = unit === 'day' ? Math.trunc : Math.round;
    if (Math.abs(seconds) >= least) return RELATIVE.format(whole(seconds / size), unit);
  }
  return NOW.format(Math.round(seconds), 'second');
}

/** Returns the number or range of employees in words, or `null` if it is unknown. */
export function formatEmployees(low: number | null, high: number | null): string | null {
  if (low === null && high === null) return null;
  if (high === null) return `${formatNumber(low ?? 0)}+ employees`;
  if (low === high) return `${formatNumber(high)} employees`;
  return `${formatNumber(low ?? 0)}–${formatNumber(high)} employees`;
}

/** Writes `fundingAnnouncement` as “Funding announcement”, and `sec-8k` as “SEC 8-K”. */
export function wordsOf(slug: string): string {
  const words = slug
    .replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()
    .replaceAll(/\b(ai|sec|fd)\b/g, (letters) => letters.toUpperCase())
    .replaceAll(/\b(\d+)k\b/g, '$1-K');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
