/** Counts signals of a type per month or ISO week, in ascending order without gaps. */
import { DateTime } from 'luxon';
import { AppError } from '../../shared/domain/errors.js';
import type { SignalReader } from '../../shared/domain/ports/signal-reader.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import type {
  HistoryBucket,
  SignalTypeHistoryQuery,
  SignalTypeHistoryResponse,
} from '../../shared/domain/schemas/types.generated.js';
import { isoOf } from '../../shared/domain/time.js';

interface Bucket {
  startMs: number;
  endMs: number;
}

export async function readTypeHistory(
  { signals, types }: { signals: SignalReader; types: SignalTypes },
  type: string,
  { months, interval }: SignalTypeHistoryQuery,
  nowMs: number,
): Promise<SignalTypeHistoryResponse> {
  const buckets = historyBuckets(nowMs, months, interval);
  const fromMs = buckets[0]?.startMs ?? nowMs;
  // Signals may be dated up to two days ahead. Those of the current period are counted already.
  const untilMs = buckets.at(-1)?.endMs ?? nowMs;
  const known = types.type(type);
  const withStored = known === undefined;
  const asked = { type, fromMs, untilMs, interval, withStored };
  const { stored, counts } = await signals.history(asked);
  const described = known ?? stored;
  if (!described) throw new AppError('not_found', 'No signal type has this name.');
  const history = describeBuckets(buckets, counts, nowMs);
  return {
    type: described.type,
    association: described.association,
    interval,
    months,
    since: isoOf(fromMs),
    until: isoOf(nowMs),
    total: history.reduce((sum, { count }) => sum + count, 0),
    history,
  };
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

function describeBuckets(
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
