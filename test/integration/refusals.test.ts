/** Rejected requests: all errors at once, in the same format from every part of the service. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { companyProfile, signalEvent } from '../helpers/events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const ADMIN_KEY = 'operators-only-'.repeat(3);
let service: TestService;
let key: string;

beforeAll(async () => {
  service = await startTestService({ adminKey: ADMIN_KEY });
  await service.load([
    companyProfile('one.example', 'One'),
    ...[1, 2, 3].map((at) => signalEvent(`One does ${at}`, { domain: 'one.example' })),
  ]);
  key = await service.createKey();
});

afterAll(() => service.stop());

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

async function send(path: string, { method = 'POST', headers = {}, ...rest }: Sent = {}) {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { 'x-api-key': key, ...headers },
    ...rest,
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  const body = (await response.json().catch(() => null)) as any;
  return { status: response.status, headers: response.headers, body };
}

async function getWithBody(path: string, as: string, body: string): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nx-api-key: ${as}`;
  socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  return text(socket);
}

const SEARCH = '/v1/signals/search';
const search = (body: object) => send(SEARCH, { body: JSON.stringify(body) });
const errorCodes = ({ body }: { body: { details: { field: string; code: string }[] } }) =>
  body.details.map(({ field, code }) => `${field}:${code}`).sort();

describe('All errors at once', () => {
  it('include an invalid cursor', async () => {
    const cursor = 'garbage';
    const both = ['cursor:invalid_cursor', 'limit:too_big'];
    expect(errorCodes(await search({ cursor, limit: 999 }))).toEqual(both);
    for (const path of ['/v1/logs', '/v1/companies/one.example/timeline']) {
      const answer = await send(`${path}?cursor=${cursor}&limit=999`, { method: 'GET' });
      expect(errorCodes(answer), path).toEqual(both);
    }
    expect(errorCodes(await search({ cursor, count_only: true }))).toEqual([
      'cursor:invalid_cursor',
    ]);
  });

  it('include those of counts by group and of suggestions', async () => {
    const body = { group_by: ['day', 'year', 'day'], query: 'x', limit: 201, signal_subtype: ' ' };
    const counted = await send('/v1/signals/aggregate', { body: JSON.stringify(body) });
    expect(errorCodes(counted)).toEqual([
      'group_by:too_many_items',
      'group_by[1]:invalid_enum',
      'limit:too_big',
      'query:unknown_field',
      'signal_subtype:too_short',
    ]);
    const faultsOf = async (group_by: unknown) => {
      const answer = await send('/v1/signals/aggregate', { body: JSON.stringify({ group_by }) });
      return answer.body.details.map(({ message }: { message: string }) => message);
    };
    expect(await faultsOf(['day', 'day'])).toEqual(['`group_by` must have each entry only once.']);
    expect(await faultsOf([])).toEqual(['`group_by` must have at least one entry.']);
    expect(await faultsOf(undefined)).toEqual(['`group_by` is required.']);
    expect(await faultsOf('day')).toEqual(['`group_by` must be an array.']);
    const suggest = (query: string) =>
      send(`/v1/companies/suggest${query}`, { method: 'GET' }).then(errorCodes);
    expect(await suggest('?limit=21&x=1')).toEqual([
      'limit:too_big',
      'q:required',
      'x:unknown_field',
    ]);
    expect(await suggest('?q=%20')).toEqual(['q:too_short']);
    expect(await suggest(`?q=${'x'.repeat(201)}`)).toEqual(['q:too_long']);
  });

  it('include those of the Idempotency-Key', async () => {
    const answer = await send(`${SEARCH}?x=1`, {
      headers: { 'idempotency-key': 'k'.repeat(129) },
      body: '{"limit":0,"foo":1}',
    });
    expect(answer.status).toBe(400);
    const all = ['Idempotency-Key:too_long', 'foo:unknown_field', 'limit:too_small'];
    expect(errorCodes(answer)).toEqual([...all, 'x:unknown_field']);
    const alone = await send(SEARCH, { headers: { 'idempotency-key': '' }, body: '{}' });
    expect(errorCodes(alone)).toEqual(['Idempotency-Key:too_short']);
  });

  it('include an unreadable body, without errors about its fields', async () => {
    const malformed = await send('/v1/companies/bulk?x=1', { body: '{bad' });
    expect(errorCodes(malformed)).toEqual([':malformed_json', 'x:unknown_field']);
    const big = await send(`${SEARCH}?x=1`, { body: JSON.stringify({ query: 'x'.repeat(3e5) }) });
    expect(errorCodes(big)).toEqual([':too_big', 'x:unknown_field']);
    const unknown = await send('/v1/nowhere', { body: '{bad' });
    expect(unknown.status).toBe(404);
    await service.flush();
    const { body } = await send('/v1/logs?path=/v1/companies/bulk', { method: 'GET' });
    expect(body.logs[0]).toMatchObject({ route: 'POST /v1/companies/bulk', status: 400 });
  });

  it('include a body that is too deep or too wide, on every kind of endpoint', async () => {
    const deep = `{"query":${'['.repeat(100)}${']'.repeat(100)}}`;
    const wide = JSON.stringify(
      Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`u${at}`, at])),
    );
    for (const body of [deep, wide]) {
      const headers = { 'idempotency-key': 'k'.repeat(129) };
      const answer = await send(`${SEARCH}?x=1`, { headers, body });
      expect(answer.status).toBe(400);
      expect(errorCodes(answer)).toEqual([
        ':too_big',
        'Idempotency-Key:too_long',
        'x:unknown_field',
      ]);
      const ofTool = await send('/mcp', { body });
      expect(errorCodes({ body: ofTool.body.error.data })).toEqual([':too_big']);
      const admin = { 'x-api-key': ADMIN_KEY };
      const account = await send('/v1/admin/accounts/acme?x=1', {
        method: 'PATCH',
        headers: admin,
        body,
      });
      expect(errorCodes(account)).toEqual([':too_big', 'x:unknown_field']);
    }
  });

  it('include bytes that are not UTF-8, in any body', async () => {
    const latin1 = (text: string) => Buffer.from(text, 'latin1');
    const used = async () => (await send('/v1/credits', { method: 'GET' })).body.used;
    const before = await used();
    const body = latin1('{"query":"caf\xe9 layoffs"}');
    expect(errorCodes(await send(SEARCH, { body }))).toEqual([':malformed_json']);
    const call = { name: 'signals_search', arguments: { query: 'caf\xe9 layoffs' } };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
    const ofTool = await send('/mcp', { body: latin1(JSON.stringify(message)) });
    expect([ofTool.status, ofTool.body.error.code]).toEqual([400, -32_700]);
    expect(await used()).toBe(before);
    const utf16 = {
      headers: { 'content-type': 'application/json; charset=utf-16le' },
      body: Buffer.from('{"limit":1}', 'utf16le'),
    };
    expect((await send(SEARCH, utf16)).status).toBe(200);
  });

  it.each(['/v1/signals/search', '/mcp'])('include a body of tiny chunks: %s', async (path) => {
    const chunked = async (chunks: string): Promise<string> => {
      const { hostname, port, host } = new URL(service.url);
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nx-api-key: ${key}\r\nConnection: close\r\n` +
          `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`,
      );
      return text(socket);
    };
    expect(await chunked('1\r\n \r\n'.repeat(2_000))).toContain('very small chunks');
    const few = await chunked(`${'1\r\n \r\n'.repeat(900)}0\r\n\r\n`);
    expect(few).not.toContain('very small chunks');
  });

  it('state their number if only the first ones are listed', async () => {
    const contacts = Array.from({ length: 200 }, () => ({ a: 1, b: 2, c: 3, d: 4 }));
    const { body } = await send('/v1/contacts/bulk', { body: JSON.stringify({ contacts }) });
    expect(body.message).toMatch(
      /^The request has at least \d+ errors\. `details` has the first 250\.$/,
    );
    expect(body.details).toHaveLength(250);
  });

  it('are found without running a query', async () => {
    const asked = vi.spyOn(service.clickhouse, 'rows');
    const key = await service.createKey();
    await send('/v1/account', { method: 'GET', headers: { 'x-api-key': key } });
    asked.mockClear();
    for (const path of ['/v1/signals/trending', '/v1/signals/types', '/v1/logs', '/v1/usage']) {
      // `fetch` sends no body with GET.
      const answer = await getWithBody(path, key, '{bad');
      expect(answer, path).toMatch(/^HTTP\/1\.1 400 .*malformed_json/s);
    }
    expect(asked.mock.calls.map(([sql]) => sql)).toEqual([]);
    asked.mockRestore();
  });

  it('are not returned for an operation that the account cannot access', async () => {
    const headers = { 'idempotency-key': '' };
    const answer = await send('/v1/intent/companies', { headers, body: '{"foo":1}' });
    expect([answer.status, answer.body.details]).toEqual([404, []]);
  });

  it('are free of charge', async () => {
    const before = (await send('/v1/credits', { method: 'GET' })).body.used;
    const headers = { 'idempotency-key': 'k'.repeat(129) };
    const refused = await send('/v1/companies/one.example/timeline', { method: 'GET', headers });
    expect(refused.status).toBe(400);
    expect((await send('/v1/credits', { method: 'GET' })).body.used).toBe(before);
  });
});

describe('Cursor', () => {
  it('is rejected if altered, and accepted for equivalent filters', async () => {
    const asked = { signal_types: ['news', 'sec-8k'], company_name: 'One', limit: 1 };
    const { next_cursor: cursor } = (await search(asked)).body;
    expect(cursor).toEqual(expect.any(String));
    const spelled = { ...asked, signal_types: ['SEC-8K', 'news', 'News'], company_name: 'one inc' };
    expect((await search({ ...spelled, cursor })).status).toBe(200);
    const other = await search({ ...asked, signal_types: ['news'], cursor });
    expect(errorCodes(other)).toEqual(['cursor:invalid_cursor']);
    for (const altered of [`${cursor}x`, `${cursor}==`, ` ${cursor}`, cursor.slice(0, -1)]) {
      const answer = await search({ ...asked, cursor: altered });
      expect(errorCodes(answer), altered).toEqual(['cursor:invalid_cursor']);
    }
  });
});

describe('Invalid values', () => {
  it.each(['+99:99', '+24:00', '+14:60'])('are rejected: UTC offset %s', async (offset) => {
    const answer = await search({ detected_after: `2026-03-01T00:00:00${offset}` });
    expect(errorCodes(answer)).toEqual(['detected_after:invalid_format']);
  });

  it.each(['foo_bar.com', 'xn--a.example'])('are rejected: domain %s', async (domain) => {
    const answer = await search({ company_domain: domain });
    expect(errorCodes(answer)).toEqual(['company_domain:invalid_format']);
  });
});

describe('Errors outside of operations', () => {
  it('return credit headers with a 429', async () => {
    const hasty = await service.createKey({ rateLimit: 1, unlimited: false, monthlyLimit: 7 });
    const account = () => send('/v1/account', { method: 'GET', headers: { 'x-api-key': hasty } });
    expect((await account()).status).toBe(200);
    const refused = await account();
    expect(refused.status).toBe(429);
    const left = ['used', 'remaining', 'limit'].map((of) => refused.headers.get(`x-credits-${of}`));
    expect(left).toEqual(['0', '7', '7']);
    expect(refused.headers.get('x-credits-reset')).toMatch(/Z$/);
  });

  it.each([
    ['POST', '/health/live'],
    ['OPTIONS', '/openapi.json'],
    ['DELETE', '/metrics'],
    ['PUT', '/docs'],
    ['POST', '/llms.txt'],
  ])('return 405 with Allow for %s %s', async (method, path) => {
    const answer = await send(path, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(answer.body.error).toBe('method_not_allowed');
  });

  it('return 404 for a path in another case', async () => {
    expect((await send('/v1/Account', { method: 'GET' })).status).toBe(404);
  });

  it.each([
    [
      'headers beyond all bounds',
      `GET /v1/account HTTP/1.1\r\nx: ${'y'.repeat(20_000)}`,
      'too_big',
    ],
    ['no HTTP at all', 'HELO mail.example', 'invalid_format'],
  ])('return 400 in the usual format for %s', async (_what, request, code) => {
    const { port } = new URL(service.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.end(`${request}\r\n\r\n`);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/^X-Request-Id: [\w-]{36}$/m);
    const said = JSON.parse(body);
    expect(said).toMatchObject({ error: 'invalid_request', code: 400 });
    expect(errorCodes({ body: said })).toEqual([`:${code}`]);
  });
});

describe('Types outside the catalogue', () => {
  it('keep their spelling, and are counted with either association', async () => {
    const contact = { email: 'pat@one.example', name: 'Pat' };
    const of = (summary: string, rest: object) =>
      signalEvent(summary, { domain: 'one.example' }, { signal_type: 'Custom-Type', ...rest });
    await service.load([
      of('A company thing', {}),
      of('Pat says this', { contact }),
      of('Pat says that', { contact }),
    ]);
    const history = await send('/v1/signals/types/CUSTOM-TYPE/history', { method: 'GET' });
    expect(history.body).toMatchObject({ type: 'Custom-Type', association: 'contact' });
    for (const association of ['company', 'contact']) {
      const query = `include_counts=true&association=${association}`;
      const { body } = await send(`/v1/signals/types?${query}`, { method: 'GET' });
      const counts = body.signal_types.map(({ count }: { count: number }) => count);
      const sum = counts.reduce((total: number, count: number) => total + count, 0);
      expect(sum, association).toBe(body.total_signals);
    }
  });
});

describe('Answers that are too large', () => {
  const tooBig = (location: string) => [400, [{ field: '', location, code: 'too_big' }]];
  const faultsOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [
    status,
    body.details.map(({ field, location, code }: Record<string, string>) => {
      return { field, location, code };
    }),
  ];

  it('are refused free of charge before they exhaust the memory', async () => {
    const notes = 'x'.repeat(900_000);
    for (let at = 0; at < 45; at += 15) {
      await service.load(
        Array.from({ length: 15 }, () =>
          signalEvent('huge', { domain: 'huge.example' }, { data: { summary: 'huge', notes } }),
        ),
      );
    }
    const used = async () => (await send('/v1/credits', { method: 'GET' })).body.used;
    const before = await used();
    // Too much for one statement, then for one answer that repeats the same signal.
    const limit = JSON.stringify({ company_domain: 'huge.example', limit: 100 });
    expect(faultsOf(await send(SEARCH, { body: limit }))).toEqual(tooBig('body'));
    const timeline = '/v1/companies/huge.example/timeline?limit=100';
    expect(faultsOf(await send(timeline, { method: 'GET' }))).toEqual(tooBig('query'));
    const domains = Array(100).fill('huge.example');
    const bulk = JSON.stringify({ domains, limit_per_company: 1 });
    const refused = await send('/v1/companies/bulk', { body: bulk });
    expect(faultsOf(refused)).toEqual(tooBig('body'));
    expect(refused.body.details[0].message).toMatch(/`limit_per_company`.*fewer `domains`/);
    expect(await used()).toBe(before);
    const small = JSON.stringify({ company_domain: 'huge.example', limit: 2 });
    expect((await send(SEARCH, { body: small })).body).toMatchObject({ total: 45, has_more: true });
  }, 60_000);
});
