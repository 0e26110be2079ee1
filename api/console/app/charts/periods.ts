/** Makes the bars of days, weeks and months, also of those without a count. */
import { DAY_MS, formatMonth, formatShortDay, formatUtcDay } from '../parts/format.js';
import type { Bucket } from './volume-chart.js';

export type Interval = 'day' | 'week' | 'month';

/** Returns the bar of the period that begins on a day, such as `2026-03-01`. */
export function barOf(day: string, interval: Interval, value: number): Bucket {
  const [startMs, nowMs] = [Date.parse(day), Date.now()];
  const isMonth = interval === 'month';
  return {
    label: isMonth ? formatMonth(day) : formatUtcDay(day),
    short: isMonth ? formatMonth(day) : formatShortDay(day),
    value,
    isPartial: startMs <= nowMs && nowMs < endOf(startMs, interval),
  };
}

/** Returns one bar per period, from that which begins on a day to that which contains `untilMs`. */
export function barsOf(
  counts: ReadonlyMap<string, number>,
  interval: Interval,
  firstDay: string,
  untilMs: number,
): Bucket[] {
  const bars: Bucket[] = [];
  for (let atMs = Date.parse(firstDay); atMs <= untilMs; atMs = endOf(atMs, interval)) {
    const day = dayOf(atMs);
    bars.push(barOf(day, interval, counts.get(day) ?? 0));
  }
  return bars;
}

/** Returns the day in UTC of a time in milliseconds or in ISO 8601. */
export function dayOf(time: number | string): string {
  return new Date(time).toISOString().slice(0, 10);
}

function endOf(startMs: number, interval: Interval): number {
  if (interval !== 'month') return startMs + (interval === 'week' ? 7 : 1) * DAY_MS;
  const start = new Date(startMs);
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1);
}
