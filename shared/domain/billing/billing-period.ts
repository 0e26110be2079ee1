/**
 * Monthly billing periods from an anchor day (1 to 28), 00:00 UTC. If the anchor day changes, the current
 * period ends at the next new anchor. Every instant is in exactly one period. Pure.
 */

export interface BillingPeriod {
  startMs: number;
  /** First instant of the next period. */
  endMs: number;
}

/** An anchor day that was in force until that instant. */
interface FormerAnchor {
  day: number;
  untilMs: number;
}

/** The part of an account that decides its periods. */
export interface BillingAnchors {
  billingAnchorDay: number;
  /** Oldest first; absent: the day has never changed. */
  formerAnchors?: readonly FormerAnchor[];
}

/**
 * A change counts from a minute later on: by then every process has read the account again, so none
 * of them charges to a period that the others do not know.
 */
const CHANGE_DELAY_MS = 60_000;

export function billingPeriodAt(ms: number, anchors: BillingAnchors): BillingPeriod {
  const date = new Date(ms);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
  return { startMs: lastStart(ms, month, anchors), endMs: nextStart(ms, month, anchors) };
}

export function contains({ startMs, endMs }: BillingPeriod, ms: number): boolean {
  return startMs <= ms && ms < endMs;
}

/** The former anchors of an account whose anchor day is set to `day` now. */
export function formerAnchorsAfter(
  anchors: BillingAnchors,
  day: number,
  nowMs: number,
): readonly FormerAnchor[] {
  const former = anchors.formerAnchors ?? [];
  if (day === anchors.billingAnchorDay) return former;
  return [...former, { day: anchors.billingAnchorDay, untilMs: nowMs + CHANGE_DELAY_MS }];
}

/** Ends: before the first change, every month has a start. */
function lastStart(ms: number, month: number, anchors: BillingAnchors): number {
  for (let at = month; ; at -= 1) {
    const found = startsIn(at, anchors).findLast((startMs) => startMs <= ms);
    if (found !== undefined) return found;
  }
}

/** Ends: after the last change, every month has a start. */
function nextStart(ms: number, month: number, anchors: BillingAnchors): number {
  for (let at = month; ; at += 1) {
    const found = startsIn(at, anchors).find((startMs) => startMs > ms);
    if (found !== undefined) return found;
  }
}

/** The first instants of periods in a month: the days that are the anchor when they begin. */
function startsIn(month: number, anchors: BillingAnchors): number[] {
  const days = new Set([anchors.billingAnchorDay]);
  for (const { day } of anchors.formerAnchors ?? []) days.add(day);
  return [...days]
    .sort((a, b) => a - b)
    .flatMap((day) => {
      const startMs = Date.UTC(Math.floor(month / 12), month % 12, day);
      return anchorAt(startMs, anchors) === day ? [startMs] : [];
    });
}

function anchorAt(ms: number, { billingAnchorDay, formerAnchors = [] }: BillingAnchors): number {
  return formerAnchors.find(({ untilMs }) => ms < untilMs)?.day ?? billingAnchorDay;
}
