/** MCP: every tool over every transport, compared with the answers of the API, and the endpoint itself. */
import { request as httpRequest } from 'node:http';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileSchema } from '../../shared/domain/schemas/validators.js';
import { companyProfile, envelope, signalEvent } from '../helpers/events.js';
import { AGENTS, type Agent, type ToolAnswer } from '../helpers/mcp-clients.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const NOW = '2026-05-15T12:00:00.000Z';
let nowMs = Date.parse(NOW);
let service: TestService;
let key: string;
let signalId: string;

const PAT = { contact_email: 'pat@one.example' };
const ALL_OF_TWO = { company_domain: 'two.example' };
const INTENT = {
  query: 'One does speak',
  min_signals: 1,
  filters: { detected_after: '2026-03-01' },
};

beforeAll(async () => {
  service = await startTestService({
    clock: { now: () => nowMs },
    mcpHosts: ['signals.example', '::2'],
  });
  await service.load([
    companyProfile('one.example', 'One', { industries: ['Software'] }),
    companyProfile('two.example', 'Two'),
    envelope('contact-profiles', {
      email: 'pat@one.example',
      name: 'Pat',
      title: 'Chief',
      company_domain: 'one.example',
    }),
    ...Array.from({ length: 30 }, (_, at) =>
      signalEvent(
        `One does thing ${at}`,
        { domain: 'one.example' },
        {
          detected_at: `2026-05-${String((at % 14) + 1).padStart(2, '0')}T00:00:00.000Z`,
          data: { summary: `One does thing ${at}`, amount: at },
        },
      ),
    ),
    signalEvent('Pat speaks', { domain: 'one.example' }, { contact: { email: 'pat@one.example' } }),
    ...Array.from({ length: 120 }, (_, at) =>
      signalEvent(
        `Two tells a long story ${at}`,
        { domain: 'two.example' },
        { data: { summary: `Two tells a long story ${at}`, text: 'long '.repeat(200) } },
      ),
    ),
    signalEvent(
      'Two writes a book',
      { domain: 'two.example' },
      { signal_type: 'book', data: { summary: 'Two writes a book', text: 'word '.repeat(40_000) } },
    ),
  ]);
  key = await service.createKey({ accountId: 'agents', earlyAccess: true });
  const found = await service.call('POST', '/v1/signals/search', { body: { limit: 1 } });
  signalId = found.body.signals[0].signal_id;
});

afterAll(() => service.stop());

async function withAgent<T>(
  kind: string,
  work: (agent: Agent) => Promise<T>,
  to: { key?: string; url?: string; headers?: Record<string, string> } = {},
): Promise<T> {
  const connect = AGENTS[kind];
  if (!connect) throw new Error(`no agent of kind ${kind}`);
  const agent = await connect({ url: service.url, key, ...to });
  try {
    return await work(agent);
  } finally {
    await agent.close();
  }
}

const ask = (name: string, args: Record<string, unknown> = {}, as = key): Promise<ToolAnswer> =>
  withAgent('2026 over HTTP', (agent) => agent.callTool(name, args), { key: as });

async function ofApi(method: string, path: string, body?: object) {
  return (await service.call(method, path, { key, ...(body ? { body } : {}) })).body;
}

/** Expects that the answer contains the credits and usage of the API, which are free to read. */
async function isAccountOf({ structured }: ToolAnswer): Promise<void> {
  const usage = await ofApi('GET', '/v1/usage?interval=hour');
  expect(structured.credits).toEqual(await ofApi('GET', '/v1/credits'));
  expect(structured.credits.used).toBeGreaterThan(0);
  expect(structured.usage).toMatchObject({ interval: 'hour', credits: usage.credits });
}

const TODAY = NOW.slice(0, 10);

/** Tool, arguments, and the corresponding answer of the API. */
const CALLS: readonly [string, () => Record<string, unknown>, () => Promise<unknown>][] = [
  [
    'signals_search',
    () => ({ company_domain: 'one.example', limit: 7 }),
    () => ofApi('POST', '/v1/signals/search', { company_domain: 'one.example', limit: 7 }),
  ],
  [
    'signals_trending',
    () => ({ time_window: '30d', signal_types: ['news', 'other'], limit: 5 }),
    () => ofApi('GET', '/v1/signals/trending?time_window=30d&signal_types=news,other&limit=5'),
  ],
  ['signals_get', () => ({ signal_id: signalId }), () => ofApi('GET', `/v1/signals/${signalId}`)],
  [
    'signals_types',
    () => ({ include_counts: true }),
    () => ofApi('GET', '/v1/signals/types?include_counts=true'),
  ],
  [
    'signals_type_history',
    () => ({ type: 'news', months: 3 }),
    () => ofApi('GET', '/v1/signals/types/news/history?months=3'),
  ],
  [
    'signals_aggregate',
    () => ({ group_by: ['company', 'week'], signal_types: ['news'] }),
    () =>
      ofApi('POST', '/v1/signals/aggregate', {
        group_by: ['company', 'week'],
        signal_types: ['news'],
      }),
  ],
  [
    'companies_suggest',
    () => ({ q: 'one.exa' }),
    () => ofApi('GET', '/v1/companies/suggest?q=one.exa'),
  ],
  [
    'companies_enrich',
    () => ({ domain: 'https://www.one.example/' }),
    () => ofApi('POST', '/v1/companies/enrich', { domain: 'one.example' }),
  ],
  [
    'companies_bulk_enrich',
    () => ({ domains: ['one.example', 'nobody.example'] }),
    () => ofApi('POST', '/v1/companies/bulk', { domains: ['one.example', 'nobody.example'] }),
  ],
  [
    'companies_timeline',
    () => ({ domain: 'one.example', signal_types: ['news'] }),
    () => ofApi('GET', '/v1/companies/one.example/timeline?signal_types=news'),
  ],
  ['contacts_enrich', () => PAT, () => ofApi('POST', '/v1/contacts/enrich', PAT)],
  [
    'contacts_bulk_enrich',
    () => ({ contacts: [PAT, { contact_email: 'nobody@one.example' }] }),
    () =>
      ofApi('POST', '/v1/contacts/bulk', {
        contacts: [PAT, { contact_email: 'nobody@one.example' }],
      }),
  ],
  [
    'contacts_timeline',
    () => PAT,
    () => ofApi('GET', '/v1/contacts/timeline?contact_email=pat@one.example'),
  ],
  ['account_keys', () => ({}), () => ofApi('GET', '/v1/keys')],
  ['account_statements', () => ({ limit: 3 }), () => ofApi('GET', '/v1/statements?limit=3')],
  ['account_statement', () => ({ day: TODAY }), () => ofApi('GET', `/v1/statements/${TODAY}`)],
  ['intent_companies', () => INTENT, () => ofApi('POST', '/v1/intent/companies', INTENT)],
  ['intent_contacts', () => INTENT, () => ofApi('POST', '/v1/intent/contacts', INTENT)],
  ['account_usage', () => ({ interval: 'hour' }), async () => null],
];

describe.each(Object.keys(AGENTS))('MCP agent: %s', (kind) => {
  it('lists every tool, and gets the same answers as from the API', async () => {
    await withAgent(kind, async (agent) => {
      const tools = await agent.listTools();
      expect(tools.map(({ name }) => name)).toEqual(CALLS.map(([name]) => name));
      for (const [name, args, expected] of CALLS) {
        await service.flush();
        const detailed = await agent.callTool(name, { ...args(), response_format: 'detailed' });
        expect(detailed.isError, detailed.texts.join('\n')).toBe(false);
        await service.flush();
        if (name !== 'account_usage') expect(detailed.structured, name).toEqual(await expected());
        else await isAccountOf(detailed);
        const brief = await agent.callTool(name, args());
        const valid = compileSchema(tools.find((tool) => tool.name === name)?.outputSchema ?? {});
        for (const answer of [detailed, brief]) {
          expect(JSON.parse(answer.texts[0] ?? '')).toEqual(answer.structured);
          expect(valid(answer.structured), JSON.stringify(valid.errors)).toBe(true);
        }
      }
    });
  });

  it('gets errors that explain the cause and the remedy', async () => {
    const poor = await service.createKey({ unlimited: false, monthlyLimit: 0 });
    await withAgent(
      kind,
      async (agent) => {
        const broke = await agent.callTool('signals_search', { limit: 1 });
        expect(broke).toMatchObject({ isError: true, structured: undefined });
        expect(broke.texts[0]).toMatch(
          /the call costs 1, and this account has 0 left until 2026-06-01T00:00/,
        );
        expect(broke.texts[0]).toContain('Free calls still work');
        const faulty = await agent.callTool('signals_search', { querry: 'x', limit: 0 });
        expect(faulty.isError).toBe(true);
        expect(faulty.texts[0]).toContain(
          '`querry` is unknown. Did you mean `query`? Known arguments: `query`',
        );
        expect(faulty.texts[0]).toContain('`limit` must be at least 1.');
        const wrong = await agent.callTool('companies_timeline', { since: 'soon', limit: 'all' });
        expect(wrong.texts[0]).toContain('`domain` is required.');
        expect(wrong.texts[0]).toContain('`since` must be an ISO 8601 date');
        expect(wrong.texts[0]).toContain('`limit` must be an integer.');
        const none = await agent.callTool('signals_delete');
        expect(none.isError).toBe(true);
        expect(none.texts[0]).toContain('Available tools: signals_search, signals_trending');
        const lost = await agent.callTool('signals_type_history', { type: 'nothing' });
        expect(lost.texts[0]).toMatch(
          /^No signal type has this name\.\nUse a `type` that signals_types returns\. /,
        );
      },
      { key: poor },
    );
  });
});

describe('MCP tool', () => {
  it('starts its description with the price, describes every argument, and is read-only', async () => {
    const tools = await withAgent('2026 over HTTP', (agent) => agent.listTools());
    for (const tool of tools) {
      expect(tool.description, tool.name).toMatch(/^(Costs \d credits? per |Free of charge\.)/);
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      const { properties = {} } = tool.inputSchema;
      for (const [name, property] of Object.entries(properties)) {
        expect(property, `${tool.name} ${name}`).toHaveProperty('description');
      }
      expect(JSON.stringify(tool)).not.toMatch(/"\$ref"|"x-|iso-date"|\.json"/);
    }
  });

  it('returns ten signals with few fields by default, and more on request', async () => {
    const brief = await ask('signals_search', { company_domain: 'one.example' });
    expect(brief.structured).toMatchObject({ total: 31, limit: 10, has_more: true });
    expect(brief.structured.signals).toHaveLength(10);
    expect(Object.keys(brief.structured.signals[0]).sort()).toEqual([
      'company',
      'contact',
      'data',
      'detected_at',
      'signal_id',
      'signal_subtype',
      'signal_type',
    ]);
    const complete = await ask('signals_get', { signal_id: signalId });
    expect(complete.structured).toEqual(await ofApi('GET', `/v1/signals/${signalId}`));
    expect(brief.structured.signals[0].company).toEqual({ name: 'One', domain: 'one.example' });
    expect(Object.keys(brief.structured.signals[0].data)).toEqual(['summary']);
    const next = await ask('signals_search', {
      company_domain: 'one.example',
      cursor: brief.structured.next_cursor,
      limit: 500,
      response_format: 'detailed',
    });
    expect(next.structured.signals).toHaveLength(21);
    expect(next.structured.signals[0].data).toHaveProperty('amount');
  });

  it('explains how to get a valid argument if nothing is found', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const calls: [string, Record<string, unknown>, string][] = [
      ['signals_get', { signal_id: id }, 'Use a `signal_id` of signals_search'],
      ['signals_search', { similar_to: id }, 'Use for `similar_to` a `signal_id` of'],
      ['companies_enrich', { company_name: 'Nobody' }, 'companies_suggest finds companies'],
      ['companies_timeline', { domain: 'nobody.example' }, 'companies_suggest finds companies'],
      ['contacts_enrich', { contact_email: 'a@nobody.example' }, 'Check `contact_email` and'],
      ['contacts_timeline', { contact_email: 'a@nobody.example' }, 'Check `contact_email` and'],
      ['account_statement', { day: '2001-01-01' }, 'Use a `day` of a period that'],
      ['constructor', {}, 'Call one of these. Nothing was charged.'],
    ];
    for (const [name, args, remedy] of calls) {
      expect((await ask(name, args)).texts[0]?.split('\n')[1], name).toContain(remedy);
    }
  });

  it('mentions arguments in errors instead of a body or query', async () => {
    for (const name of ['companies_enrich', 'contacts_enrich', 'contacts_timeline']) {
      expect((await ask(name)).texts[0], name).toMatch(
        /^The arguments must have at least one of `/,
      );
    }
  });

  it('accepts lists for comma-separated parameters, and rejects entries that are no text', async () => {
    const args = { time_window: '30d', signal_types: [] };
    expect((await ask('signals_trending', args)).structured.total).toBe(30);
    const none = await ask('signals_trending', { ...args, signal_types: ['nothing'] });
    expect(none.structured.total).toBe(0);
    const refused = await ask('signals_trending', { ...args, signal_types: ['news', 1] });
    expect(refused.texts[0]).toContain('`signal_types[1]` must be a string.');
    const all = await ask('signals_trending', { signal_types: [1], limit: 0, foo: 1 });
    for (const name of ['signal_types[0]', 'limit', 'foo']) {
      expect(all.texts[0]).toContain(`\`${name}\` `);
    }
    const format = await ask('signals_types', { response_format: 'long' });
    expect(format.texts[0]).toContain('`response_format` must be one of concise, detailed.');
    expect((await ask('signals_get', {})).texts[0]).toContain('`signal_id` is required.');
  });

  it('truncates a long answer, keeps its totals, and explains how to get the rest', async () => {
    const all = { ...ALL_OF_TWO, limit: 500, response_format: 'detailed' };
    const cut = await ask('signals_search', all);
    const { signals, notice, total, has_more, next_cursor: cursor } = cut.structured;
    expect(cut.bytes).toBeLessThanOrEqual(60_000);
    expect(cut.bytes).toBeGreaterThan(50_000);
    expect({ total, has_more }).toEqual({ total: 121, has_more: true });
    expect(notice).toContain(`\`signals\`: the first ${signals.length} of 121.`);
    expect(notice).toContain('call again with this `next_cursor` as `cursor`.');
    expect(cut.texts[1]).toContain(notice);
    const next = await ask('signals_search', { ...all, limit: 1, cursor });
    expect(next.structured.total).toBe(121);
    const ids = (await ofApi('POST', '/v1/signals/search', { ...ALL_OF_TWO, limit: 500 })).signals;
    const idOf = ({ signal_id: id }: { signal_id: string }) => id;
    expect([...signals, ...next.structured.signals].map(idOf)).toEqual(
      ids.slice(0, signals.length + 1).map(idOf),
    );
    const timeline = { domain: 'two.example', limit: 500, response_format: 'detailed' };
    const walked: string[] = [];
    for (let page: ToolAnswer | undefined; page?.structured.next_cursor !== null; ) {
      const after = page && { cursor: page.structured.next_cursor };
      page = await ask('companies_timeline', { ...timeline, ...after });
      walked.push(...page.structured.timeline.map(idOf));
    }
    expect(walked).toEqual(ids.map(idOf));
    const [book] = (await ask('signals_search', { signal_types: ['book'] })).structured.signals;
    const read = await ask('signals_get', {
      signal_id: book.signal_id,
      response_format: 'detailed',
    });
    expect(read.bytes).toBeLessThan(60_000);
    expect(read.structured.data).toEqual({ summary: 'Two writes a book' });
    expect(read.structured.notice).toContain('The data of 1 signal was truncated to the summary.');
  });

  it('truncates lists of signals per company before it omits companies, which are paid', async () => {
    const domains = (length: number) => Array.from({ length }, () => 'two.example');
    const advised = await ask('companies_bulk_enrich', { domains: domains(20) });
    expect(advised.bytes).toBeLessThanOrEqual(60_000);
    expect(advised.meta.credits_charged).toBe(20);
    expect(advised.structured.results).toHaveLength(20);
    for (const { signals } of advised.structured.results) expect(signals.length).toBeGreaterThan(0);
    const bulk = { limit_per_company: 20, response_format: 'detailed' };
    const several = await ask('companies_bulk_enrich', { ...bulk, domains: domains(4) });
    expect(several.bytes).toBeLessThanOrEqual(60_000);
    expect(several.structured.results).toHaveLength(4);
    for (const { signals } of several.structured.results) {
      expect(signals.length).toBeGreaterThanOrEqual(3);
    }
    expect(several.structured.notice).not.toContain('`results`');
    const many = await ask('companies_bulk_enrich', { domains: domains(100) });
    expect(many.bytes).toBeLessThanOrEqual(60_000);
    const { results, total_companies: total, notice } = many.structured;
    expect([total, results.length]).toEqual([100, 100]);
    expect(results[0]).toMatchObject({ signals: [], signal_summary: { book: 1, news: 120 } });
    expect(notice).toContain('60 kB: `signals` of each entry: none.');
    expect(notice).toContain('With fewer `domains` at once, more of each entry fits.');
    expect(notice).not.toMatch(/concise|cursor|limit|charged again/);
    expect(many.meta.credits_charged).toBe(100);
  });

  it('explains missing early access to intent, and names an alternative', async () => {
    const own = await service.createKey({ accountId: 'outside', earlyAccess: false });
    for (const name of ['intent_companies', 'intent_contacts']) {
      const closed = await ask(name, INTENT, own);
      expect(closed.isError).toBe(true);
      expect(closed.texts[0]).toContain(
        'The account outside has no early access to intent scores.',
      );
      expect(closed.texts[0]).toContain('signals accounts update --id outside --early-access');
      expect(closed.texts[0]).toContain('Use signals_search instead');
      expect(closed.meta.error).toMatchObject({ error: 'not_found', code: 404 });
    }
  });
});

describe('MCP tool call', () => {
  it('is logged and charged as over HTTP', async () => {
    const own = await service.createKey({ accountId: 'rows', unlimited: false, monthlyLimit: 5 });
    await withAgent(
      '2025 over HTTP',
      async (agent) => {
        await agent.listTools();
        const later = (name: string, args: Record<string, unknown> = {}) => {
          nowMs += 1;
          return agent.callTool(name, args);
        };
        const domains = ['one.example', 'one.example', 'two.example'];
        const paid = await later('companies_bulk_enrich', { domains });
        expect(paid.texts[1]).toBe('Charged 3 credits. 2 remain until 2026-06-01T00:00:00.000Z.');
        const dear = await later('contacts_enrich', PAT);
        expect(dear.isError).toBe(true);
        await later('signals_get', { signal_id: 'x' });
        await later('account_usage');
        await later('nonsense');
        const counted = await later('signals_search', { count_only: true });
        expect(counted.structured).toEqual({ total: 152 });
        await service.flush();
        const logs = (await service.call('GET', '/v1/logs?limit=50', { key: own })).body.logs;
        expect(logs.every((row: { path: string }) => row.path === '/mcp')).toBe(true);
        type Row = Record<string, unknown>;
        expect(
          logs.reverse().map((row: Row) => [row.route, row.status, row.credits_charged, row.error]),
        ).toEqual([
          ['POST /v1/companies/bulk', 200, 3, null],
          ['POST /v1/contacts/enrich', 402, 0, 'credits_exhausted'],
          ['GET /v1/signals/:signal_id', 404, 0, 'not_found'],
          ['GET /v1/usage', 200, 0, null],
          [null, 404, 0, 'not_found'],
          ['POST /v1/signals/search', 200, 0, null],
        ]);
        expect(logs[0]).toMatchObject({ source: 'mcp', method: 'POST', result_count: 3 });
        expect(logs[0].request_id).toBe(paid.meta.request_id);
        const ledger = await service.clickhouse.rows(
          `SELECT request_id, route, toUInt32(credits) AS credits FROM credit_ledger FINAL WHERE account_id = 'rows'`,
        );
        expect(ledger).toEqual([
          { request_id: paid.meta.request_id, route: 'POST /v1/companies/bulk', credits: 3 },
        ]);
      },
      { key: own },
    );
  });

  it('with a price per signal is charged for the signals after truncation', async () => {
    const own = await service.createKey({
      accountId: 'by-signal',
      unlimited: false,
      monthlyLimit: 99,
    });
    const args = { contact_email: 'new@two.example', limit: 500, response_format: 'detailed' };
    const answer = await ask('contacts_enrich', args, own);
    const { company_signals: signals, total, notice } = answer.structured;
    expect(total).toBe(121);
    expect(signals.length).toBeGreaterThan(10);
    expect(signals.length).toBeLessThan(50);
    const credits = 2 * signals.length;
    expect(answer.meta.credits_charged).toBe(credits);
    expect(answer.texts[1]).toContain(`Charged ${credits} credits. ${99 - credits} remain until`);
    expect(notice).toContain(`\`company_signals\`: the first ${signals.length} of 121.`);
    expect(notice).not.toMatch(/again|offset|cursor/);
    await service.flush();
    const ledger = await service.clickhouse.rows(
      `SELECT toUInt32(credits) AS credits, toUInt32(units) AS units FROM credit_ledger FINAL WHERE account_id = 'by-signal'`,
    );
    expect(ledger).toEqual([{ credits, units: signals.length }]);
    const { logs } = (await service.call('GET', '/v1/logs', { key: own })).body;
    expect(logs).toMatchObject([{ credits_charged: credits, result_count: signals.length }]);
  });

  it('never overspends with 64 concurrent calls', async () => {
    const own = await service.createKey({ accountId: 'storm', unlimited: false, monthlyLimit: 20 });
    await withAgent(
      '2026 over HTTP',
      async (agent) => {
        const answers = await Promise.all(
          Array.from({ length: 64 }, () => agent.callTool('signals_search', { limit: 1 })),
        );
        expect(answers.filter(({ isError }) => !isError)).toHaveLength(20);
        const usage = await agent.callTool('account_usage');
        expect(usage.structured.credits).toMatchObject({ used: 20, remaining: 0 });
      },
      { key: own },
    );
    await service.flush();
    const [sum] = await service.clickhouse.rows<{ credits: number; entries: number }>(
      `SELECT toUInt32(sum(credits)) AS credits, toUInt32(count()) AS entries FROM credit_ledger FINAL WHERE account_id = 'storm'`,
    );
    expect(sum).toEqual({ credits: 20, entries: 20 });
  });

  it('shares the rate limit of the account with HTTP calls', async () => {
    const own = await service.createKey({ accountId: 'slow', rateLimit: 8 });
    await withAgent(
      '2025 over HTTP',
      async (agent) => {
        for (let at = 0; at < 4; at += 1) await service.call('GET', '/v1/account', { key: own });
        let answer = await agent.callTool('signals_types');
        for (let at = 0; at < 4 && !answer.isError; at += 1) {
          answer = await agent.callTool('signals_types');
        }
        expect(answer.isError).toBe(true);
        expect(answer.texts[0]).toMatch(/Wait [1-9]\d* s before the next call/);
        expect((await service.call('GET', '/v1/account', { key: own })).status).toBe(429);
      },
      { key: own },
    );
    nowMs += 120_000;
  });
});

describe('MCP endpoint', () => {
  const message = (method: string, more: object = {}) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...more });
  const ping = message('ping');

  /** Sends a raw request with headers that `fetch` would not send. */
  function sendRaw(
    headers: Record<string, string>,
    body = ping,
    method = 'POST',
  ): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        new URL('/mcp', service.url),
        {
          method,
          headers: {
            'x-api-key': key,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            ...headers,
          },
        },
        (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
          );
        },
      );
      request.once('error', reject);
      request.end(method === 'POST' ? body : undefined);
    });
  }

  it('accepts loopback and configured hosts and origins, and rejects others', async () => {
    for (const host of ['localhost:1', '127.0.0.1', '[::1]:8080', 'Signals.Example', '[::2]']) {
      expect((await sendRaw({ host })).status, host).toBe(200);
      expect((await sendRaw({ host, origin: `http://${host}` })).status, host).toBe(200);
    }
    const evil = ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '0.0.0.0'];
    for (const host of evil) {
      const refused = await sendRaw({ host });
      expect(refused.status, host).toBe(403);
      expect(JSON.parse(refused.text).error.message).toContain('SIGNALS_MCP_HOSTS');
      expect((await sendRaw({ origin: `https://${host}` })).status, host).toBe(403);
    }
    for (const host of ['evil.example@127.0.0.1', '@localhost', 'localhost/x', 'localhost?x']) {
      expect((await sendRaw({ host })).status, host).toBe(403);
    }
    for (const origin of ['null', 'file://', 'https://localhost@evil.example']) {
      expect((await sendRaw({ origin })).status, origin).toBe(403);
    }
  });

  it('requires a key in either header, and limits wrong keys', async () => {
    const bearer = await sendRaw({ 'x-api-key': '', authorization: `Bearer ${key}` });
    expect(bearer.status).toBe(200);
    const wrong = await sendRaw({ 'x-api-key': 'wrong' });
    expect(wrong.status).toBe(401);
    expect(wrong.headers['www-authenticate']).toBe('Bearer');
    expect(JSON.parse(wrong.text).message).toContain('The API key is invalid');
    const asked = await withAgent(
      '2026 over standard input',
      (agent) => agent.callTool('signals_types'),
      { key: 'wrong' },
    );
    expect(asked.isError).toBe(true);
    expect(asked.texts[0]).toContain('The API key is invalid');
    expect(asked.texts[0]).toContain('set SIGNALS_API_KEY');
    for (let at = 0; at < 60; at += 1) await sendRaw({ 'x-api-key': 'wrong' });
    expect((await sendRaw({ 'x-api-key': 'wrong' })).status).toBe(429);
    expect((await service.call('GET', '/v1/account', { key: 'wrong' })).status).toBe(429);
    nowMs += 120_000;
  });

  it('answers in JSON to clients that accept it, beside streams or not, and 406 to others', async () => {
    const both = 'application/json, text/event-stream';
    for (const accept of [both, '*/*', 'application/json', 'application/*;q=0.5, */*;q=0.1']) {
      for (const method of ['ping', 'tools/list']) {
        const { status, headers, text } = await sendRaw({ accept }, message(method));
        expect([status, headers['content-type']], accept).toEqual([200, 'application/json']);
        expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', result: {} });
      }
    }
    const called = message('tools/call', { params: { name: 'signals_types', arguments: {} } });
    const { text } = await sendRaw({ accept: '*/*' }, called);
    expect(JSON.parse(text).result).toHaveProperty('structuredContent.signal_types');
    for (const accept of ['text/html', 'text/event-stream']) {
      expect((await sendRaw({ accept })).status, accept).toBe(406);
    }
  });

  it('accepts only POST with one message, and returns 405 or 400 otherwise', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const refused = await sendRaw({}, ping, method);
      expect(refused.status, method).toBe(405);
      expect(refused.headers.allow).toBe('POST');
      expect(refused.headers).toHaveProperty('ratelimit');
      expect(refused.headers).toHaveProperty('ratelimit-policy');
      expect(refused.headers).toHaveProperty('x-credits-used');
      expect(refused.headers).toHaveProperty('x-credits-reset');
    }
    const own = await service.createKey({ accountId: 'getter', rateLimit: 1 });
    const codes = [
      await sendRaw({ 'x-api-key': own }, ping, 'GET'),
      await sendRaw({ 'x-api-key': own }, ping, 'GET'),
    ];
    expect(codes.map(({ status }) => status)).toEqual([405, 429]);
    expect(codes[1]?.headers).toHaveProperty('retry-after');
    const batch = `[${message('tools/call', { params: { name: 'signals_search' } })},${ping}]`;
    const refused = await sendRaw({}, batch);
    expect(refused.status).toBe(400);
    const errorOf = (code: number, text: string) => {
      const data = { details: expect.any(Array) };
      return {
        jsonrpc: '2.0',
        id: null,
        error: { code, message: expect.stringContaining(text), data },
      };
    };
    expect(JSON.parse(refused.text)).toEqual(errorOf(-32_600, 'one message per request'));
    const malformed = await sendRaw({}, '{');
    expect(malformed.status).toBe(400);
    expect(JSON.parse(malformed.text)).toEqual(errorOf(-32_700, 'must be valid JSON'));
    const long = await sendRaw({}, `"${'x'.repeat(300_000)}"`);
    expect(long.status).toBe(400);
    expect(JSON.parse(long.text)).toEqual(errorOf(-32_600, 'at most'));
  });

  it('returns 404 for similar paths', async () => {
    for (const path of ['/mcp/', '/mcp/anything', '/MCP']) {
      expect((await service.call('POST', path, { body: {} })).status, path).toBe(404);
    }
  });

  it('logs calls that the protocol rejects, and keeps no stream open', async () => {
    const own = await service.createKey({ accountId: 'rough' });
    const refused = [{}, { name: 'signals_types', arguments: [] }];
    for (const params of refused) {
      const { text } = await sendRaw({ 'x-api-key': own }, message('tools/call', { params }));
      expect(text).toContain('-32602');
      expect(text).toContain('`arguments`, if given, a JSON object."');
    }
    await sendRaw({ 'x-api-key': own }, message('subscriptions/listen', { params: {} }));
    await service.flush();
    const { logs } = (await service.call('GET', '/v1/logs', { key: own })).body;
    const row = { path: '/mcp', status: 400, error: 'invalid_request', route: null, source: 'mcp' };
    expect(logs).toMatchObject(refused.map(() => row));
  });

  it('says in words which parameters of a message are invalid', async () => {
    const refused: readonly [string, object, RegExp][] = [
      ['initialize', {}, /^`params`: .*object.*undefined\.$/],
      [
        'initialize',
        { params: { protocolVersion: 5 } },
        /^`params.protocolVersion`: .*\. `params.capabilities`: .*\. `params.clientInfo`: .*\.$/,
      ],
      ['tools/list', { params: { cursor: 5 } }, /^`params.cursor`: .*string.*number\.$/],
      [
        'tools/call',
        { params: { name: 'signals_types', task: { ttl: 'x' } } },
        /^`params.task.ttl`: .*number.*string\.$/,
      ],
    ];
    for (const [method, more, words] of refused) {
      const { error } = JSON.parse((await sendRaw({}, message(method, more))).text);
      expect(error, method).toEqual({ code: -32_602, message: expect.stringMatching(words) });
    }
  });

  it('rejects an argument named __proto__, which the library would drop', async () => {
    const params = JSON.parse(
      '{"name":"signals_search","arguments":{"__proto__":{"limit":3},"signal_types":""}}',
    );
    const { text } = await sendRaw({}, message('tools/call', { params }));
    expect(text).toContain('`__proto__` is unknown. Known arguments: `query`');
    expect(text).toContain('`signal_types` must be an array.');
    expect(text).toContain('Nothing was charged.');
  });

  it('returns charged and remaining credits in headers', async () => {
    const own = await service.createKey({ accountId: 'heads', unlimited: false, monthlyLimit: 3 });
    const modern = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'signals_search',
    };
    const _meta = {
      [PROTOCOL_VERSION_META_KEY]: '2026-07-28',
      [CLIENT_INFO_META_KEY]: { name: 'test', version: '1' },
      [CLIENT_CAPABILITIES_META_KEY]: {},
    };
    const search = (more: object, args: object = { limit: 1 }) =>
      message('tools/call', { params: { name: 'signals_search', arguments: args, ...more } });
    const spent = (charged: string | undefined, used: number) => ({
      'x-credits-charged': charged,
      'x-credits-used': String(used),
      'x-credits-remaining': String(3 - used),
      'x-credits-limit': '3',
      'x-credits-reset': '2026-06-01T00:00:00.000Z',
    });
    const headersOf = async (headers: Record<string, string>, body: string) => {
      const answer = await sendRaw({ 'x-api-key': own, ...headers }, body);
      expect(answer.status).toBe(200);
      const names = Object.keys(spent('', 0));
      return Object.fromEntries(names.map((name) => [name, answer.headers[name]]));
    };
    expect(await headersOf({}, search({}))).toEqual(spent('1', 1));
    expect(await headersOf(modern, search({ _meta }))).toEqual(spent('1', 2));
    const count = { count_only: true };
    expect(await headersOf(modern, search({ _meta }, count))).toEqual(spent(undefined, 2));
    expect(await headersOf({}, search({}))).toEqual(spent('1', 3));
    expect(await headersOf({}, search({}))).toEqual(spent(undefined, 3));
  });

  it('explains over standard input that the service is not running', async () => {
    const answer = await withAgent(
      '2025 over standard input',
      async (agent) => {
        expect(await agent.listTools()).toHaveLength(CALLS.length);
        return agent.callTool('signals_types');
      },
      { url: 'http://127.0.0.1:9' },
    );
    expect(answer.isError).toBe(true);
    expect(answer.texts[0]).toContain('Start it with `npm start`');
  });
});
