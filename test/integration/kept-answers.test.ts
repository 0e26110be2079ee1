/** Cached answers must not be used after something has been written. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { companyProfile, signalEvent } from '../helpers/events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const NOW = Date.parse('2026-05-01T12:30:00.000Z');

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ clock: { now: () => NOW } });
});

afterAll(() => service.stop());

/** Returns the totals of seven endpoints and the name of the company. */
async function readTotals() {
  const call = async (method: string, path: string, body?: object) =>
    (await service.call(method, path, { body })).body;
  const search = await call('POST', '/v1/signals/search', { limit: 5 });
  const meant = await call('POST', '/v1/signals/search', { query: 'acme opens a plant' });
  const trending = await call('GET', '/v1/signals/trending?time_window=30d');
  const history = await call('GET', '/v1/signals/types/news/history?months=2');
  const types = await call('GET', '/v1/signals/types?include_counts=true');
  const timeline = await call('GET', '/v1/companies/acme.example/timeline');
  const enriched = await call('POST', '/v1/companies/enrich', { domain: 'acme.example' });
  return {
    totals: [
      search.total,
      meant.total,
      trending.total,
      history.total,
      types.total_signals,
      timeline.total,
      enriched.signals.length,
    ],
    name: enriched.company.name,
  };
}

it('Repeated requests return the current data after every write', async () => {
  const company = { domain: 'acme.example', name: 'Acme' };
  for (const count of [1, 2, 3]) {
    const event = signalEvent(`Acme opens plant ${count}`, company, {
      detected_at: '2026-05-01T12:10:00.000Z',
    });
    await service.load([event]);
    const expected = { totals: Array(7).fill(count), name: 'Acme' };
    expect(await readTotals()).toEqual(expected);
    expect(await readTotals()).toEqual(expected);
  }
  await service.load([companyProfile('acme.example', 'Acme Works')]);
  expect(await readTotals()).toMatchObject({ name: 'Acme Works' });
});
