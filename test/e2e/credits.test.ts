/** `signals credits`: statements and closing of periods while a service runs, after it stopped and after kill -9. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingPeriodAt } from '../../shared/domain/billing/billing-period.js';
import { validatorFor } from '../../shared/domain/schemas/validators.js';
import {
  createAccount,
  createDataFolder,
  jsonOf,
  type RunningService,
  rowsOf,
  runSignals,
  startService,
} from '../helpers/cli.js';
import { eventually } from '../helpers/eventually.js';

const HOUR_MS = 3_600_000;
const folder = createDataFolder();
// Another time zone, because periods must begin at midnight UTC everywhere.
folder.env.TZ = 'America/New_York';
let service: RunningService;
let key: string;

/** The current period of the account and the two after it. */
const anchors = { billingAnchorDay: 17 };
const first = billingPeriodAt(Date.now(), anchors);
const second = billingPeriodAt(first.endMs, anchors);
const third = billingPeriodAt(second.endMs, anchors);
const iso = (ms: number) => new Date(ms).toISOString();

beforeAll(async () => {
  service = await startService(folder, '--no-demo');
  ({ key } = await createAccount(folder, 'acme', { billingAnchorDay: 17, monthlyLimit: 50 }));
});

afterAll(async () => {
  service.child.kill('SIGKILL');
  folder.remove();
});

async function search(): Promise<number> {
  const headers = { 'x-api-key': key };
  return (await fetch(`${service.url}/v1/signals/search`, { method: 'POST', headers })).status;
}

async function closePeriods(now?: number) {
  const report = await jsonOf(
    folder,
    'credits',
    'close-periods',
    ...(now ? ['--now', iso(now)] : []),
  );
  expect(validatorFor('closed-periods')(report), JSON.stringify(report)).toBe(true);
  expect(report.failed).toEqual([]);
  return report;
}

const accountsOf = (documents: { account_id: string }[]) =>
  documents.map(({ account_id }) => account_id);

async function statement(...args: string[]) {
  const document = await jsonOf(folder, 'credits', 'statement', '--account', 'acme', ...args);
  expect(validatorFor('billing-statement')(document), JSON.stringify(document)).toBe(true);
  return document;
}

/** Inserts an old account with a charge of 3 credits in each period, and returns the starts of the periods. */
async function insertOldAccount(accountId: string): Promise<string[]> {
  const { url, service: user } = JSON.parse(
    readFileSync(join(folder.path, 'clickhouse.json'), 'utf8'),
  );
  const client = createClient({ url, username: user.user, password: user.password });
  const insert = (table: string, values: object[]) =>
    client.insert({ table: `signals.${table}`, values, format: 'JSONEachRow' });
  const starts: string[] = [];
  const createdMs = Date.now() - 500 * 24 * HOUR_MS;
  let period = billingPeriodAt(createdMs, { billingAnchorDay: 28 });
  while (period.endMs <= Date.now()) {
    starts.push(iso(period.startMs));
    period = billingPeriodAt(period.endMs, { billingAnchorDay: 28 });
  }
  await insert(
    'credit_ledger',
    starts.map((start) => ({
      entry_id: randomUUID(),
      account_id: accountId,
      route: 'POST /v1/signals/search',
      credits: 3,
      units: 1,
      period_start: start,
      charged_at: start,
    })),
  );
  const account = { account_id: accountId, billing_anchor_day: 28, unlimited: 1, version: 1 };
  await insert('accounts', [{ ...account, created_at: iso(createdMs) }]);
  await client.close();
  return starts;
}

describe('signals credits statement', () => {
  it('previews the current period, and explains that no period is closed yet', async () => {
    expect(await search()).toBe(200);
    expect(await search()).toBe(200);
    const none = await runSignals(folder, 'credits', 'statement', '--account', 'acme');
    expect(none).toMatchObject({ code: 1, stdout: '' });
    expect(none.stderr).toContain('No period of acme is closed yet');
    const shown = await eventually(
      () => statement('--period', iso(Date.now()).slice(0, 10)),
      ({ credits_used }) => credits_used === 2,
    );
    expect(shown).toMatchObject({
      open: true,
      statement_id: null,
      closed_at: null,
      period_start: iso(first.startMs),
      period_end: iso(first.endMs),
      monthly_limit: 50,
      credits_used: 2,
      carry_over: 0,
      routes: [{ route: 'POST /v1/signals/search', calls: 2, credits: 2 }],
    });
  });

  it('exits with code 2 for wrong usage, and with 1 for an unknown period', async () => {
    const ask = async (...args: string[]) =>
      (await runSignals(folder, 'credits', 'statement', ...args)).code;
    expect(await ask()).toBe(2);
    expect(await ask('--account', 'nobody')).toBe(2);
    expect(await ask('--account', 'acme', '--period', '2026-02-30')).toBe(2);
    expect(await ask('--account', 'acme', '--period', '2001-01-01')).toBe(1);
    expect((await runSignals(folder, 'credits', 'close-periods', '--now', 'soon')).code).toBe(2);
  });
});

describe('signals credits close-periods', () => {
  it('writes every missing statement once if three commands run concurrently', async () => {
    const starts = await insertOldAccount('old');
    const reports = await Promise.all([closePeriods(), closePeriods(), closePeriods()]);
    const closed = reports.flatMap((report) => report.closed);
    const ids = closed.map((each: { statement_id: string }) => each.statement_id);
    expect(new Set(ids).size).toBe(ids.length);
    const { rows } = await jsonOf(folder, 'sql', STATEMENTS);
    expect(rows).toEqual(starts.map((start) => ({ start, credits: 3, adjustments: [] })));
    expect((await closePeriods()).closed).toEqual([]);
  });

  it('warns if and only if --now is later than the clock', async () => {
    const warn = async (now: number) =>
      (await runSignals(folder, 'credits', 'close-periods', '--now', iso(now))).stderr;
    // A time before the current period of acme ends.
    const later = Math.min(first.endMs - 1, Date.now() + HOUR_MS);
    expect(await warn(later)).toMatch(/^warning: --now is later than the clock/);
    expect(await warn(Date.now() - HOUR_MS)).toBe('');
  });

  it('refuses a --now that may be of a mistaken year', async () => {
    const before = await rowsOf(folder, 'SELECT count() AS statements FROM billing_statements');
    const now = iso(Date.now() + 201 * 24 * HOUR_MS);
    const refused = await runSignals(folder, 'credits', 'close-periods', '--now', now);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('--now is more than 200 days later than the clock');
    const after = await rowsOf(folder, 'SELECT count() AS statements FROM billing_statements');
    expect(after).toEqual(before);
  });

  it('names the journal of the running service that a period waits for', async () => {
    const { closed, waiting } = await closePeriods(first.endMs + HOUR_MS);
    expect(accountsOf(closed)).not.toContain('acme');
    const acme = waiting.find((each: { account_id: string }) => each.account_id === 'acme');
    expect(acme).toMatchObject({
      period_start: iso(first.startMs),
      waits_for: [{ kind: 'journal', description: expect.stringContaining(folder.path) }],
    });
  });

  it('closes the period after the service stopped with an empty journal', async () => {
    expect(await service.stop()).toBe(0);
    const { closed, waiting } = await closePeriods(first.endMs + HOUR_MS);
    expect(waiting).toEqual([]);
    expect(closed).toContainEqual(await statement());
    expect(await statement()).toMatchObject({
      open: false,
      period_start: iso(first.startMs),
      credits_used: 2,
      credits_total: 2,
    });
    const shown = await runSignals(folder, 'credits', 'statement', '--account', 'acme');
    expect(shown.stdout).toMatch(/carried over +none/);
  });

  it('waits a day for a killed service, and adds its late charges as an adjustment', async () => {
    service = await startService(folder, '--no-demo');
    expect(await search()).toBe(200);
    await service.stop('SIGKILL');
    const early = await closePeriods(second.endMs + HOUR_MS);
    expect(accountsOf(early.closed)).not.toContain('acme');
    expect(accountsOf(early.waiting)).toContain('acme');
    const late = await closePeriods(second.endMs + 25 * HOUR_MS);
    expect(accountsOf(late.closed)).toContain('acme');
    service = await startService(folder, '--no-demo');
    await service.stop();
    await closePeriods(third.endMs + HOUR_MS);
    // The charge may reach the ledger before the second or before the third statement.
    const later = [
      await statement('--period', iso(second.startMs).slice(0, 10)),
      await statement('--period', iso(third.startMs).slice(0, 10)),
    ];
    expect(later.flatMap(({ adjustments }) => adjustments)).toEqual([
      { period_start: iso(first.startMs), credits: 1 },
    ]);
    expect(later.map(({ credits_used }) => credits_used)).toEqual([0, 0]);
  });
});

const STATEMENTS = `SELECT period_start AS start, credits_used AS credits, adjustments
  FROM billing_statements WHERE account_id = 'old' ORDER BY period_start`;
