/**
 * Calculates monthly billing periods from an anchor day (1 to 28), 00:00 UTC. If the anchor day
 * changes, the current period ends at the next new anchor. Every instant is in exactly one period.
 * Pure.
 */

export interface BillingPeriod {
  startMs: number;
  /** First instant of the next period. */
  endMs: number;
}

/** An anchor day that applied until `untilMs`. */
interface FormerAnchor {
  day: number;
  untilMs: number;
}

/** The part of an account that determines its periods. */
export interface BillingAnchors {
  billingAnchorDay: number;
  /** Sorted from the oldest. Absent if the day has never changed. */
  formerAnchors?: readonly FormerAnchor[];
}

/**
 * A change takes effect after a minute. By then every process has read the account again, so none
 * of them charges to a period that the others do not know.
 */
const CHANGE_DELAY_MS = 60_000;

/** Returns the period that contains the instant. */
export function billingPeriodAt(ms: number, anchors: BillingAnchors): BillingPeriod {
  const date = new Date(ms);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
  return { startMs: lastStart(ms, month, anchors), endMs: nextStart(ms, month, anchors) };
}

export function contains({ startMs, endMs }: BillingPeriod, ms: number): boolean {
  return startMs <= ms && ms < endMs;
}

/** Returns the former anchors of an account whose anchor day is set to `day` at `nowMs`. */
export function formerAnchorsAfter(
  anchors: BillingAnchors,
  day: number,
  nowMs: number,
): readonly FormerAnchor[] {
  const former = anchors.formerAnchors ?? [];
  if (day === anchors.billingAnchorDay) return former;
  return [...former, { day: anchors.billingAnchorDay, untilMs: nowMs + CHANGE_DELAY_MS }];
}

/** Finds the last start until `ms`. It ends: before the first change, each month has a start. */
function lastStart(ms: number, month: number, anchors: BillingAnchors): number {
  for (let at = month; ; at -= 1) {
    const lastMs = startsIn(at, anchors).findLast((startMs) => startMs <= ms);
    if (lastMs !== undefined) return lastMs;
  }
}

/** Finds the first start after `ms`. It ends: after the last change, each month has a start. */
function nextStart(ms: number, month: number, anchors: BillingAnchors): number {
  for (let at = month; ; at += 1) {
    const nextMs = startsIn(at, anchors).find((startMs) => startMs > ms);
    if (nextMs !== undefined) return nextMs;
  }
}

/** Returns the starts of periods in a month: the days that are the anchor day when they begin. */
function startsIn(
  month: number,
  { billingAnchorDay, formerAnchors = [] }: BillingAnchors,
): number[] {
  const days = new Set([billingAnchorDay, ...formerAnchors.map(({ day }) => day)]);
  return [...days]
    .sort((a, b) => a - b)
    .flatMap((day) => {
      const startMs = Date.UTC(Math.floor(month / 12), month % 12, day);
      const anchor = formerAnchors.find(({ untilMs }) => startMs < untilMs);
      return (anchor?.day ?? billingAnchorDay) === day ? [startMs] : [];
    });
}
