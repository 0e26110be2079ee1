/** The work of a call ends when its client has left: search, intent, and the same for an agent. */
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbedded } from '../helpers/clickhouse-adapters.js';
import { signalEvent } from '../helpers/events.js';
import { eventually } from '../helpers/eventually.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const SIGNALS = 200;
/** More than the server needs to see that a client has left. */
const LEFT_MS = 200;

let service: TestService;
let key: string;
/** Called when the store has found the candidates of a question. */
let whenFound: (() => Promise<void>) | undefined;
/** Statements that read more of the candidates, since the client left. */
let later: string[] = [];

beforeAll(async () => {
  const open = await openEmbedded();
  const { clickhouse } = open;
  const rows: typeof clickhouse.rows = async (sql, params, ...rest) => {
    if (/FROM signal(?:s|_vectors|_records)\b/.test(sql)) later.push(sql);
    const found = await clickhouse.rows<never>(sql, params, ...rest);
    if (sql.includes('AS weight')) await whenFound?.();
    return found;
  };
  service = await startTestService({ adapter: { ...open, clickhouse: { ...clickhouse, rows } } });
  await service.load(
    Array.from({ length: SIGNALS }, (_, at) =>
      signalEvent(`Acme does thing ${at}`, { domain: `company${at % 20}.example` }),
    ),
    SIGNALS,
  );
  key = await service.createKey({ earlyAccess: true });
});

afterAll(() => service.stop());

const agent = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

// Each asks something else, because repeated searches are answered from a cache.
it.each([
  ['search', '/v1/signals/search', { query: 'thing', limit: 100, explain: true }],
  ['intent', '/v1/intent/companies', { query: 'Acme does thing 1', limit: 100 }],
  ['search of an agent', '/mcp', agent('signals_search', { query: 'a thing', limit: 20 })],
])('A call ends if its client leaves: %s', async (what, path, body) => {
  const requestId = what.replaceAll(' ', '-');
  const request = httpRequest(`${service.url}${path}`, {
    method: 'POST',
    headers: {
      'x-api-key': key,
      'x-request-id': requestId,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
  });
  request.on('error', () => undefined);
  const left = new Promise<void>((resolve) => {
    whenFound = async () => {
      whenFound = undefined;
      request.destroy();
      await sleep(LEFT_MS);
      later = [];
      resolve();
    };
  });
  request.end(JSON.stringify(body));
  await left;
  const rowOf = async () => {
    await service.flush();
    const { logs } = (await service.call('GET', '/v1/logs?limit=200', { key })).body;
    return logs.find((each: { request_id: string }) => each.request_id === requestId);
  };
  const row = await eventually(rowOf, (each) => each !== undefined);
  expect(row).toMatchObject({ status: 499, credits_charged: 0 });
  expect(later).toEqual([]);
});
