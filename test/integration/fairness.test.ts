/** One account, or a client with invalid keys, must not delay the calls of other accounts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateApiKey } from '../../shared/domain/billing/api-key.js';
import { openEmbedded } from '../helpers/clickhouse-adapters.js';
import { companyProfile, signalEvent } from '../helpers/events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const COMPANIES = 20;
const SIGNALS = 1_000;
/** Many times the number of concurrent calls, so that their order is visible. */
const MANY = process.env.LONG ? 80 : 48;
const FLOOD = 300;
const AT_ONCE = 30;

let service: TestService;
/** Number of statements that look up keys. */
let lookups = 0;

beforeAll(async () => {
  const open = await openEmbedded();
  const { clickhouse } = open;
  const rows: typeof clickhouse.rows = (sql, ...rest) => {
    if (sql.includes('FROM api_keys')) lookups += 1;
    return clickhouse.rows(sql, ...rest);
  };
  service = await startTestService({ adapter: { ...open, clickhouse: { ...clickhouse, rows } } });
  const domain = (at: number) => `company${at % COMPANIES}.example`;
  await service.load(
    Array.from({ length: COMPANIES }, (_, at) => companyProfile(domain(at), `Company ${at}`)),
  );
  await service.load(
    Array.from({ length: SIGNALS }, (_, at) =>
      signalEvent(`Company ${at} does thing ${at}`, { domain: domain(at) }),
    ),
    SIGNALS,
  );
});

afterAll(() => service.stop());

type Ask = (key: string, at: number) => Promise<number>;

const ask = async (key: string, path: string, body: object): Promise<number> => {
  const headers = {
    'x-api-key': key,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${service.url}${path}`, init);
  await response.arrayBuffer();
  return response.status;
};
const call = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
const domains = Array.from({ length: COMPANIES }, (_, at) => `company${at}.example`);

describe('Fairness while an account has many calls waiting', () => {
  it.each<[string, Ask]>([
    // Each call differs, because repeated ones are answered from a cache.
    ['filters', (key, at) => ask(key, '/v1/signals/search', { limit: 300, offset: at })],
    ['meaning', (key, at) => ask(key, '/v1/signals/search', { query: `thing ${at}`, limit: 300 })],
    [
      'counts by group',
      (key) => ask(key, '/v1/signals/aggregate', { group_by: ['company', 'day'], limit: 200 }),
    ],
    ['bulk', (key) => ask(key, '/v1/companies/bulk', { domains, limit_per_company: 100 })],
    ['a tool', (key, at) => ask(key, '/mcp', call('signals_search', { limit: 100, offset: at }))],
  ])('answers another account before most of the waiting calls: %s', async (_what, heavy) => {
    const [greedy, modest] = [await service.createKey(), await service.createKey()];
    // A search with query needs every lane that the other calls use.
    const modestly = () => ask(modest, '/v1/signals/search', { query: 'a thing', limit: 1 });
    await modestly();
    let answered = 0;
    const waiting = Array.from({ length: MANY }, async (_, at) => {
      expect(await heavy(greedy, at)).toBe(200);
      answered += 1;
    });
    // All calls of the other account are queued now.
    await Promise.race(waiting);
    const before = answered;
    expect(await modestly()).toBe(200);
    expect(answered - before).toBeLessThan(MANY / 2);
    await Promise.all(waiting);
  });
});

describe('Well-formed invalid keys from one address', () => {
  it('return 429 with few lookups beyond the limit, while valid keys are served', async () => {
    const status = async (key: string) =>
      (await service.call('GET', '/v1/account', { key })).status;
    const statuses: number[] = [];
    const wrong = async () => statuses.push(await status(generateApiKey().key));
    for (let at = 0; at < 60; at += 1) await wrong();
    expect(new Set(statuses)).toEqual(new Set([401]));
    const before = lookups;
    const rights = [await service.createKey(), await service.createKey()];
    let left = FLOOD;
    const flood = Array.from({ length: AT_ONCE }, async () => {
      for (; left > 0; left -= 1) await wrong();
    });
    expect(await Promise.all(rights.map(status))).toEqual([200, 200]);
    await Promise.all(flood);
    expect(new Set(statuses.slice(60))).toEqual(new Set([429]));
    expect(lookups - before).toBeLessThan(FLOOD / 4);
  });
});
