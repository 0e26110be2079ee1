/**
 * Shows the number of signals by day, week or month, with zeros for empty periods. Counting is
 * free.
 */
import { useQuery } from '@tanstack/react-query';
import { VolumeChart } from '../charts/lazy-volume-chart.js';
import type { Bucket } from '../charts/volume-chart.js';
import { countQueryOf } from '../client/queries.js';
import type { SignalGroup } from '../client/shapes.js';
import { formatMonth, formatShortDay, formatUtcDay, formatUtcDays } from '../parts/format.js';
import { Loaded } from '../parts/loaded.js';
import { Card } from '../parts/page.js';

type Interval = 'day' | 'week' | 'month';

const DAY_MS = 86_400_000;
const DEFAULT_MONTHS = 24;
/** The longest ranges, in days, that are counted by day and by week. */
const MAX_DAYS_BY_DAY = 62;
const MAX_DAYS_BY_WEEK = 400;
/** The largest number of groups in an answer of the API. */
const MAX_GROUPS = 200;

interface Range {
  detected_after?: string;
  detected_before?: string;
}

interface Volumes {
  interval: Interval;
  buckets: Bucket[];
  /** The days that are counted, in words, for example “last 24 months”. */
  span: string;
}

interface CardProps {
  filters: Range & object;
  captionOf: (volumes: Volumes) => string;
}

export function VolumesCard({ filters, captionOf }: CardProps) {
  const range = rangeOf(filters, Date.now());
  const volumes = useQuery({
    ...countQueryOf({ ...filters, detected_after: range.after }, [range.interval], MAX_GROUPS),
    select: ({ groups }): Volumes => ({
      interval: range.interval,
      span: spanOf(filters, range.after, range.untilMs),
      buckets: fillGaps(countsByDay(groups), range.interval, range.untilMs),
    }),
  });
  return (
    <Card>
      <Loaded query={volumes} rows={1} tall>
        {(data) => <VolumeChart caption={captionOf(data)} unit="signals" buckets={data.buckets} />}
      </Loaded>
    </Card>
  );
}

/** Returns the counts by the first day of their period. */
function countsByDay(groups: readonly SignalGroup[]): Map<string, number> {
  return new Map(
    groups.map(({ key: { day, week, month }, count }) => [
      (day ?? week ?? month ?? '').slice(0, 10),
      count,
    ]),
  );
}

/**
 * Returns the range to count. It ends now at the latest. It begins as asked, or 24 months before
 * its end, but never has more months than an answer can have groups.
 */
function rangeOf({ detected_after, detected_before }: Range, nowMs: number) {
  const endMs = Date.parse(detected_before ?? '');
  // The API rejects a text that is not a date.
  const untilMs = Number.isNaN(endMs) ? nowMs : Math.min(endMs - 1, nowMs);
  const requestedAfter = detected_after ?? beforeMonths(DEFAULT_MONTHS, untilMs);
  const earliest = beforeMonths(MAX_GROUPS, untilMs);
  const after = Date.parse(requestedAfter) < Date.parse(earliest) ? earliest : requestedAfter;
  const days = (untilMs - Date.parse(after)) / DAY_MS;
  const interval: Interval =
    days <= MAX_DAYS_BY_DAY ? 'day' : days <= MAX_DAYS_BY_WEEK ? 'week' : 'month';
  return { after, untilMs, interval };
}

/** Returns the last instant before a number of months, of which the last one contains `endMs`. */
function beforeMonths(months: number, endMs: number): string {
  const end = new Date(endMs);
  const first = Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - months + 1, 1);
  return new Date(first - 1).toISOString();
}

function spanOf({ detected_after, detected_before }: Range, after: string, untilMs: number) {
  if (!detected_after && !detected_before) return `last ${DEFAULT_MONTHS} months`;
  const fromMs = Date.parse(after) + 1;
  return formatUtcDays(fromMs, Math.max(fromMs, untilMs));
}

/** Returns one bucket per period, from the first with signals to the last of the range. */
function fillGaps(
  counts: ReadonlyMap<string, number>,
  interval: Interval,
  untilMs: number,
): Bucket[] {
  const first = [...counts.keys()].sort()[0];
  if (first === undefined) return [];
  const buckets: Bucket[] = [];
  let at = new Date(`${first}T00:00:00.000Z`);
  while (at.getTime() <= untilMs && buckets.length < MAX_GROUPS) {
    const next = nextPeriod(at, interval);
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

function nextPeriod(at: Date, interval: Interval): Date {
  if (interval === 'month') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
  return new Date(at.getTime() + (interval === 'week' ? 7 : 1) * DAY_MS);
}
