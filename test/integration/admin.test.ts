/** Admin endpoints over HTTP: authentication, management of accounts and keys, validation and log lines. */
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOptions, startTestService, type TestService } from '../helpers/test-service.js';

const ADMIN_KEY = 'an-admin-key-of-forty-characters-exactly';
const ACCOUNTS = '/v1/admin/accounts';
const NOTICED_MS = 5_000;

let service: TestService;
let nowMs = Date.parse('2026-05-15T12:00:00.000Z');
const lines: string[] = [];

beforeAll(async () => {
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  service = await startTestService({ clock: { now: () => nowMs }, adminKey: ADMIN_KEY, logger });
});

afterAll(() => service.stop());

const admin = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { key: ADMIN_KEY, ...(body === undefined ? {} : { body }) });
const statusOf = async (key: string) => (await service.call('GET', '/v1/account', { key })).status;
const create = (accountId: string, more: object = {}) =>
  admin('POST', ACCOUNTS, { account_id: accountId, name: accountId, ...more });
const issue = async (accountId: string, body: object = {}) =>
  (await admin('POST', `${ACCOUNTS}/${accountId}/keys`, body)).body;
const codes = (answer: { body: { details: { field: string; code: string }[] } }) =>
  answer.body.details.map(({ field, code }) => `${field}:${code}`).sort();

describe('Admin key', () => {
  it('is accepted in both headers, and does not work as an account key', async () => {
    const bearer = { headers: { authorization: `Bearer ${ADMIN_KEY}` }, key: null };
    expect((await service.call('GET', ACCOUNTS, bearer)).status).toBe(200);
    expect((await admin('GET', ACCOUNTS)).status).toBe(200);
    expect(await statusOf(ADMIN_KEY)).toBe(401);
  });

  it('is required: account keys, parts of it and a missing key return 401', async () => {
    const attempts: CallOptions[] = [
      { key: await service.createKey() },
      { key: ADMIN_KEY.slice(0, -1) },
      { key: `${ADMIN_KEY}x` },
      { key: null },
    ];
    for (const options of attempts) {
      for (const path of [ACCOUNTS, '/v1/admin/nowhere']) {
        const answer = await service.call('GET', path, options);
        expect([answer.status, answer.body.error]).toEqual([401, 'unauthorized']);
      }
      const posted = await service.call('POST', ACCOUNTS, { ...options, body: { name: 'x' } });
      expect(posted.status).toBe(401);
    }
  });

  it('adds the admin endpoints to the OpenAPI document, unlike any other key', async () => {
    const pathsWith = async (headers: Record<string, string>) => {
      const { status, body } = await service.call('GET', '/openapi.json', { key: null, headers });
      expect(status).toBe(200);
      return Object.keys(body.paths).filter((path) => path.startsWith('/v1/admin')).length;
    };
    expect(await pathsWith({ 'x-api-key': ADMIN_KEY })).toBeGreaterThan(3);
    expect(await pathsWith({ authorization: `Bearer ${ADMIN_KEY}` })).toBeGreaterThan(3);
    const others = [await service.createKey(), ADMIN_KEY.slice(0, -1), 'x'];
    for (const key of others) expect(await pathsWith({ 'x-api-key': key })).toBe(0);
    expect(await pathsWith({})).toBe(0);
  });

  it('is protected by a limit of wrong keys per address, which does not affect the right key', async () => {
    nowMs += 120_000;
    const statuses: number[] = [];
    for (let at = 0; at < 62; at += 1) {
      statuses.push((await service.call('GET', ACCOUNTS, { key: `guess-${at}` })).status);
    }
    expect(statuses).toEqual([...Array(60).fill(401), 429, 429]);
    expect((await admin('GET', ACCOUNTS)).status).toBe(200);
    nowMs += 120_000;
  });

  it('is protected by the same limit at the OpenAPI document, which stays open to account keys', async () => {
    nowMs += 120_000;
    const statusWith = async (key: string | null) =>
      (await service.call('GET', '/openapi.json', { key })).status;
    const accountKey = await service.createKey();
    expect(await statusWith(accountKey)).toBe(200);
    const logged = lines.length;
    const statuses: number[] = [];
    for (let at = 0; at < 61; at += 1) statuses.push(await statusWith(`guess-${at}`));
    expect(statuses).toEqual([...Array(60).fill(200), 429]);
    expect(lines.slice(logged).filter((line) => line.includes('admin_key_refused'))).toHaveLength(
      60,
    );
    expect((await service.call('GET', ACCOUNTS, { key: 'guess' })).status).toBe(429);
    for (const key of [ADMIN_KEY, accountKey, null]) expect(await statusWith(key)).toBe(200);
    nowMs += 120_000;
  });
});

describe('Admin API: accounts', () => {
  it('creates accounts with defaults, changes, lists and permanently deletes them', async () => {
    const created = await create('acme');
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      account_id: 'acme',
      name: 'acme',
      monthly_limit: 1_000,
      unlimited: false,
      rate_limit: 600,
      early_access: false,
      billing_anchor_day: 1,
      created_at: new Date(nowMs).toISOString(),
      deleted_at: null,
    });
    const again = await create('acme', { unlimited: true });
    expect([again.status, again.body.error]).toEqual([409, 'conflict']);
    const cut = await admin('PATCH', `${ACCOUNTS}/acme`, { name: 'Half of an emoji \ud83c' });
    expect(cut.body.name).toBe('Half of an emoji \ufffd');
    const changed = await admin('PATCH', `${ACCOUNTS}/acme`, { monthly_limit: 5, name: 'Acme' });
    expect(changed.body).toMatchObject({ monthly_limit: 5, name: 'Acme', rate_limit: 600 });
    expect((await admin('GET', `${ACCOUNTS}/acme`)).body).toEqual(changed.body);

    const { key } = await issue('acme');
    expect(await statusOf(key)).toBe(200);
    const deleted = await admin('DELETE', `${ACCOUNTS}/acme`);
    expect(deleted.body.deleted_at).toBe(new Date(nowMs).toISOString());
    nowMs += NOTICED_MS;
    expect(await statusOf(key)).toBe(401);
    expect((await admin('DELETE', `${ACCOUNTS}/acme`)).body).toEqual(deleted.body);
    const ids = async (query: string) =>
      (await admin('GET', `${ACCOUNTS}${query}`)).body.accounts.map(
        ({ account_id: id }: { account_id: string }) => id,
      );
    expect(await ids('')).not.toContain('acme');
    expect(await ids('?include_deleted=true')).toContain('acme');
    for (const refused of [
      await create('acme'),
      await admin('PATCH', `${ACCOUNTS}/acme`, { unlimited: true }),
      await admin('POST', `${ACCOUNTS}/acme/keys`),
    ]) {
      expect(refused.status).toBe(409);
      expect(refused.body.message).toMatch(/acme was deleted .* cannot be used again/);
    }
    expect((await admin('GET', `${ACCOUNTS}/acme/keys`)).body.keys).toHaveLength(1);
  });

  it('makes accounts limited by setting a limit, and unlimited on request', async () => {
    await create('capless', { unlimited: true });
    const patch = async (body: object) => (await admin('PATCH', `${ACCOUNTS}/capless`, body)).body;
    expect(await patch({ rate_limit: 5 })).toMatchObject({ unlimited: true, rate_limit: 5 });
    expect(await patch({ monthly_limit: 0 })).toMatchObject({ unlimited: false, monthly_limit: 0 });
    expect(await patch({ unlimited: true, monthly_limit: 7 })).toMatchObject({ unlimited: true });
  });

  it('creates an account once under concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create('contested')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  it('keeps all of several concurrent changes of an account', async () => {
    await create('busy');
    await Promise.all([
      admin('PATCH', `${ACCOUNTS}/busy`, { name: 'Busy' }),
      admin('PATCH', `${ACCOUNTS}/busy`, { rate_limit: 7 }),
      admin('PATCH', `${ACCOUNTS}/busy`, { monthly_limit: 8 }),
    ]);
    const { body } = await admin('GET', `${ACCOUNTS}/busy`);
    expect(body).toMatchObject({ name: 'Busy', rate_limit: 7, monthly_limit: 8 });
  });
});

describe('Admin API: keys', () => {
  it('issues keys that work immediately, lists them without secrets, and revokes them', async () => {
    await create('keyed');
    const { key, key_id: keyId, ...rest } = await issue('keyed', { monthly_credit_cap: 3 });
    expect(rest).toMatchObject({ name: 'default', monthly_credit_cap: 3, expires_at: null });
    expect(await statusOf(key)).toBe(200);
    const listed = await admin('GET', `${ACCOUNTS}/keyed/keys`);
    expect(listed.body.keys).toMatchObject([{ key_id: keyId, prefix: key.slice(0, 12) }]);
    expect(JSON.stringify(listed.body)).not.toContain(key);
    const path = `${ACCOUNTS}/keyed/keys/${keyId}`;
    const uncapped = await admin('PATCH', path, { monthly_credit_cap: null });
    expect(uncapped.body).toMatchObject({ name: 'default', monthly_credit_cap: null });
    const revoked = await admin('DELETE', path);
    expect(revoked.body.revoked_at).toBe(new Date(nowMs).toISOString());
    nowMs += NOTICED_MS;
    expect(await statusOf(key)).toBe(401);
    expect((await admin('PATCH', path, { name: 'x' })).status).toBe(409);
    expect((await admin('POST', `${path}/rotate`)).status).toBe(409);
  });

  it('rotates keys with the given grace period, one day by default', async () => {
    await create('turning');
    const old = await issue('turning', { name: 'batch', monthly_credit_cap: 9 });
    const rotate = (keyId: string, body?: object) =>
      admin('POST', `${ACCOUNTS}/turning/keys/${keyId}/rotate`, body);
    const next = await rotate(old.key_id);
    expect(next.status).toBe(201);
    expect(next.body).toMatchObject({ name: 'batch', monthly_credit_cap: 9, expires_at: null });
    const ends = (await service.stores.accounts.key(old.key_id))?.expiresAt;
    expect(ends).toBe(new Date(nowMs + 86_400_000).toISOString());
    await rotate(next.body.key_id, { grace_seconds: 0 });
    nowMs += NOTICED_MS;
    expect([await statusOf(old.key), await statusOf(next.body.key)]).toEqual([200, 401]);
  });

  it('returns 404 for keys of another account', async () => {
    await create('mine');
    await create('theirs');
    const { key, key_id: keyId } = await issue('theirs');
    for (const answer of [
      await admin('DELETE', `${ACCOUNTS}/mine/keys/${keyId}`),
      await admin('PATCH', `${ACCOUNTS}/mine/keys/${keyId}`, { name: 'stolen' }),
      await admin('POST', `${ACCOUNTS}/mine/keys/${keyId}/rotate`),
      await admin('DELETE', `${ACCOUNTS}/theirs/keys/unknown`),
      await admin('GET', `${ACCOUNTS}/nobody/keys`),
      await admin('GET', `${ACCOUNTS}/nobody`),
    ]) {
      expect(answer.status).toBe(404);
    }
    nowMs += NOTICED_MS;
    expect(await statusOf(key)).toBe(200);
  });
});

describe('Admin API: invalid requests', () => {
  it('reports all errors of a request at once', async () => {
    const wrong = await admin('POST', `${ACCOUNTS}?dry_run=true`, {
      account_id: 'no good/id',
      monthly_limit: -1,
      rate_limit: 0,
      billing_anchor_day: 29,
      unlimited: 'yes',
      plan: 'gold',
    });
    expect(wrong.status).toBe(400);
    expect(codes(wrong)).toEqual([
      'account_id:invalid_format',
      'billing_anchor_day:too_big',
      'dry_run:unknown_field',
      'monthly_limit:too_small',
      'name:required',
      'plan:unknown_field',
      'rate_limit:too_small',
      'unlimited:invalid_type',
    ]);
    const hidden = await admin('POST', ACCOUNTS, { account_id: '.acme', name: 'Acme' });
    expect(hidden.body.details[0].message).toContain('beginning with a letter or digit');
    await create('checked');
    const keys = `${ACCOUNTS}/checked/keys`;
    const late = { expires_at: '2026-01-01', monthly_credit_cap: 1 };
    expect(codes(await admin('POST', keys, late))).toEqual(['expires_at:invalid_range']);
    const worse = { expires_at: 'soon', monthly_credit_cap: 1.5, name: ' ' };
    expect(codes(await admin('POST', keys, worse))).toEqual([
      'expires_at:invalid_format',
      'monthly_credit_cap:invalid_type',
      'name:too_short',
    ]);
    const { key_id: keyId } = await issue('checked');
    const tooLong = await admin('POST', `${keys}/${keyId}/rotate`, { grace_seconds: 604_801 });
    expect(codes(tooLong)).toEqual(['grace_seconds:too_big']);
    expect(codes(await admin('PATCH', `${keys}/${keyId}`, {}))).toEqual([':one_of_required']);
    expect(codes(await admin('PATCH', `${ACCOUNTS}/checked`, {}))).toEqual([':one_of_required']);
  });

  it('returns 405 with Allow for an unsupported method', async () => {
    const allowed = async (method: string, path: string) => {
      const answer = await admin(method, path);
      expect(answer.status).toBe(405);
      return answer.headers.get('allow');
    };
    expect(await allowed('PUT', ACCOUNTS)).toBe('GET, POST');
    expect(await allowed('POST', `${ACCOUNTS}/x`)).toBe('GET, PATCH, DELETE');
    expect(await allowed('DELETE', `${ACCOUNTS}/x/keys`)).toBe('GET, POST');
    expect(await allowed('GET', `${ACCOUNTS}/x/keys/y`)).toBe('PATCH, DELETE');
    expect(await allowed('GET', `${ACCOUNTS}/x/keys/y/rotate`)).toBe('POST');
    expect((await admin('GET', '/v1/admin/nowhere')).status).toBe(404);
  });
});

describe('Admin API: log', () => {
  it('contains a line with ids but no secrets per call, which the request log does not contain', async () => {
    lines.length = 0;
    await create('logged');
    const { key, key_id: keyId } = await issue('logged');
    await admin('DELETE', `${ACCOUNTS}/${key}`);
    await service.call('GET', ACCOUNTS, { key });
    const calls = lines.map((line) => JSON.parse(line));
    expect(calls).toMatchObject([
      { msg: 'admin_call', route: 'POST /v1/admin/accounts', account_id: 'logged' },
      { msg: 'admin_call', route: 'POST /v1/admin/accounts/:account_id/keys', key_id: keyId },
      { msg: 'admin_key_refused', address: '127.0.0.1' },
    ]);
    expect(lines.join('')).not.toContain(ADMIN_KEY);
    expect(lines.join('')).not.toContain(key.slice(12));
    await service.flush();
    const logged = await service.clickhouse.rows(
      "SELECT * FROM request_logs FINAL WHERE startsWith(path, '/v1/admin')",
    );
    expect(logged).toEqual([]);
  });
});
