/** Contract of the usage store. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { LedgerEntry, RequestLogRow } from '../../../shared/domain/ports/usage-store.js';
import { createClickHouseBillingStore } from '../../../shared/stores/credits/clickhouse-billing-store.js';
import { createClickHouseUsageStore } from '../../../shared/stores/logs/clickhouse-usage-store.js';
import { describeContract } from '../../helpers/describe-contract.js';

const PERIOD = '2026-01-05T00:00:00.000Z';

const entry = (accountId: string, credits: number, periodStart = PERIOD): LedgerEntry => ({
  entryId: randomUUID(),
  accountId,
  apiKeyId: 'key',
  requestId: 'request',
  route: 'POST /v1/signals/search',
  credits,
  units: 1,
  periodStart,
  chargedAt: '2026-01-06T00:00:00.000Z',
});

const log = (accountId: string, minute: number, status: number): RequestLogRow => ({
  log_id: randomUUID(),
  account_id: accountId,
  api_key_id: 'key',
  request_id: `request-${minute}`,
  timestamp: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  method: 'GET',
  path: '/v1/logs',
  route: null,
  status,
  error: null,
  latency_ms: 1.5,
  credits_charged: 0,
  result_count: null,
  source: 'rest',
  user_agent: null,
});

describeContract('usage store', (store) => {
  it('counts a duplicate ledger entry once per account and period, and keeps settled keys', async () => {
    const usage = createClickHouseUsageStore(store());
    const entries = [entry('payer', 3), entry('payer', 4)];
    await usage.insertLedger(entries);
    await usage.insertLedger([
      ...entries,
      entry('other', 100),
      entry('payer', 50, '2026-02-05T00:00:00.000Z'),
    ]);
    expect(await usage.creditsUsed('payer', PERIOD)).toEqual({
      total: 7,
      byKey: new Map([['key', 7]]),
    });
    expect(await usage.creditsUsed('nobody', PERIOD)).toEqual({ total: 0, byKey: new Map() });
    // The time must be recent, because the table deletes rows that are older than two days.
    const settledAt = new Date();
    const settled = {
      scope: 'scope',
      accountId: 'payer',
      fingerprint: 'print',
      answer: '{"a":1}',
      recomputed: 0,
      settledAt: settledAt.toISOString(),
    };
    await usage.insertSettledKeys([settled]);
    await usage.insertSettledKeys([settled]);
    expect(await usage.settledKey('scope', settled.settledAt)).toEqual(settled);
    const later = new Date(settledAt.getTime() + 1).toISOString();
    const unkept = { ...settled, scope: 'unkept', answer: null };
    await usage.insertSettledKeys([unkept]);
    await usage.insertSettledKeys([{ ...unkept, recomputed: 5 }]);
    expect((await usage.settledKey('unkept', settled.settledAt))?.recomputed).toBe(5);
    const anew = { ...unkept, settledAt: later };
    await usage.insertSettledKeys([anew]);
    expect(await usage.settledKey('unkept', settled.settledAt)).toEqual(anew);
    expect(await usage.settledKey('scope', later)).toBeNull();
    expect(await usage.settledKey('other', settled.settledAt)).toBeNull();
    await usage.insertLedger([]);
  });

  it('omits voided charges from the totals of billing statements', async () => {
    const usage = createClickHouseUsageStore(store());
    const [paid, refused] = [entry('voided', 3), entry('voided', 5)];
    const elsewhere = { ...entry('voided', 7), route: 'GET /v1/signals' };
    await usage.insertLedger([paid, refused, elsewhere]);
    const voids = [refused, elsewhere].map((each) => ({ ...each, credits: 0, isVoid: true }));
    await usage.insertLedger(voids);
    const { ledgerTotals } = createClickHouseBillingStore(store());
    expect(await ledgerTotals('voided', Date.parse(PERIOD) + 1)).toEqual([
      { periodStartMs: Date.parse(PERIOD), route: paid.route, calls: 1, credits: 3 },
    ]);
  });

  it('paginates logs newest first without gaps or repeats, and counts them by filter', async () => {
    const usage = createClickHouseUsageStore(store());
    const logs = Array.from({ length: 9 }, (_, index) => log('caller', index >> 1, 200 + index));
    await usage.insertLogs(logs);
    await usage.insertLogs(logs.slice(0, 4));
    const newestFirst = logs
      .map(({ account_id: _, ...row }) => row)
      .sort((a, b) => b.timestamp.localeCompare(a.timestamp) || (a.log_id < b.log_id ? -1 : 1));
    const seen = [];
    for (let after: { timeMs: number; id: string } | undefined; ; ) {
      const page = await usage.logs(
        { accountId: 'caller' },
        { limit: 4, ...(after ? { after } : {}) },
      );
      seen.push(...page);
      const last = page.at(-1);
      if (!last || page.length < 4) break;
      after = { timeMs: Date.parse(last.timestamp), id: last.log_id };
    }
    expect(seen).toEqual(newestFirst);
    expect(await usage.countLogs({ accountId: 'caller', statusMin: 203, statusMax: 205 })).toBe(3);
    expect(await usage.countLogs({ accountId: 'caller', pathPrefix: '/v2' })).toBe(0);
  });
});
