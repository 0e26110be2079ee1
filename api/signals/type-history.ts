/** Counts signals of a type per month or ISO week, in ascending order without gaps. */
import { DateTime } from 'luxon';
import type { HistoryBucket } from '../../shared/domain/schemas/types.generated.js';
import { isoOf } from '../../shared/domain/time.js';

interface Bucket {
  startMs: number;
  endMs: number;
}

/** Returns buckets for the last `months` calendar months up to now, including the current one. */
export function historyBuckets(
  nowMs: number,
  months: number,
  interval: 'monthly' | 'weekly',
): Bucket[] {
  const unit = interval === 'monthly' ? 'month' : 'week';
  const now = DateTime.fromMillis(nowMs, { zone: 'utc' });
  const buckets: Bucket[] = [];
  // ISO weeks start on Monday.
  let start = now
    .startOf('month')
    .minus({ months: months - 1 })
    .startOf(unit);
  while (start <= now) {
    const end = start.plus({ [unit]: 1 });
    buckets.push({ startMs: start.toMillis(), endMs: end.toMillis() });
    start = end;
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
