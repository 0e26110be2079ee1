/** Keys and billing statements that an account can read, also as CSV, and the service status for operators. */
import { once } from 'node:events';
import { request } from 'node:http';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueKey, revokeKey } from '../../api/accounts/change-keys.js';
import { closePeriods } from '../../api/credits/close-periods.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const ADMIN_KEY = 'operators-only-'.repeat(3);
const NOTICED_MS = 5_000;

let service: TestService;
let nowMs = Date.parse('2026-03-15T12:00:00.000Z');
const clock = { now: () => nowMs };

beforeAll(async () => {
  service = await startTestService({ clock, adminKey: ADMIN_KEY });
});

afterAll(() => service.stop());

const get = (path: string, key: string) => service.call('GET', path, { key });
const issue = (accountId: string, name: string, monthlyCreditCap: number | null = null) =>
  issueKey({ accounts: service.stores.accounts, clock }, accountId, {
    ...{ name, monthlyCreditCap },
    expiresAt: null,
  });

describe('Keys of an account', () => {
  it('are listed newest first, without secrets and without keys of other accounts', async () => {
    const first = await service.createKey({ accountId: 'keeper' });
    const second = await issue('keeper', 'batch', 7);
    await service.createKey({ accountId: 'stranger' });
    nowMs += 60_000;
    const third = await issue('keeper', 'old');
    await revokeKey({ accounts: service.stores.accounts, clock }, third.keyId);
    const { status, headers, body } = await get('/v1/keys', second.key);
    expect(status).toBe(200);
    expect(headers.get('x-credits-charged')).toBeNull();
    const at = new Date(nowMs).toISOString();
    expect(body.keys[0]).toMatchObject({
      name: 'old',
      created_at: at,
      revoked_at: at,
      expires_at: null,
      last_used_at: null,
    });
    expect(body.keys.find(isNamed('test'))).toMatchObject({
      prefix: first.slice(0, 12),
      current: false,
      monthly_credit_cap: null,
    });
    expect(body.keys.find(isNamed('batch'))).toMatchObject({
      key_id: second.keyId,
      current: true,
      monthly_credit_cap: 7,
    });
    expect(body.keys).toHaveLength(3);
    for (const secret of [first, second.key, third.key, first.slice(12), second.hash]) {
      expect(JSON.stringify(body)).not.toContain(secret);
    }
  });

  const isNamed = (name: string) => (key: { name: string }) => key.name === name;
});

describe('Statements of an account', () => {
  let key: string;
  let other: string;

  const close = () =>
    closePeriods({ ...service.stores, clock, logger: createLogger('silent') }, nowMs);
  const search = (as: string) => service.call('POST', '/v1/signals/search', { key: as, body: {} });

  beforeAll(async () => {
    key = await service.createKey({ accountId: 'payer', unlimited: false, monthlyLimit: 50 });
    other = await service.createKey({ accountId: 'other-payer' });
    for (let month = 0; month < 5; month += 1) {
      for (let call = 0; call <= month; call += 1) expect((await search(key)).status).toBe(200);
      await search(other);
      await service.flush();
      nowMs = Date.UTC(2026, 3 + month, 15);
      await close();
    }
    await search(key);
    await service.flush();
  });

  it('are listed newest first and in pages', async () => {
    const { body } = await get('/v1/statements', key);
    expect(body).toMatchObject({ total: 5, limit: 12, has_more: false, next_cursor: null });
    const starts = body.statements.map((each: { period_start: string }) => each.period_start);
    expect(starts).toEqual(
      [7, 6, 5, 4, 3].map((month) => new Date(Date.UTC(2026, month - 1)).toISOString()),
    );
    const credits = body.statements.map((each: { credits_total: number }) => each.credits_total);
    expect(credits).toEqual([5, 4, 3, 2, 1]);
    expect(body.statements[0]).toMatchObject({
      account_id: 'payer',
      open: false,
      monthly_limit: 50,
      routes: [{ route: 'POST /v1/signals/search', calls: 5, credits: 5 }],
      adjustments: [],
    });
    const paged: unknown[] = [];
    for (let cursor = ''; ; ) {
      const page = (await get(`/v1/statements?limit=2${cursor}`, key)).body;
      expect(page.statements.length).toBeLessThanOrEqual(2);
      paged.push(...page.statements);
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(paged).toEqual(body.statements);
  });

  it('are returned for any day of their period, with a preview of the current period', async () => {
    const april = (await get('/v1/statements/2026-04-30', key)).body;
    expect(april).toMatchObject({ period_start: '2026-04-01T00:00:00.000Z', credits_total: 2 });
    expect((await get('/v1/statements/2026-04-01', key)).body).toEqual(april);
    const running = (await get('/v1/statements/2026-08-31', key)).body;
    expect(running).toMatchObject({ open: true, statement_id: null, closed_at: null });
    expect(running.credits_total).toBe(1);
    expect((await get('/v1/statements/2026-04-30', other)).body).toMatchObject({
      account_id: 'other-payer',
      credits_total: 1,
    });
    for (const day of ['2026-02-28', '2026-09-01', '1970-01-01']) {
      expect((await get(`/v1/statements/${day}`, key)).status, day).toBe(404);
    }
    for (const day of ['2026-02-30', '2026-4-1', 'last', '2026-04-01T00:00:00Z', '%20']) {
      const { status, body } = await get(`/v1/statements/${day}`, key);
      expect([status, body.details[0]?.field, body.details[0]?.code], day).toEqual([
        ...[400, 'day', 'invalid_format'],
      ]);
    }
  });

  it('are returned as CSV on request, with the same values', async () => {
    const csv = async (accept: string) => {
      const headers = { 'x-api-key': key, accept };
      const response = await fetch(`${service.url}/v1/statements/2026-07-09`, { headers });
      expect(response.status).toBe(200);
      expect(response.headers.get('vary')).toMatch(/accept/i);
      return { headers: response.headers, text: await response.text() };
    };
    const { headers, text } = await csv('text/csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="statement-payer-2026-07-01.csv"',
    );
    const period = {
      account_id: 'payer',
      period_start: '2026-07-01T00:00:00.000Z',
      period_end: '2026-08-01T00:00:00.000Z',
    };
    const closed = { closed_at: expect.stringMatching(/^2026-/) };
    expect(parse(text, { columns: true })).toEqual([
      {
        ...{ ...period, ...closed, kind: 'route', item: 'POST /v1/signals/search' },
        ...{ calls: '5', credits: '5' },
      },
      { ...period, ...closed, kind: 'total', item: '', calls: '5', credits: '5' },
    ]);
    const withCharset = await csv('text/csv; charset=utf-8');
    expect(withCharset.text).toBe(text);
    for (const accept of ['*/*', 'application/json, text/csv;q=0.5', 'text/html']) {
      expect((await csv(accept)).headers.get('content-type'), accept).toMatch(/^application\/json/);
    }
    await service.flush();
    const { logs } = (await get('/v1/logs?path=/v1/statements/2026-07-09', key)).body;
    expect(logs).toHaveLength(5);
    expect(logs[0]).toMatchObject({ status: 200, credits_charged: 0 });
  });

  it('are sent as CSV even if the client says that it has a copy', async () => {
    // `fetch` would add a header that asks for a whole file.
    const sent = request(`${service.url}/v1/statements/2026-07-09`, {
      headers: { 'x-api-key': key, accept: 'text/csv', 'if-none-match': '*' },
    }).end();
    const [answer] = await once(sent, 'response');
    answer.resume();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  });

  it('are free to read, but not with a revoked key', async () => {
    const before = (await get('/v1/credits', key)).body.used;
    await get('/v1/statements', key);
    await get('/v1/keys', key);
    expect((await get('/v1/credits', key)).body.used).toBe(before);
    const gone = await issue('payer', 'gone');
    await revokeKey({ accounts: service.stores.accounts, clock }, gone.keyId);
    nowMs += NOTICED_MS;
    expect((await get('/v1/statements', gone.key)).status).toBe(401);
  });
});

describe('GET /v1/admin/status', () => {
  it('returns all stores and versions to operators', async () => {
    const { status, body } = await service.call('GET', '/v1/admin/status', { key: ADMIN_KEY });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'ok', loading: [] });
    expect(body.versions.node).toBe(process.version);
    expect(body.versions.migrations).toBeGreaterThanOrEqual(9);
    const names = body.stores.map(({ name }: { name: string }) => name);
    const ready = await service.call('GET', '/health/ready', { key: null });
    expect(names).toEqual(Object.keys(ready.body.stores));
    expect(body.stores[0]).toMatchObject({
      ...{ name: 'clickhouse', status: 'ok', optional: false },
      version: expect.stringMatching(/^\d+\.\d+/),
    });
    expect((await service.call('GET', '/v1/admin/status')).status).toBe(401);
  });
});
