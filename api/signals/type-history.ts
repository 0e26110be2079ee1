/** Counts signals of a type per month or ISO week, in ascending order without gaps. */
import type { HistoryBucket } from '../../shared/domain/schemas/types.generated.js';
import { DAY_MS, isoOf } from '../../shared/domain/time.js';

interface Bucket {
  startMs: number;
  endMs: number;
}

const MONDAY = 1;

/** Returns buckets for the last `months` calendar months up to now, including the current one. */
export function historyBuckets(
  nowMs: number,
  months: number,
  interval: 'monthly' | 'weekly',
): Bucket[] {
  const now = new Date(nowMs);
  const firstMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 1);
  const buckets: Bucket[] = [];
  let startMs = interval === 'monthly' ? firstMonth : mondayOf(firstMonth);
  while (startMs <= nowMs) {
    const endMs = interval === 'monthly' ? nextMonth(startMs) : startMs + 7 * DAY_MS;
    buckets.push({ startMs, endMs });
    startMs = endMs;
  }
  return buckets;
}

export function describeBuckets(
  buckets: readonly Bucket[],
  counts: ReadonlyMap<string, number>,
  nowMs: number,
): HistoryBucket[] {
  return buckets.map(({ startMs, endMs }) => ({
    period_start: isoOf(startMs),
    period_end: isoOf(endMs),
    count: counts.get(isoOf(startMs).slice(0, 10)) ?? 0,
    partial: endMs > nowMs,
  }));
}

/** Returns the Monday of the week that contains the day. */
function mondayOf(dayMs: number): number {
  const weekday = new Date(dayMs).getUTCDay();
  return dayMs - ((weekday - MONDAY + 7) % 7) * DAY_MS;
}

function nextMonth(startMs: number): number {
  const start = new Date(startMs);
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1);
}
