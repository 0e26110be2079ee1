/**
 * No request may block the process: hostile ones must be answered in time, and the longest answers must not delay
 * others. `fuzz.ts` decides how many random requests are drawn.
 */
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeVector } from '../fakes/fake-embedder.js';
import { bundledEmbedder } from '../helpers/bundled-embedder.js';
import { companyProfile, envelope, signalEvent } from '../helpers/events.js';
import { blockOf, FUZZ_SECONDS, fuzz, MAX_BLOCK_MS } from '../helpers/fuzz.js';
import { type HostileRequest, hostileRequest, KNOWN } from '../helpers/hostile-requests.js';
import { ROWS } from '../helpers/hostile-values.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const ADMIN_KEY = 'operators-only-'.repeat(3);
const REQUESTS = 200;

let service: TestService;
let key: string;

beforeAll(async () => {
  // Only with a real model the words of questions are compared with signals.
  const embedder = await bundledEmbedder();
  service = await startTestService({ adminKey: ADMIN_KEY, embedder });
  const text = 'It goes on as it did, and "more" of that is said on Tuesdays. '.repeat(8);
  const company = { domain: KNOWN.domain };
  const contact = { email: KNOWN.email, network_url: KNOWN.profile, name: 'Pat' };
  // The events bring vectors, so that only the texts of requests are embedded.
  const embedding = { model: embedder.model, vector: [...fakeVector(text)] };
  const signal = (who: string, hours: number, more = {}) => {
    const detected_at = new Date(Date.now() - hours * 3_600_000).toISOString();
    return {
      ...signalEvent(`${who} ${hours} ${text}`, company, { detected_at, ...more }),
      embedding,
    };
  };
  await service.load(
    [
      companyProfile(KNOWN.domain, 'One', { industries: ['Software'] }),
      envelope('contact-profiles', { ...contact, company_domain: KNOWN.domain }),
      ...Array.from({ length: 300 }, (_, n) => signal('One', n)),
      ...Array.from({ length: 120 }, (_, n) => signal('Pat', n, { contact })),
    ],
    500,
  );
  key = await service.createKey({ earlyAccess: true });
  await service.createKey({ accountId: KNOWN.accountId });
});

afterAll(async () => {
  await service.stop();
  await service.embedder.close();
});

/** Returns status and length only, because keeping large answers would take part of the measured time. */
function send({ keyKind, method, path, headers, body }: HostileRequest) {
  return new Promise<{ status: number; bytes: number }>((resolve, reject) => {
    const request = httpRequest(
      `${service.url}${path}`,
      { method, headers: { 'x-api-key': keyKind === 'admin' ? ADMIN_KEY : key, ...headers } },
      (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes }));
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body ?? undefined);
  });
}

const post = (path: string, body: unknown, headers = {}): HostileRequest => ({
  keyKind: path.startsWith('/v1/admin') ? 'admin' : 'account',
  method: 'POST',
  path,
  headers: path === '/mcp' ? { accept: 'application/json, text/event-stream', ...MCP } : headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const MCP = { 'content-type': 'application/json' };
const callOf = (name: string, args: unknown, more = {}) =>
  post('/mcp', {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name, arguments: args, ...more },
  });
const many = (length: number, of: unknown) => Array(length).fill(of);
const fields = (length: number) =>
  Object.fromEntries(Array.from({ length }, (_, at) => [`u${at}`, 1]));
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const HUNDRED = many(100, KNOWN.domain);
const PEOPLE = many(100, { contact_email: KNOWN.email });
const message = (rest: string) => post('/mcp', `{"jsonrpc":"2.0",${rest}}`);

describe('Hostile requests', () => {
  it.each<[string, HostileRequest, number]>([
    ['30,000 contacts', post('/v1/contacts/bulk', { contacts: many(30_000, { a: 1 }) }), 400],
    ['80,000 empty contacts', post('/v1/contacts/bulk', { contacts: many(80_000, {}) }), 400],
    [
      '30,000 contacts by intent',
      post('/v1/intent/contacts', { query: 'x', contacts: many(30_000, { a: 1 }) }),
      400,
    ],
    [
      '10,000 contacts of an agent',
      callOf('contacts_bulk_enrich', { contacts: many(1e4, {}) }),
      200,
    ],
    ['80,000 domains', post('/v1/companies/bulk', { domains: many(80_000, '') }), 400],
    ['120,000 types', post('/v1/signals/search', { signal_types: many(120_000, 1) }), 400],
    ['24,000 unknown fields', post('/v1/signals/search', fields(24_000)), 400],
    ['24,000 of an operator', post('/v1/admin/accounts', fields(24_000)), 400],
    ['24,000 of an agent', callOf('signals_search', fields(24_000)), 400],
    ['24,000 beside the arguments', callOf('signals_types', {}, { _meta: fields(24_000) }), 400],
    [
      'a depth of 120,000 with an idempotency key',
      post('/v1/signals/search', `{"query":${nested(120_000)}}`, { 'idempotency-key': 'deep' }),
      400,
    ],
    ['a deep argument', message(`"id":1,"method":"tools/call","params":${nested(120_000)}`), 400],
    ['a deep id', message(`"id":${nested(120_000)},"method":"tools/list"`), 400],
    [
      'deep capabilities',
      message(`"id":1,"method":"initialize","params":{"capabilities":${nested(120_000)}}`),
      400,
    ],
    [
      '80,000 empty contacts with an idempotency key',
      post('/v1/contacts/bulk', { contacts: many(80_000, {}) }, { 'idempotency-key': 'wide' }),
      400,
    ],
    ['a profile of slashes', post('/v1/contacts/enrich', slashes(250_000)), 400],
  ])('are answered without blocking the process: %s', async (_what, request, status) => {
    const seen = await blockOf(() => send(request));
    expect(seen.result.status).toBe(status);
    expect(seen.blockMs).toBeLessThan(MAX_BLOCK_MS);
  });

  it(
    'drawn at random are answered below 500 without blocking',
    { timeout: (FUZZ_SECONDS + 300) * 1_000 },
    () =>
      fuzz({
        cases: REQUESTS,
        draw: hostileRequest,
        send,
        check: ({ status }, said) => expect(status, said).toBeLessThan(500),
        describe: describeRequest,
      }),
  );
});

describe('Longest answers', () => {
  it.each<[string, HostileRequest]>([
    ['a page of 500', post('/v1/signals/search', { limit: 500 })],
    ['100 companies', post('/v1/companies/bulk', { domains: HUNDRED, limit_per_company: 100 })],
    ['100 people', post('/v1/contacts/bulk', { contacts: PEOPLE, limit_per_contact: 100 })],
    [
      '100 companies for an agent',
      callOf('companies_bulk_enrich', {
        domains: HUNDRED,
        limit_per_company: 100,
        response_format: 'detailed',
      }),
    ],
  ])('do not block the process: %s', async (_what, request) => {
    const seen = await blockOf(() => send(request));
    expect(seen.result.status).toBe(200);
    expect(seen.blockMs).toBeLessThan(MAX_BLOCK_MS);
  });
});

describe('Longest questions', () => {
  it.each(ROWS)('do not block the process: %s', async (row) => {
    const query = row.repeat(2_000 / row.length);
    for (const request of [
      post('/v1/signals/search', { query, limit: 500, explain: true }),
      post('/v1/intent/companies', { query }),
      callOf('signals_search', { query, limit: 1 }),
    ]) {
      const seen = await blockOf(() => send(request));
      expect(seen.result.status).toBe(200);
      expect(seen.blockMs).toBeLessThan(MAX_BLOCK_MS);
    }
  });
});

function slashes(length: number): object {
  return { contact_network_url: `${'/'.repeat(length)}x` };
}

function describeRequest({ method, path, headers, body }: HostileRequest): string {
  const from = `${method} ${path.slice(0, 100)} ${JSON.stringify(headers).slice(0, 60)}`;
  return `${from} ${(body ?? '').slice(0, 200)} (${body?.length ?? 0})`;
}
