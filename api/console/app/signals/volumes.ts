/** Volumes of what passes some filters, by day, week or month, with zeros where nothing was. Free. */
import { useQuery } from '@tanstack/react-query';
import type { Bucket } from '../charts/volume-chart.js';
import { call } from '../client/call.js';
import type { AggregateResponse } from '../client/shapes.js';
import { formatMonth, formatShortDay, formatUtcDay } from '../parts/format.js';

export type Interval = 'day' | 'week' | 'month';

const DAY_MS = 86_400_000;
const DEFAULT_MONTHS = 24;
const MAX_DAYS = 62;
const MAX_WEEKS_DAYS = 400;
/** The most groups of an answer. */
const MAX_GROUPS = 200;

interface Range {
  detected_after?: string;
  detected_before?: string;
}

interface Volumes {
  interval: Interval;
  buckets: Bucket[];
  since: string;
}

export function useVolumes(filters: Range & object, isEnabled = true) {
  const range = rangeOf(filters, Date.now());
  const body = {
    ...filters,
    detected_after: range.after,
    group_by: [range.interval],
    limit: MAX_GROUPS,
  };
  return useQuery({
    queryKey: ['volumes', body],
    enabled: isEnabled,
    queryFn: async ({ signal }): Promise<Volumes> => {
      const answer = await call<AggregateResponse>('/v1/signals/aggregate', {
        method: 'POST',
        body,
        signal,
      });
      const counts = new Map(
        answer.body.groups.map(({ key, count }) => [
          (key.day ?? key.week ?? key.month ?? '').slice(0, 10),
          count,
        ]),
      );
      return {
        interval: range.interval,
        since: range.after,
        buckets: fill(counts, range.interval, range.untilMs),
      };
    },
  });
}

/** Without dates: the last 24 months. */
function rangeOf(filters: Range, nowMs: number) {
  const untilMs = filters.detected_before ? Date.parse(filters.detected_before) - 1 : nowMs;
  const until = new Date(untilMs);
  const default_ = new Date(
    Date.UTC(until.getUTCFullYear(), until.getUTCMonth() - DEFAULT_MONTHS + 1, 1) - 1,
  );
  const after = filters.detected_after ?? default_.toISOString();
  const days = (untilMs - Date.parse(after)) / DAY_MS;
  const interval: Interval = days <= MAX_DAYS ? 'day' : days <= MAX_WEEKS_DAYS ? 'week' : 'month';
  return { after, untilMs, interval };
}

/** From the first period that has something to the last of the range. */
function fill(counts: ReadonlyMap<string, number>, interval: Interval, untilMs: number): Bucket[] {
  const first = [...counts.keys()].sort()[0];
  if (first === undefined) return [];
  const buckets: Bucket[] = [];
  let at = new Date(`${first}T00:00:00.000Z`);
  while (at.getTime() <= untilMs && buckets.length < MAX_GROUPS) {
    const next = following(at, interval);
    const start = at.toISOString();
    buckets.push({
      label: interval === 'month' ? formatMonth(start) : formatUtcDay(start),
      short: interval === 'month' ? formatMonth(start) : formatShortDay(start),
      value: counts.get(start.slice(0, 10)) ?? 0,
      isPartial: next.getTime() > Date.now(),
    });
    at = next;
  }
  return buckets;
}

function following(at: Date, interval: Interval): Date {
  if (interval === 'month') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
  return new Date(at.getTime() + (interval === 'week' ? 7 : 1) * DAY_MS);
}
