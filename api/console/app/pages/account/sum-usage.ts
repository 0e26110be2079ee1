/** Adds up usage by route or key, most credits first, and lists the days of a period. */
import type { AccountResponse, UsageResponse } from '../../client/shapes.js';

/** The usage of one day. */
export type Bucket = UsageResponse['usage'][number];

/** The calls of one route or key and their credits. */
export interface Sum {
  id: string;
  calls: number;
  credits: number;
}

export function sumBy(
  buckets: readonly Bucket[],
  partsOf: (bucket: Bucket) => readonly Sum[],
): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { id, calls, credits } of buckets.flatMap(partsOf)) {
    const sum = sums.get(id) ?? { id, calls: 0, credits: 0 };
    sums.set(id, { id, calls: sum.calls + calls, credits: sum.credits + credits });
  }
  return [...sums.values()].sort(
    (one, other) => other.credits - one.credits || other.calls - one.calls,
  );
}

const DAY_MS = 86_400_000;

/** Returns the credits of every day of the period, including days to come. */
export function daysOf(
  { period_start, period_reset }: AccountResponse['credits'],
  buckets: readonly Bucket[],
) {
  const credits = new Map(
    buckets.map((bucket) => [Date.parse(bucket.period_start), bucket.credits]),
  );
  const days: { start: string; credits: number; isPartial: boolean }[] = [];
  for (let at = Date.parse(period_start); at < Date.parse(period_reset); at += DAY_MS) {
    const isPartial = at <= Date.now() && at + DAY_MS > Date.now();
    days.push({ start: new Date(at).toISOString(), credits: credits.get(at) ?? 0, isPartial });
  }
  return days;
}
