/** Billing statements: what each contains, the preview, and which periods are due. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { awaitedSources, openPeriods } from '../../../../api/credits/due-periods.js';
import { composeStatement, findStatement } from '../../../../api/credits/statements.js';
import { billingPeriodAt } from '../../../../shared/domain/billing/billing-period.js';
import type { Account } from '../../../../shared/domain/ports/account-store.js';
import type {
  BillingStore,
  LedgerTotal,
  Statement,
} from '../../../../shared/domain/ports/billing-store.js';
import type { PublishedSource } from '../../../../shared/domain/ports/source-store.js';

const DAY_MS = 86_400_000;
const CREATED_MS = Date.UTC(2026, 0, 10);
const account: Account = {
  accountId: 'acme',
  name: 'Acme',
  monthlyLimit: 100,
  unlimited: false,
  rateLimit: 600,
  earlyAccess: false,
  billingAnchorDay: 5,
  createdAt: new Date(CREATED_MS).toISOString(),
  deletedAt: null,
};
const totalOf = ({ creditsUsed, adjustments }: Statement) =>
  adjustments.reduce((sum, { credits }) => sum + credits, creditsUsed);

describe('Consecutive statements', () => {
  /** Charges that reach the ledger before the close of each of six periods, on time or late. */
  const arrivals = fc.array(
    fc.array(
      fc.record({
        daysAgo: fc.integer({ min: 0, max: 250 }),
        route: fc.constantFrom('GET /a', 'POST /b'),
        credits: fc.integer({ min: 1, max: 50 }),
      }),
      { maxLength: 8 },
    ),
    { minLength: 6, maxLength: 6 },
  );

  it('contain every credit of the ledger exactly once, late ones under their own period', () => {
    fc.assert(
      fc.property(arrivals, (batches) => {
        const ledger: LedgerTotal[] = [];
        const statements: Statement[] = [];
        let startMs = billingPeriodAt(CREATED_MS, account).startMs;
        for (const batch of batches) {
          const period = billingPeriodAt(startMs, account);
          for (const { daysAgo, route, credits } of batch) {
            const { startMs: periodStartMs } = billingPeriodAt(
              period.endMs - 1 - daysAgo * DAY_MS,
              account,
            );
            ledger.push({ periodStartMs, route, credits, calls: 1 });
          }
          const parts = { account, period, totals: ledger, earlier: statements };
          const made = composeStatement({ ...parts, statementId: 'id', closedAtMs: period.endMs });
          expect(made.routes.reduce((sum, { credits }) => sum + credits, 0)).toBe(made.creditsUsed);
          statements.push(made);
          startMs = period.endMs;
          for (const start of new Set(ledger.map(({ periodStartMs }) => periodStartMs))) {
            const held = ledger.filter(({ periodStartMs }) => periodStartMs === start);
            const told = statements.flatMap((each) => [
              ...(each.startMs === start ? [each.creditsUsed] : []),
              ...each.adjustments
                .filter(({ periodStartMs }) => periodStartMs === start)
                .map(({ credits }) => credits),
            ]);
            const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
            expect(sum(told)).toBe(sum(held.map(({ credits }) => credits)));
          }
        }
        const all = ledger.reduce((sum, { credits }) => sum + credits, 0);
        expect(statements.reduce((sum, each) => sum + totalOf(each), 0)).toBe(all);
      }),
    );
  });

  it('correct an earlier statement that billed too many credits', () => {
    const first = billingPeriodAt(CREATED_MS, account);
    const second = billingPeriodAt(first.endMs, account);
    const parts = { account, statementId: 'id', closedAtMs: 0 };
    const total = { periodStartMs: first.startMs, route: 'GET /a', calls: 1, credits: 9 };
    const told = composeStatement({ ...parts, period: first, totals: [total], earlier: [] });
    const next = composeStatement({ ...parts, period: second, totals: [], earlier: [told] });
    expect(next.adjustments).toEqual([{ periodStartMs: first.startMs, credits: -9 }]);
  });
});

describe('Preview of a statement', () => {
  it('excludes credits of other periods that have ended but are not closed yet', async () => {
    const [first, second, third] = [CREATED_MS, CREATED_MS + 31 * DAY_MS, CREATED_MS + 62 * DAY_MS]
      .map((ms) => billingPeriodAt(ms, account))
      .map(({ startMs }) => startMs);
    if (!first || !second || !third) throw new Error('three periods are needed');
    const usedIn = (periodStartMs: number, credits: number): LedgerTotal[] => [
      { periodStartMs, route: 'GET /a', calls: 1, credits },
    ];
    const ledger = [...usedIn(first, 7), ...usedIn(second, 500), ...usedIn(third, 3)];
    const billing: BillingStore = {
      lastPeriodEnds: async () => new Map(),
      statements: async () => [],
      putStatement: async (statement) => statement,
      ledgerTotals: async (_, beforeMs) =>
        ledger.filter(({ periodStartMs }) => periodStartMs < beforeMs),
    };
    const preview = async (dayMs: number) =>
      (await findStatement(billing, account, dayMs, third + DAY_MS))?.statement;
    for (const [startMs, creditsUsed] of [
      [first, 7],
      [second, 500],
      [third, 3],
    ] as const) {
      expect(await preview(startMs)).toMatchObject({ startMs, creditsUsed, adjustments: [] });
    }
  });
});

describe('Periods to close', () => {
  it('are all that have ended since the account was created, oldest first, without gaps', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: -100, max: 1_000 }),
        (billingAnchorDay, days) => {
          const changed = { ...account, billingAnchorDay };
          const nowMs = CREATED_MS + days * DAY_MS;
          const due = openPeriods(changed, undefined, nowMs).ended;
          let startMs = billingPeriodAt(CREATED_MS, changed).startMs;
          for (const period of due) {
            expect(period).toEqual(billingPeriodAt(startMs, changed));
            startMs = period.endMs;
          }
          expect(due.every(({ endMs }) => endMs <= nowMs)).toBe(true);
          expect(billingPeriodAt(startMs, changed).endMs).toBeGreaterThan(nowMs);
        },
      ),
    );
  });

  it('continue at the end of the last statement, and are none while the clock is earlier', () => {
    const end = Date.UTC(2026, 3, 5);
    expect(openPeriods(account, end, Date.UTC(2026, 4, 5)).ended).toEqual([
      { startMs: end, endMs: Date.UTC(2026, 4, 5) },
    ]);
    expect(openPeriods(account, end, Date.UTC(2026, 4, 5) - 1).ended).toEqual([]);
    expect(openPeriods(account, end, Date.UTC(2025, 0, 1)).ended).toEqual([]);
  });

  it('wait at most a day for lagging sources, and a minute for a stream that has ended', () => {
    const endMs = Date.UTC(2026, 4, 5);
    const source = (sourceId: string, behindMs: number, ended: boolean): PublishedSource => ({
      sourceId,
      kind: 'journal',
      description: '',
      drainedToMs: endMs - behindMs,
      ended,
    });
    const sources = [source('behind', 1, false), source('up', 0, false), source('gone', 9, true)];
    const period = { startMs: 0, endMs };
    const names = (nowMs: number) =>
      awaitedSources(period, sources, nowMs).map(({ sourceId }) => sourceId);
    expect(names(endMs)).toEqual(['behind']);
    expect(names(endMs + DAY_MS - 1)).toEqual(['behind']);
    expect(names(endMs + DAY_MS)).toEqual([]);
    const shared: PublishedSource = { ...source('shared', 9, true), kind: 'stream' };
    const isAwaited = (nowMs: number) => awaitedSources(period, [shared], nowMs).length > 0;
    expect(isAwaited(endMs + 59_000)).toBe(true);
    expect(isAwaited(endMs + 60_000)).toBe(false);
  });
});
