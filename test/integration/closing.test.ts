/**
 * Closing of billing periods by several runtimes on one ClickHouse, over simulated years with outages, clocks
 * that jump, and sources that lag or die: every account and period must have exactly one statement, and all
 * statements together must equal the ledger.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClosingReport, closePeriods } from '../../api/credits/close-periods.js';
import { scheduleClosing } from '../../api/credits/schedule-closing.js';
import { createBillingStores } from '../../cli/compose/create-stores.js';
import { billingPeriodAt } from '../../shared/domain/billing/billing-period.js';
import type { Statement } from '../../shared/domain/ports/billing-store.js';
import { systemClock } from '../../shared/domain/ports/clock.js';
import type { PublishedSource } from '../../shared/domain/ports/source-store.js';
import type { OpenClickHouse } from '../../shared/platform/clickhouse/client/open-options.js';
import { migrate } from '../../shared/platform/clickhouse/schema/migrate.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { createClickHouseAccountStore } from '../../shared/stores/accounts/clickhouse-account-store.js';
import { createDataDir, openDataFolder, SCHEMA_FOLDER } from '../helpers/clickhouse-adapters.js';
import { eventually } from '../helpers/eventually.js';
import { rewriteAnHourAhead } from '../helpers/rewrite-an-hour-ahead.js';
import {
  createWorld,
  DAY_MS,
  HOUR_MS,
  randomFrom,
  type World,
} from '../helpers/simulated-charges.js';

const START_MS = Date.UTC(2024, 0, 20);
const END_MS = process.env.LONG ? Date.UTC(2026, 6, 20) : Date.UTC(2024, 9, 20);
/** The fewest statements of a simulation. */
const STATEMENTS = process.env.LONG ? 60 : 30;
const dataDir = createDataDir();
const runtimes: OpenClickHouse[] = [];

beforeAll(async () => {
  for (let at = 0; at < 3; at += 1) {
    runtimes.push(await openDataFolder(dataDir));
  }
  await migrate(holder().clickhouse, SCHEMA_FOLDER);
  // A merge would otherwise remove a second statement before the test can count it.
  await holder().clickhouse.command('SYSTEM STOP MERGES billing_statements');
});

afterAll(async () => {
  for (const runtime of runtimes.reverse()) await runtime.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function holder(): OpenClickHouse {
  const [first] = runtimes;
  if (!first) throw new Error('nothing is open');
  return first;
}

const stores = () => createBillingStores(holder().clickhouse);

function close(runtime: OpenClickHouse, nowMs: number, signal?: AbortSignal) {
  return closePeriods(
    {
      ...createBillingStores(runtime.clickhouse),
      clock: systemClock,
      logger: createLogger('silent'),
      ...(signal && { signal }),
    },
    nowMs,
  );
}

async function empty(): Promise<void> {
  for (const table of ['accounts', 'credit_ledger', 'credit_sources', 'billing_statements']) {
    await holder().clickhouse.command(`TRUNCATE TABLE ${table}`);
  }
}

const keyOf = ({ accountId, startMs }: Statement) => `${accountId}|${startMs}`;
const totalOf = ({ creditsUsed, adjustments }: Statement) =>
  adjustments.reduce((sum, { credits }) => sum + credits, creditsUsed);

/** Remembers all statements and expects that they never change. */
class StatementHistory {
  readonly #seen = new Map<string, string>();

  async check(world: World): Promise<void> {
    const raw = await holder().clickhouse.rows<{ n: number; statements: number }>(
      'SELECT count() AS n, uniqExact(account_id, period_start) AS statements FROM billing_statements',
    );
    expect(raw[0]?.n).toBe(raw[0]?.statements);
    for (const account of world.accounts.values()) {
      const statements = await stores().billing.statements(account.accountId);
      let startMs = billingPeriodAt(Date.parse(account.createdAt), account).startMs;
      for (const statement of statements) {
        expect(statement.startMs).toBe(startMs);
        startMs = statement.endMs;
        const text = JSON.stringify(statement);
        expect(this.#seen.get(keyOf(statement)) ?? text).toBe(text);
        this.#seen.set(keyOf(statement), text);
      }
    }
  }

  get count(): number {
    return this.#seen.size;
  }
}

async function expectStatementsEqualLedger(accountId: string): Promise<void> {
  const statements = await stores().billing.statements(accountId);
  const ledger = await stores().billing.ledgerTotals(accountId, statements.at(-1)?.endMs ?? 0);
  const told = statements.reduce((sum, statement) => sum + totalOf(statement), 0);
  expect(told).toBe(ledger.reduce((sum, { credits }) => sum + credits, 0));
}

function expectClosedInTime(
  report: ClosingReport,
  sources: readonly PublishedSource[],
  nowMs: number,
): void {
  for (const { endMs } of report.closed) {
    expect(endMs).toBeLessThanOrEqual(nowMs);
    const behind = sources.filter(({ ended, drainedToMs }) => !ended && drainedToMs < endMs);
    if (behind.length > 0) expect(nowMs).toBeGreaterThanOrEqual(endMs + DAY_MS);
  }
}

/** Returns a step to the hours around the end of a period, of some days, of an outage, or back in time. */
function nextStep(random: () => number, { nowMs, accounts }: World): number {
  const kind = random();
  if (kind < 0.08) return Math.floor(random() * 100 * DAY_MS);
  if (kind < 0.18) return -Math.floor(random() * 3 * DAY_MS);
  const ends = [...accounts.values()].map((account) => billingPeriodAt(nowMs, account).endMs);
  const nextMs = Math.min(...ends);
  if (kind < 0.5 || ends.length === 0) return Math.floor(random() * 12 * DAY_MS);
  return nextMs - nowMs + Math.floor((random() * 30 - 3) * HOUR_MS);
}

async function simulate(seed: number): Promise<void> {
  await empty();
  const random = randomFrom(seed);
  const clock = { now: () => world.nowMs };
  const accounts = createClickHouseAccountStore(holder().clickhouse, clock);
  const world = await createWorld(random, START_MS, { ...stores(), accounts });
  const history = new StatementHistory();
  while (world.nowMs < END_MS) {
    await world.advance(nextStep(random, world));
    if (random() < 0.3) await world.chargeLate();
    if (random() < 0.3) continue;
    const sources = await stores().sources.sources();
    const isDisturbed = random() < 0.3;
    const closers = runtimes.map(async (runtime) => {
      const nowMs = world.nowMs + Math.floor((random() - 0.5) * 4 * HOUR_MS);
      if (random() < 0.3) await sleep(random() * 700);
      const dying = new AbortController();
      if (random() < 0.2) setTimeout(() => dying.abort(), random() * 600);
      const report = await close(runtime, nowMs, dying.signal);
      expectClosedInTime(report, sources, nowMs);
      expect(report.failed).toEqual([]);
      return report;
    });
    if (isDisturbed) await world.chargeLate();
    const closed = (await Promise.all(closers)).flatMap((report) => report.closed);
    expect(new Set(closed.map(keyOf)).size).toBe(closed.length);
    await history.check(world);
    const closedAccounts = new Set(closed.map(({ accountId }) => accountId));
    for (const accountId of isDisturbed ? [] : closedAccounts)
      await expectStatementsEqualLedger(accountId);
  }
  await world.settle();
  for (const account of world.accounts.values()) {
    world.nowMs = Math.max(world.nowMs, billingPeriodAt(world.nowMs, account).endMs + 3 * DAY_MS);
  }
  await Promise.all(runtimes.map((runtime) => close(runtime, world.nowMs)));
  await close(holder(), world.nowMs);
  await history.check(world);
  expect(history.count).toBeGreaterThan(STATEMENTS);
  for (const { accountId, ...account } of world.accounts.values()) {
    await expectStatementsEqualLedger(accountId);
    const last = (await stores().billing.statements(accountId)).at(-1);
    expect(last?.endMs).toBe(billingPeriodAt(world.nowMs, account).startMs);
  }
}

describe('Closing of billing periods', () => {
  it('writes each statement once and in time, with totals equal to the ledger, despite failures', async () => {
    await fc.assert(fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), simulate), {
      numRuns: process.env.LONG ? 8 : 1,
      endOnFailure: true,
    });
  }, 1_200_000);
});

describe('Concurrent statements of one period', () => {
  const statement = (accountId: string, creditsUsed: number): Statement => ({
    statementId: randomUUID(),
    accountId,
    startMs: START_MS,
    endMs: START_MS + 30 * DAY_MS,
    creditsUsed,
    monthlyLimit: 10,
    unlimited: false,
    routes: [],
    adjustments: [],
    closedAtMs: START_MS,
  });

  it('one is kept, and every writer receives it', async () => {
    for (let at = 0; at < 5; at += 1) {
      const standing = await Promise.all(
        runtimes.map(({ clickhouse }, credits) =>
          createBillingStores(clickhouse).billing.putStatement(statement(`race-${at}`, credits)),
        ),
      );
      expect(new Set(standing.map(({ statementId }) => statementId)).size).toBe(1);
    }
    const stored = await holder().clickhouse.rows<{ n: number }>(
      "SELECT count() AS n FROM billing_statements WHERE account_id LIKE 'race-%'",
    );
    expect(stored).toEqual([{ n: 5 }]);
  });

  it('the first is kept, even if a later one bypasses deduplication', async () => {
    const first = await stores().billing.putStatement(statement('passed', 1));
    // Without a deduplication token, as after more statements than the table remembers.
    await holder().clickhouse.command(
      `INSERT INTO billing_statements (statement_id, account_id, period_start, period_end,
         credits_used, monthly_limit, unlimited, routes, adjustments, closed_at)
       SELECT generateUUIDv4(), account_id, period_start, period_end, 2, monthly_limit, unlimited,
         routes, adjustments, closed_at - INTERVAL 1 YEAR
       FROM billing_statements WHERE account_id = 'passed'`,
    );
    expect(await stores().billing.statements('passed')).toEqual([first]);
    await holder().clickhouse.command('SYSTEM START MERGES billing_statements');
    await holder().clickhouse.command('OPTIMIZE TABLE billing_statements FINAL');
    expect(await stores().billing.statements('passed')).toEqual([first]);
  });
});

describe('Source of charges', () => {
  it('returns its last report, even after its clock was set back', async () => {
    await empty();
    const source: PublishedSource = {
      sourceId: 'journal 9',
      kind: 'journal',
      description: 'host:/journals',
      drainedToMs: START_MS,
      ended: true,
    };
    await stores().sources.putSource(source);
    await rewriteAnHourAhead(holder().clickhouse, 'credit_sources');
    const back = { ...source, drainedToMs: START_MS - HOUR_MS, ended: false };
    await stores().sources.putSource(back);
    expect(await stores().sources.sources()).toEqual([back]);
  });
});

describe('Scheduled closing in the service', () => {
  const account = {
    accountId: 'scheduled',
    name: 'Scheduled',
    monthlyLimit: 5,
    unlimited: false,
    rateLimit: 600,
    earlyAccess: false,
    billingAnchorDay: 3,
    createdAt: new Date(START_MS).toISOString(),
    deletedAt: null,
  };
  const deps = () => ({
    ...stores(),
    clock: { now: () => START_MS + 70 * DAY_MS },
    logger: createLogger('silent'),
  });

  it('runs at the start', async () => {
    await empty();
    await stores().accounts.addAccount(account);
    const closing = scheduleClosing(deps());
    const statements = () => stores().billing.statements('scheduled');
    await eventually(statements, ({ length }) => length === 2);
    await closing.stop();
  });

  it('logs a failure and continues', async () => {
    const reported: string[] = [];
    const logger = createLogger('silent');
    logger.error = (_fields: unknown, event?: string) => reported.push(event ?? '');
    const broken = {
      ...stores().billing,
      lastPeriodEnds: () => Promise.reject(new Error('broken')),
    };
    const closing = scheduleClosing({ ...deps(), billing: broken, logger });
    await eventually(
      async () => reported,
      ({ length }) => length > 0,
    );
    expect(new Set(reported)).toEqual(new Set(['periods_not_closed']));
    await closing.stop();
  });
});
