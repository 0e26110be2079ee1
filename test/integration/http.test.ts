/** Common behaviour of the HTTP API: keys, paths, validation, credits, rate limit, request log and history. */
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companyProfile, signalEvent } from '../helpers/events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

let service: TestService;
let nowMs = Date.parse('2026-05-15T12:00:00.000Z');

beforeAll(async () => {
  service = await startTestService({ clock: { now: () => nowMs } });
  await service.load([
    companyProfile('one.example', 'One'),
    ...Array.from({ length: 5 }, (_, at) =>
      signalEvent(
        `One does thing ${at}`,
        { domain: 'one.example' },
        {
          detected_at: `2026-04-0${at + 1}T00:00:00.000Z`,
        },
      ),
    ),
    signalEvent('Pat speaks', { domain: 'one.example' }, { contact: { email: 'pat@one.example' } }),
  ]);
});

afterAll(() => service.stop());

const search = (key: string, body: object = {}) =>
  service.call('POST', '/v1/signals/search', { key, body });
const errorCodes = (answer: { body: { details: { field: string; code: string }[] } }) =>
  answer.body.details.map(({ field, code }) => `${field}:${code}`);

describe('API keys', () => {
  it('are read from x-api-key first, otherwise from the bearer token', async () => {
    const key = await service.createKey();
    const bearer = { authorization: `Bearer ${key}` };
    expect((await service.call('GET', '/v1/account', { key: null, headers: bearer })).status).toBe(
      200,
    );
    const wrongFirst = { 'x-api-key': 'nonsense', ...bearer };
    const answer = await service.call('GET', '/v1/account', { key: null, headers: wrongFirst });
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ error: 'unauthorized', code: 401, details: [] });
  });

  it('are required under /v1, even for unknown paths', async () => {
    for (const path of ['/v1/account', '/v1/nowhere']) {
      expect((await service.call('GET', path, { key: null })).status).toBe(401);
    }
    expect((await service.call('GET', '/nowhere', { key: null })).status).toBe(404);
  });

  it('are limited per address if invalid, but not if valid', async () => {
    const wrong = () => service.call('GET', '/v1/account', { key: 'wrong' });
    const statuses = new Set<number>();
    for (let at = 0; at < 70; at += 1) statuses.add((await wrong()).status);
    expect([...statuses]).toEqual([401, 429]);
    expect(
      (await service.call('GET', '/v1/account', { key: await service.createKey() })).status,
    ).toBe(200);
    nowMs += 120_000;
    expect((await wrong()).status).toBe(401);
  });
});

describe('Paths', () => {
  it('return 404 if unknown, and 405 with Allow for an unsupported method', async () => {
    expect((await service.call('GET', '/v1/nowhere')).body.error).toBe('not_found');
    const other = await service.call('DELETE', '/v1/signals/search');
    expect(other.status).toBe(405);
    expect(other.headers.get('allow')).toBe('POST');
    expect((await service.call('POST', '/v1/signals/trending')).headers.get('allow')).toBe('GET');
    expect((await service.call('GET', '/v1/signals/search')).status).toBe(405);
  });

  it('are matched exactly, including case and trailing slashes', async () => {
    const unknown = [
      '/metrics/',
      '/Metrics',
      '/health/live/',
      '/openapi.json/',
      '/OPENAPI.json',
      '/DOCS',
    ];
    for (const path of [...unknown, '/v1/account/', '/v1/Account']) {
      expect([path, (await service.call('GET', path)).status]).toEqual([path, 404]);
    }
    for (const path of ['/docs', '/docs/', '/docs/swagger-ui.css', '/metrics']) {
      expect([path, (await fetch(`${service.url}${path}`)).status]).toEqual([path, 200]);
    }
  });

  it('return 400 if they cannot be decoded, without a charge', async () => {
    for (const path of ['/v1/signals/%zz', '/v1/companies/%ff/timeline']) {
      const answer = await service.call('GET', path);
      expect([answer.status, ...errorCodes(answer)], path).toEqual([400, ':invalid_format']);
      expect(answer.body.message).toContain('Write the character `%` as `%25`.');
      expect(answer.headers.get('x-credits-charged')).toBeNull();
    }
    expect((await service.call('GET', '/v1/%zz')).status).toBe(404);
  });

  it('return 404 without a charge for an id that is not a UUID', async () => {
    for (const id of ['x', '00000000-0000-0000-0000-000000000000', '%00', "';--"]) {
      const answer = await service.call('GET', `/v1/signals/${encodeURIComponent(id)}`);
      expect(answer.status, id).toBe(404);
      expect(answer.headers.get('x-credits-charged')).toBeNull();
    }
  });
});

describe('Invalid requests', () => {
  it('get all errors at once', async () => {
    const key = await service.createKey();
    const answer = await search(key, {
      query: ' ',
      limit: 501,
      offset: -1,
      signal_typse: ['news'],
      association: 'both',
      company_domain: 'not a domain',
      detected_after: '2026-02-30',
      employee_count_min: 10,
      employee_count_max: 5,
    });
    expect(answer.status).toBe(400);
    expect(errorCodes(answer).sort()).toEqual(
      [
        'association:invalid_enum',
        'company_domain:invalid_format',
        'detected_after:invalid_format',
        'employee_count_min:invalid_range',
        'limit:too_big',
        'offset:too_small',
        'query:too_short',
        'signal_typse:unknown_field',
      ].sort(),
    );
  });

  it('get the errors of every parameter in the query, however many are before it', async () => {
    const path = `/v1/signals/trending?${'&'.repeat(2_000)}limit=0&signal_typse=news`;
    const answer = await service.call('GET', path);
    expect(errorCodes(answer).sort()).toEqual(['limit:too_small', 'signal_typse:unknown_field']);
  });

  it('with fields in the body of a GET get unknown_field for each', async () => {
    const path = '/v1/companies/acme.example/timeline?limit=0';
    const body = '{"since":"2030-01-01"}';
    const headers = { 'x-api-key': await service.createKey(), 'content-length': body.length };
    // `fetch` sends no body with a GET.
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(`${service.url}${path}`, { headers }, resolve).on('error', reject);
      sent.end(body);
    });
    const answer = { body: JSON.parse(await text(response)) };
    expect(response.statusCode).toBe(400);
    expect(errorCodes(answer).sort()).toEqual(['limit:too_small', 'since:unknown_field']);
  });

  it('with malformed or oversized input get a 400 with a reason', async () => {
    const send = (body: string) => service.call('POST', '/v1/signals/search', { body });
    expect(errorCodes(await send('{"query":'))).toEqual([':malformed_json']);
    expect(errorCodes(await send('[]'))).toEqual([':invalid_type']);
    expect(errorCodes(await send('7'))).toEqual([':invalid_type']);
    expect(errorCodes(await send(`{"query":"${'x'.repeat(300_000)}"}`))).toEqual([':too_big']);
    const bulk = await service.call('POST', '/v1/contacts/bulk', {
      body: { contacts: [{ contact_email: 'a@one.example' }, {}, { contact_email: 'nobody' }] },
    });
    expect(errorCodes(bulk)).toEqual([
      'contacts[1]:one_of_required',
      'contacts[2].contact_email:invalid_format',
    ]);
    const query = await service.call(
      'GET',
      '/v1/logs?limit=1&limit=2&status_min=500&status_max=400',
    );
    expect(errorCodes(query).sort()).toEqual(
      ['limit:invalid_type', 'status_min:invalid_range'].sort(),
    );
  });

  it('are rejected by their Content-Length before the body is sent', async () => {
    const key = await service.createKey();
    const headers = { 'x-api-key': key, 'content-length': 99_999_999 };
    for (const expectation of [{}, { expect: '100-continue' }]) {
      const sent = request(`${service.url}/v1/signals/search`, {
        method: 'POST',
        headers: { ...headers, ...expectation },
      });
      sent.on('continue', () => sent.destroy(new Error('the body was asked for')));
      // Sends only the headers.
      sent.flushHeaders();
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        sent.on('response', resolve).on('error', reject);
      });
      expect(response.statusCode).toBe(400);
      expect(errorCodes({ body: JSON.parse(await text(response)) })).toEqual([':too_big']);
      sent.on('error', () => undefined).destroy();
    }
  });

  it('without a Host header, with two, or with an unknown Expect header get the usual error format', async () => {
    const { hostname, port } = new URL(service.url);
    const ask = async (...lines: string[]): Promise<string> => {
      const socket = connect(Number(port), hostname);
      socket.write(
        ['GET /v1/account HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n'),
      );
      return text(socket);
    };
    const hostless = await ask();
    expect(hostless).toMatch(/^HTTP\/1\.1 400 .*x-request-id: [0-9a-f-]{36}.*"invalid_request"/is);
    expect(hostless).toContain('The header `Host` must be given.');
    expect(await ask('Host: x', 'host: y')).toContain('The header `Host` must be given only once.');
    expect(await ask('X-Request-Id: mine.1')).toMatch(/\r\nx-request-id: mine\.1\r\n/);
    const expecting = await ask('Host: x', 'Expect: a-cake');
    expect(expecting).toMatch(/^HTTP\/1\.1 401 .*x-request-id: .*"unauthorized"/is);
  });

  it('keep a valid request id and get a new one otherwise', async () => {
    const withId = (id: string) =>
      service.call('GET', '/v1/account', { headers: { 'x-request-id': id } });
    expect((await withId('my-id.1')).headers.get('x-request-id')).toBe('my-id.1');
    expect((await withId('no good id')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('Credits', () => {
  it('are charged by the price table and shown in headers, and calls return 402 if none remain', async () => {
    const key = await service.createKey({ unlimited: false, monthlyLimit: 12 });
    const charged = async (method: string, path: string, body?: object) => {
      const answer = await service.call(method, path, { key, ...(body ? { body } : {}) });
      return [
        answer.status,
        answer.headers.get('x-credits-charged'),
        answer.headers.get('x-credits-remaining'),
      ];
    };
    expect(await charged('POST', '/v1/signals/search', {})).toEqual([200, '1', '11']);
    expect(await charged('GET', '/v1/signals/trending')).toEqual([200, null, '11']);
    expect(await charged('POST', '/v1/signals/search', { limit: 0 })).toEqual([400, null, '11']);
    const bulk = { domains: ['one.example', 'none.example', 'one.example'] };
    expect(await charged('POST', '/v1/companies/bulk', bulk)).toEqual([200, '3', '8']);
    expect(await charged('POST', '/v1/companies/enrich', { domain: 'none.example' })).toEqual([
      404,
      null,
      '8',
    ]);
    // One signal of the person and two of the employer cost 2 credits each.
    const enrich = { contact_email: 'pat@one.example', limit: 3 };
    expect(await charged('POST', '/v1/contacts/enrich', enrich)).toEqual([200, '6', '2']);
    expect(await charged('POST', '/v1/contacts/enrich', enrich)).toEqual([402, null, '2']);
    expect(await charged('POST', '/v1/companies/bulk', bulk)).toEqual([402, null, '2']);
    expect(await charged('GET', '/v1/companies/one.example/timeline')).toEqual([200, '1', '1']);
    expect(await charged('GET', '/v1/contacts/timeline?contact_email=pat@one.example')).toEqual([
      200,
      '1',
      '0',
    ]);
    const refused = await search(key, {});
    expect(refused.status).toBe(402);
    expect(refused.body.details).toMatchObject([
      {
        code: 'insufficient_credits',
        meta: { required: 1, remaining: 0, period_reset: '2026-06-01T00:00:00.000Z' },
      },
    ]);
    expect((await search(key, { count_only: true })).status).toBe(200);
    const groups = { group_by: ['signal_type'] };
    expect(await charged('POST', '/v1/signals/aggregate', groups)).toEqual([200, null, '0']);
    expect(await charged('GET', '/v1/companies/suggest?q=one')).toEqual([200, null, '0']);
    await service.flush();
    const logOf = async (path: string) =>
      (await service.call('GET', `/v1/logs?path=${path}`, { key })).body.logs;
    expect(await logOf('/v1/companies/suggest')).toMatchObject([
      { route: 'GET /v1/companies/suggest', credits_charged: 0, result_count: 1 },
    ]);
    expect(await logOf('/v1/signals/aggregate')).toMatchObject([
      { route: 'POST /v1/signals/aggregate', credits_charged: 0, result_count: 1 },
    ]);
    const credits = await service.call('GET', '/v1/credits', { key });
    expect(credits.body).toMatchObject({
      monthly_limit: 12,
      used: 12,
      remaining: 0,
      unlimited: false,
    });
  });

  it('are charged for an answer with a body, even if the client says that it has one already', async () => {
    const key = await service.createKey();
    const found = await search(key, { limit: 1 });
    const path = `/v1/signals/${found.body.signals[0].signal_id}`;
    // `fetch` would add a header that asks for a whole answer.
    const sent = request(service.url + path, {
      headers: { 'x-api-key': key, 'if-none-match': '*' },
    }).end();
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve).on('error', reject);
    });
    expect(answer.statusCode).toBe(200);
    expect(JSON.parse(await text(answer)).signal_id).toBe(found.body.signals[0].signal_id);
    expect(answer.headers['x-credits-charged']).toBe('1');
  });

  it('are never overspent by concurrent calls, and equal the ledger', async () => {
    const key = await service.createKey({ accountId: 'rush', unlimited: false, monthlyLimit: 10 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => search(key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(30);
    await service.flush();
    const used = await service.stores.usage.creditsUsed('rush', '2026-05-01T00:00:00.000Z');
    expect(used.total).toBe(10);
  });

  it('reset with the billing period', async () => {
    const key = await service.createKey({
      unlimited: false,
      monthlyLimit: 1,
      billingAnchorDay: 20,
    });
    expect((await search(key)).status).toBe(200);
    expect((await search(key)).status).toBe(402);
    const before = nowMs;
    nowMs = Date.parse('2026-05-20T00:00:00.000Z');
    const answer = await search(key);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-credits-reset')).toBe('2026-06-20T00:00:00.000Z');
    nowMs = before;
  });

  it('of unlimited accounts are counted without a balance', async () => {
    const key = await service.createKey({ unlimited: true });
    const answer = await search(key);
    expect(answer.headers.get('x-credits-used')).toBe('1');
    expect(answer.headers.get('x-credits-remaining')).toBeNull();
    const { body } = await service.call('GET', '/v1/credits', { key });
    expect(body).toMatchObject({ unlimited: true, monthly_limit: 0, remaining: 0, used: 1 });
  });
});

describe('Rate limit', () => {
  it('accepts at most the limit in any minute, and returns 429 with Retry-After', async () => {
    const key = await service.createKey({ rateLimit: 5 });
    const statusAt = async (ms: number) => {
      nowMs = start + ms;
      return (await service.call('GET', '/v1/account', { key })).status;
    };
    const start = nowMs;
    for (const ms of [0, 10_000, 20_000, 30_000, 40_000]) expect(await statusAt(ms)).toBe(200);
    nowMs = start + 41_000;
    const refused = await service.call('GET', '/v1/account', { key });
    expect(refused.status).toBe(429);
    expect(refused.body.error).toBe('rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit')).toMatch(/^"account"; r=0; t=\d+$/);
    expect(refused.headers.get('ratelimit-policy')).toMatch(
      /^"account"; q=5; w=60; pk=:[\w+/]{16}:$/,
    );
    expect(await statusAt(59_900)).toBe(429);
    expect(await statusAt(61_100)).toBe(200);
    expect(await statusAt(61_200)).toBe(429);
  });

  it('logs path and route of rejected calls', async () => {
    const key = await service.createKey({ rateLimit: 1 });
    const path = '/v1/companies/one.example/timeline';
    for (let at = 0; at < 2; at += 1) {
      nowMs += 1_000;
      await service.call('GET', path, { key });
    }
    nowMs += 61_000;
    await service.flush();
    const { body } = await service.call('GET', `/v1/logs?path=${path}`, { key });
    const row = { path, route: 'GET /v1/companies/:domain/timeline' };
    expect(body.logs).toMatchObject([
      { ...row, status: 429, error: 'rate_limited' },
      { ...row, status: 200 },
    ]);
  });
});

describe('Request log', () => {
  it('finds rejected requests by their method', async () => {
    const key = await service.createKey();
    const methods = ['OPTIONS', 'PUT', 'TRACE', 'HEAD', 'QUERY'];
    const headers = { 'x-api-key': key };
    for (const method of methods) {
      const sent = request(`${service.url}/v1/account`, { method, headers });
      await new Promise((resolve, reject) =>
        sent.on('error', reject).on('response', resolve).end(),
      );
    }
    await service.flush();
    for (const method of methods) {
      const { body } = await service.call('GET', `/v1/logs?method=${method}`, { key });
      expect(body.logs).toMatchObject([{ method, status: 405, error: 'method_not_allowed' }]);
    }
  });

  it('contains all requests of the account only, newest first, in pages', async () => {
    const key = await service.createKey();
    for (let at = 0; at < 5; at += 1) {
      nowMs += 1_000;
      await search(key, at === 2 ? { limit: 0 } : {});
    }
    nowMs += 1_000;
    await service.call('GET', '/v1/signals/trending?company_domain=one.example', { key });
    await service.flush();
    const all = await service.call('GET', '/v1/logs', { key });
    expect(all.body.total).toBe(6);
    expect(all.body.logs[0]).toMatchObject({
      method: 'GET',
      path: '/v1/signals/trending',
      route: 'GET /v1/signals/trending',
      status: 200,
      error: null,
      credits_charged: 0,
    });
    const failed = await service.call('GET', '/v1/logs?status_min=400&method=POST', { key });
    expect(failed.body.logs).toMatchObject([{ status: 400, error: 'invalid_request' }]);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const next: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page = await service.call('GET', `/v1/logs?path=/v1/signals/search&limit=2${next}`, {
        key,
      });
      seen.push(...page.body.logs.map(({ log_id: id }: { log_id: string }) => id));
      cursor = page.body.next_cursor;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(5);
  });
});

describe('Path with an email address', () => {
  it('is shortened in the request log', async () => {
    const key = await service.createKey();
    for (const path of ['/v1/contacts/pat@one.example', '/v1/signals/pat%40one.example']) {
      expect((await service.call('GET', path, { key })).status).toBe(404);
    }
    await service.flush();
    const { body } = await service.call('GET', '/v1/logs?status_min=404', { key });
    const paths = body.logs.map(({ path }: { path: string }) => path).sort();
    expect(paths).toEqual(['/v1/contacts/…', '/v1/signals/…']);
    const found = await service.call('GET', '/v1/logs?path=/v1/contacts/', { key });
    expect(found.body.total).toBe(1);
  });
});

describe('Documentation page', () => {
  it('allows only its own files and cannot be framed', async () => {
    for (const path of ['/docs', '/docs/', '/docs/swagger-ui-bundle.js']) {
      const { headers } = await fetch(`${service.url}${path}`);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
    const page = await (await fetch(`${service.url}/docs`)).text();
    expect(page).not.toMatch(
      /<script(?! (type="module" crossorigin )?src="\/(docs|assets)\/)|<style|style=|\son\w+=/,
    );
  });
});

describe('GET /llms.txt', () => {
  it('needs no key and links to existing pages', async () => {
    const answer = await fetch(`${service.url}/llms.txt`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ]);
    const links = [...(await answer.text()).matchAll(/\]\((\/[^)]*)\)/g)].map(([, path]) => path);
    expect(links).toEqual(['/openapi.json', '/docs']);
    for (const path of links) expect((await fetch(`${service.url}${path}`)).status).toBe(200);
    expect((await service.call('POST', '/mcp', { key: null, body: {} })).status).toBe(401);
  });
});

it('GET /v1/signals/types lists spellings of a subtype that differ in case once', async () => {
  const typed = (signal_subtype: string) =>
    signalEvent('One', { domain: 'spelt.example' }, { signal_type: 'spelt', signal_subtype });
  await service.load(['é', 'É', 'other'].map(typed));
  const { body } = await service.call('GET', '/v1/signals/types?include_counts=true');
  expect(body.signal_types.find(({ type }: { type: string }) => type === 'spelt')).toMatchObject({
    count: 3,
    subtypes: ['other', 'É'],
  });
});

describe('History of a type', () => {
  it('is zero-filled and ascending by UTC month or ISO week, with the current one partial', async () => {
    nowMs = Date.parse('2026-05-15T12:00:00.000Z');
    const read = (query: string) => service.call('GET', `/v1/signals/types/news/history${query}`);
    const monthly = (await read('')).body;
    expect(
      monthly.history.map(({ period_start: start }: { period_start: string }) =>
        start.slice(0, 10),
      ),
    ).toEqual(['2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01']);
    expect(monthly.history.at(-1).partial).toBe(true);
    expect(monthly.total).toBe(6);
    expect(monthly.history[4].count).toBe(6);
    const weekly = (await read('?interval=weekly&months=2')).body;
    expect(weekly.since).toBe('2026-03-30T00:00:00.000Z');
    expect(weekly.total).toBe(6);
    expect((await service.call('GET', '/v1/signals/types/nope/history')).status).toBe(404);
  });

  it('counts signals with a future date like every other endpoint', async () => {
    nowMs = Date.parse('2026-05-15T12:00:00.000Z');
    const signal_type = 'announced';
    await service.load([
      signalEvent(
        'The fair opens',
        { domain: 'ahead.example' },
        { signal_type, detected_at: '2026-05-17' },
      ),
    ]);
    const bodyOf = async (path: string) => (await service.call('GET', path)).body;
    const found = { signal_types: [signal_type] };
    const types = await bodyOf('/v1/signals/types?include_counts=true');
    const counts = {
      months: (await bodyOf('/v1/signals/types/announced/history')).total,
      weeks: (await bodyOf('/v1/signals/types/announced/history?interval=weekly')).total,
      types: types.signal_types.find(({ type }: { type: string }) => type === signal_type).count,
      trending: (await bodyOf('/v1/signals/trending?signal_types=announced')).total,
      timeline: (await bodyOf('/v1/companies/ahead.example/timeline')).total,
      search: (await service.call('POST', '/v1/signals/search', { body: found })).body.total,
    };
    expect(new Set(Object.values(counts)), JSON.stringify(counts)).toEqual(new Set([1]));
  });
});
