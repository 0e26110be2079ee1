/** Computes usage over time: the range that is counted, and the buckets of the response. */
import type { ErrorDetail } from '../../shared/domain/errors.js';
import { groupBy } from '../../shared/domain/group-by.js';
import type { UsageRow } from '../../shared/domain/ports/usage-store.js';
import type { UsageBucket, UsageQuery } from '../../shared/domain/schemas/types.generated.js';
import { DAY_MS, HOUR_MS, isoOf } from '../../shared/domain/time.js';
import { sumOf, type Use } from '../credits/statements.js';

const BUCKET_MS = { hour: HOUR_MS, day: DAY_MS };
/** The number of buckets without `since`, including the last one of the range. */
const DEFAULT_BUCKETS = { hour: 24, day: 30 };
const MAX_BUCKETS = 400;

/** Returns the range that is counted: with its start `fromMs`, without its end `toMs`. */
export function usageRange({ interval, since, before }: UsageQuery, nowMs: number) {
  const bucketMs = BUCKET_MS[interval];
  const toMs = before === undefined ? startOf(nowMs, bucketMs) + bucketMs : Date.parse(before);
  // `since` is exclusive and times are in milliseconds, so the range starts one millisecond later.
  const fromMs =
    since === undefined
      ? startOf(toMs - 1, bucketMs) - (DEFAULT_BUCKETS[interval] - 1) * bucketMs
      : Date.parse(since) + 1;
  return { fromMs, toMs, bucketMs };
}

/** Reports a range that is empty, starts too early or has too many buckets. */
export function usageRangeFaults(query: UsageQuery, nowMs: number): ErrorDetail[] {
  const { fromMs, toMs, bucketMs } = usageRange(query, nowMs);
  const fault = { field: 'since', location: 'query', code: 'invalid_range' } as const;
  if (fromMs >= toMs)
    return [{ ...fault, message: '`since` must be before the end of the range.', meta: {} }];
  // Without `since` the range starts before `before`.
  if (new Date(fromMs - 1).getUTCFullYear() < 0) {
    const message = '`before` is too early. The range must start in the year 0000 or later.';
    return [{ ...fault, field: 'before', message, meta: {} }];
  }
  const buckets = (startOf(toMs - 1, bucketMs) - startOf(fromMs, bucketMs)) / bucketMs + 1;
  if (buckets <= MAX_BUCKETS) return [];
  const message = `The range is too long: it may have at most ${MAX_BUCKETS} buckets. Use a later \`since\`.`;
  return [{ ...fault, message, meta: { buckets, max: MAX_BUCKETS } }];
}

function startOf(ms: number, bucketMs: number): number {
  return Math.floor(ms / bucketMs) * bucketMs;
}

/** Makes the buckets of the response. `rows` has counts by bucket, route and key, in any order. */
export function usageBuckets(rows: readonly UsageRow[], bucketMs: number): UsageBucket[] {
  return [...groupBy(rows, (row) => row.startMs)]
    .sort(([left], [right]) => left - right)
    .map(([startMs, ofBucket]) => ({
      period_start: isoOf(startMs),
      period_end: isoOf(startMs + bucketMs),
      ...sumOf(ofBucket),
      routes: [...groupBy(ofBucket, (row) => row.route)]
        .map(([route, some]) => ({ route, ...sumOf(some) }))
        .sort(byCredits(({ route }) => route ?? '')),
      keys: [...groupBy(ofBucket, (row) => row.apiKeyId)]
        .map(([apiKeyId, some]) => ({ api_key_id: apiKeyId, ...sumOf(some) }))
        .sort(byCredits(({ api_key_id: id }) => id)),
    }));
}

/** Sorts by most credits first, then by most calls, then by name. */
function byCredits<T extends Use>(nameOf: (each: T) => string): (left: T, right: T) => number {
  return (left, right) =>
    right.credits - left.credits ||
    right.calls - left.calls ||
    (nameOf(left) < nameOf(right) ? -1 : 1);
}
