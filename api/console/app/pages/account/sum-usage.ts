/** Adds up what the buckets of a usage answer say of each route or key, most credits first. */
import type { UsageResponse } from '../../client/shapes.js';

type Bucket = UsageResponse['usage'][number];

interface Used {
  id: string;
  calls: number;
  credits: number;
}

export function sumBy(
  buckets: readonly Bucket[],
  partsOf: (bucket: Bucket) => readonly Used[],
): Used[] {
  const sums = new Map<string, Used>();
  for (const { id, calls, credits } of buckets.flatMap(partsOf)) {
    const sum = sums.get(id) ?? { id, calls: 0, credits: 0 };
    sums.set(id, { id, calls: sum.calls + calls, credits: sum.credits + credits });
  }
  return [...sums.values()].sort(
    (one, other) => other.credits - one.credits || other.calls - one.calls,
  );
}
