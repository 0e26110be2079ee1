/**
 * Shows the number of signals by day, week or month, with zeros for empty periods. Counting is
 * free.
 */
import { barsOf, dayOf, type Interval } from '../charts/periods.js';
import { VolumeChart } from '../charts/volume-chart.js';
import { useCounts } from '../client/queries.js';
import type { SignalGroup } from '../client/shapes.js';
import { DAY_MS, formatUtcDays } from '../parts/format.js';
import { Loaded } from '../parts/loaded.js';
import { Card } from '../parts/page.js';

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

interface CardProps {
  filters: Range & object;
  /** What is counted, for the caption. */
  what: string;
}

export function VolumesCard({ filters, what }: CardProps) {
  const { after, untilMs, interval } = rangeOf(filters, Date.now());
  const volumes = useCounts({ ...filters, detected_after: after }, [interval], MAX_GROUPS);
  return (
    <Card>
      <Loaded query={volumes} rows={1} tall>
        {({ groups }) => (
          <VolumeChart
            caption={`${what} per ${interval}, ${spanOf(filters, after, untilMs)}`}
            unit="signal"
            buckets={barsOfGroups(groups, interval, untilMs)}
          />
        )}
      </Loaded>
    </Card>
  );
}

/** Returns the bars from the first period with signals to the last one of the range. */
function barsOfGroups(groups: readonly SignalGroup[], interval: Interval, untilMs: number) {
  const counts = new Map(
    groups.map(({ key: { day, week, month }, count }) => [dayOf(day ?? week ?? month ?? 0), count]),
  );
  const [first] = [...counts.keys()].sort();
  return first === undefined ? [] : barsOf(counts, interval, first, untilMs);
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

/** Returns the days that are counted in words, for example “last 24 months”. */
function spanOf({ detected_after, detected_before }: Range, after: string, untilMs: number) {
  if (!detected_after && !detected_before) return `last ${DEFAULT_MONTHS} months`;
  const fromMs = Date.parse(after) + 1;
  return formatUtcDays(fromMs, Math.max(fromMs, untilMs));
}
