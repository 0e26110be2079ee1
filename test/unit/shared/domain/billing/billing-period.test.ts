/** Monthly billing periods from an anchor day that may change, in any time zone of the process. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type BillingAnchors,
  billingPeriodAt,
  formerAnchorsAfter,
} from '../../../../../shared/domain/billing/billing-period.js';

const DAY_MS = 86_400_000;
const moments = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) });
const days = fc.integer({ min: 1, max: 28 });

/** Anchors of an account whose day was changed up to six times, in order of time. */
const changed = fc
  .record({
    day: days,
    changes: fc.array(
      fc.record({ day: days, atMs: fc.integer({ min: 0, max: Date.UTC(2030, 0, 1) }) }),
      {
        maxLength: 6,
      },
    ),
  })
  .map(({ day, changes }) => {
    let anchors: BillingAnchors = { billingAnchorDay: day };
    for (const change of changes.sort((a, b) => a.atMs - b.atMs))
      anchors = setAnchor(anchors, change);
    return anchors;
  });

function setAnchor(anchors: BillingAnchors, { day, atMs }: { day: number; atMs: number }) {
  const formerAnchors = formerAnchorsAfter(anchors, day, atMs);
  return { billingAnchorDay: day, formerAnchors };
}

const iso = (ms: number) => new Date(ms).toISOString();
const at = (text: string) => Date.parse(text);

describe.each(['UTC', 'America/New_York', 'Australia/Lord_Howe'])(
  'billingPeriodAt in a process with time zone %s',
  (zone) => {
    const before = process.env.TZ;
    beforeEach(() => {
      process.env.TZ = zone;
    });
    afterEach(() => {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    });

    it('returns adjacent periods of 28 to 31 days between midnights UTC of the anchor day', () => {
      fc.assert(
        fc.property(moments, days, (nowMs, billingAnchorDay) => {
          const { startMs, endMs } = billingPeriodAt(nowMs, { billingAnchorDay });
          expect(startMs <= nowMs && nowMs < endMs).toBe(true);
          for (const edge of [startMs, endMs]) {
            expect(iso(edge).slice(8)).toBe(
              `${String(billingAnchorDay).padStart(2, '0')}T00:00:00.000Z`,
            );
          }
          expect(billingPeriodAt(endMs, { billingAnchorDay }).startMs).toBe(endMs);
          expect(billingPeriodAt(endMs - 1, { billingAnchorDay }).startMs).toBe(startMs);
          expect((endMs - startMs) / DAY_MS).toBeGreaterThanOrEqual(28);
          expect((endMs - startMs) / DAY_MS).toBeLessThanOrEqual(31);
        }),
      );
    });

    it('starts periods at midnight UTC on the day of a daylight-saving change', () => {
      const anchors = { billingAnchorDay: 8 };
      // New York changed its clocks on 8 March 2026.
      expect(billingPeriodAt(at('2026-03-07T23:59:59.999Z'), anchors).endMs).toBe(at('2026-03-08'));
      expect(billingPeriodAt(at('2026-03-08T00:00:00.000Z'), anchors).endMs).toBe(at('2026-04-08'));
    });
  },
);

describe('billingPeriodAt after changes of the anchor day', () => {
  it('puts every moment into exactly one period', () => {
    fc.assert(
      fc.property(changed, moments, (anchors, nowMs) => {
        const { startMs, endMs } = billingPeriodAt(nowMs, anchors);
        expect(startMs <= nowMs && nowMs < endMs).toBe(true);
        expect(billingPeriodAt(startMs, anchors)).toEqual({ startMs, endMs });
        expect(billingPeriodAt(endMs - 1, anchors)).toEqual({ startMs, endMs });
        expect(billingPeriodAt(endMs, anchors).startMs).toBe(endMs);
      }),
    );
  });

  it('keeps all past periods and the start of the current one', () => {
    const change = fc.record({ day: days, atMs: moments });
    fc.assert(
      fc.property(days, change, fc.integer({ min: 0, max: 900 }), (day, made, daysAgo) => {
        const before: BillingAnchors = { billingAnchorDay: day };
        const after = setAnchor(before, made);
        const earlierMs = made.atMs - daysAgo * DAY_MS;
        const old = billingPeriodAt(earlierMs, before);
        const now = billingPeriodAt(earlierMs, after);
        expect(now.startMs).toBe(old.startMs);
        if (old.endMs <= made.atMs) expect(now.endMs).toBe(old.endMs);
      }),
    );
  });

  it('ends the current period at the next new anchor day', () => {
    const old = { billingAnchorDay: 1 };
    const earlier = setAnchor(old, { day: 15, atMs: at('2026-03-10T12:00:00Z') });
    expect(billingPeriodAt(at('2026-03-10T12:00:00Z'), earlier)).toEqual({
      startMs: at('2026-03-01'),
      endMs: at('2026-03-15'),
    });
    const later = setAnchor(old, { day: 15, atMs: at('2026-03-20T12:00:00Z') });
    expect(billingPeriodAt(at('2026-03-20T12:00:00Z'), later)).toEqual({
      startMs: at('2026-03-01'),
      endMs: at('2026-04-15'),
    });
  });

  it('returns the same period start for the first minute to a process that has the old day', () => {
    fc.assert(
      fc.property(
        days,
        days,
        moments,
        fc.integer({ min: 0, max: 59_999 }),
        (day, next, ms, late) => {
          const before = { billingAnchorDay: day };
          const after = setAnchor(before, { day: next, atMs: ms });
          expect(billingPeriodAt(ms + late, after).startMs).toBe(
            billingPeriodAt(ms + late, before).startMs,
          );
        },
      ),
    );
  });
});
