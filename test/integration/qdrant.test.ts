/**
 * Consistency of the embedded ClickHouse and a fake Qdrant after a crash between their writes, and behaviour while
 * Qdrant is unavailable.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openVectors } from '../../cli/compose/open-parts.js';
import { AppError } from '../../shared/domain/errors.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { createFakeEmbedder } from '../fakes/fake-embedder.js';
import { type FakeQdrant, startFakeQdrant } from '../fakes/fake-qdrant.js';
import { type OpenAdapter, openEmbedded } from '../helpers/clickhouse-adapters.js';
import { emptyTables } from '../helpers/empty-tables.js';
import { companyProfile, envelope, filingEvent, signalEvent } from '../helpers/events.js';
import { startTestService, type TestOptions, type TestService } from '../helpers/test-service.js';

let engine: OpenAdapter;
let qdrant: FakeQdrant;
let service: TestService;
let nowMs: number;
const clock: Clock = { now: () => nowMs };

const start = (more: TestOptions = {}) =>
  startTestService({
    clock,
    qdrant: { url: qdrant.url, collection: 'signals' },
    adapter: { ...engine, close: async () => undefined },
    ...more,
  });

beforeAll(async () => {
  engine = await openEmbedded();
});

afterAll(() => engine.close());

beforeEach(async () => {
  await emptyTables(engine.clickhouse);
  nowMs = Date.parse('2026-06-15T12:00:00.000Z');
  qdrant = await startFakeQdrant();
  service = await start();
});

afterEach(async () => {
  await service.stop();
  await qdrant.stop();
  expect(qdrant.faults).toEqual([]);
});

/** Returns ids, versions and companies of signals in each store. */
async function bothStores() {
  const rows = await service.clickhouse.rows<{ id: string; version: string; company: string }>(
    `SELECT toString(signal_id) AS id, toString(version) AS version, company_key AS company
     FROM signals FINAL ORDER BY id`,
  );
  const points = qdrant.points().map(({ id, payload }) => ({
    id,
    version: (
      (BigInt(payload.version_time as number) << 84n) |
      (BigInt(payload.version_hash as number) << 64n) |
      BigInt(payload.version_written as number)
    ).toString(),
    company: payload.company,
  }));
  return { clickhouse: rows, qdrant: points.sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

async function expectEqualStores(count: number): Promise<void> {
  const stores = await bothStores();
  expect(stores.qdrant).toEqual(stores.clickhouse);
  expect(stores.clickhouse).toHaveLength(count);
}

/** Makes Qdrant reject all writes after the given number. */
function refuseWritesAfter(writes: number): void {
  let seen = 0;
  qdrant.intercept = ({ method, path }) => {
    if (method !== 'PUT' || !path.endsWith('/points')) return undefined;
    seen += 1;
    return seen > writes ? 503 : undefined;
  };
}

function acceptWrites(): void {
  qdrant.intercept = () => undefined;
}

async function loadFails(events: readonly object[]): Promise<void> {
  await expect(service.load(events)).rejects.toMatchObject({
    code: 'unavailable',
    retriable: true,
  });
}

const filing = (items: string, day: number) => filingEvent(1, items, day);

const story = (publisher: string, more: object = {}) =>
  envelope('news-article', {
    title: 'Filer buys a robot plant',
    body: null,
    url: `https://${publisher}.example/1`,
    publisher,
    published_at: '2026-05-03T00:00:00Z',
    tag: 'acquisition',
    companies: [{ name: 'Filer', domain: 'filer.example' }],
    ...more,
  });

describe('Crash between writes to ClickHouse and Qdrant', () => {
  it('leaves both stores equal after the batch was redelivered', async () => {
    const events = [filing('1.01,2.02', 1), signalEvent('robots', { domain: 'a.example' })];
    refuseWritesAfter(0);
    await loadFails(events);
    const between = await bothStores();
    expect([between.clickhouse.length, between.qdrant.length]).toEqual([3, 0]);
    acceptWrites();
    await service.load(events);
    await expectEqualStores(3);
  });

  it('leaves both stores equal for relinked signals', async () => {
    await service.load([filing('1.01,2.02,5.02', 1)]);
    const profile = companyProfile('filer.example', 'Example Filer', { cik: '99000001' });
    refuseWritesAfter(0);
    await loadFails([profile]);
    const between = await bothStores();
    expect(between.clickhouse.map(({ company }) => company)).toEqual(
      Array(3).fill('filer.example'),
    );
    expect(between.qdrant).not.toEqual(between.clickhouse);
    acceptWrites();
    await service.load([profile]);
    await expectEqualStores(3);
  });

  it('leaves both stores equal for withdrawn signals', async () => {
    await service.load([filing('1.01,2.02,5.02', 1)]);
    refuseWritesAfter(0);
    await loadFails([filing('2.02', 2)]);
    expect((await bothStores()).qdrant).toHaveLength(3);
    acceptWrites();
    await service.load([filing('2.02', 2)]);
    await expectEqualStores(1);
  });

  it('leaves both stores equal for stories that were grouped into one signal', async () => {
    await service.load([story('one')]);
    const second = story('two', { published_at: '2026-05-02T00:00:00Z' });
    refuseWritesAfter(0);
    await loadFails([second]);
    acceptWrites();
    await service.load([second]);
    await expectEqualStores(1);
  });

  it('leaves both stores equal for a crash at any write of a mixed batch', async () => {
    const first = [
      filing('1.01,2.02,5.02', 1),
      story('one'),
      signalEvent('robots', { name: 'Example Filer' }),
    ];
    const second = [
      companyProfile('filer.example', 'Example Filer', { cik: '99000001' }),
      filing('2.02', 2),
      story('two'),
      envelope('contact-profiles', { email: 'a@filer.example', name: 'A', title: 'CEO' }),
    ];
    await service.load(first);
    for (let writes = 0; ; writes += 1) {
      refuseWritesAfter(writes);
      const failed = await service.load(second).then(
        () => false,
        (error: unknown) => error instanceof AppError,
      );
      if (!failed) break;
      expect(writes).toBeLessThan(20);
    }
    acceptWrites();
    await expectEqualStores(3);
  });
});

describe('Qdrant', () => {
  const texts = ['robot plant', 'bank loan', 'chip hire', 'robot bank', 'wind tax'];
  const events = texts.map((text, at) => signalEvent(text, { domain: `c${at}.example` }));
  const search = (more: object = {}) =>
    service.call('POST', '/v1/signals/search', { body: { query: 'robot', ...more } });
  const idsOf = ({ body }: Awaited<ReturnType<typeof search>>) =>
    body.signals.map(({ signal_id: id }: { signal_id: string }) => id);
  const queries = () => qdrant.calls.filter(({ path }) => path.endsWith('/points/query')).length;
  const readiness = () => service.call('GET', '/health/ready', { key: null });

  it('answers searches, and ClickHouse replaces it while it is unavailable', async () => {
    await service.load(events);
    const before = await search();
    expect(idsOf(before)).toHaveLength(5);
    expect(queries()).toBe(1);
    expect((await readiness()).body).toMatchObject({ status: 'ok' });
    await qdrant.stop();
    const during = await search();
    expect(during.body).toEqual(before.body);
    expect(await readiness()).toMatchObject({
      status: 200,
      body: { status: 'degraded', stores: { qdrant: { status: 'unavailable' } } },
    });
    await qdrant.start();
    await search();
    expect(queries()).toBe(1);
    nowMs += 2_000;
    expect((await search()).body).toEqual(before.body);
    expect(queries()).toBe(2);
    expect((await readiness()).body).toMatchObject({ status: 'ok' });
  });

  it('causes 503 if unavailable and more signals match than ClickHouse may compare', async () => {
    await service.stop();
    await qdrant.stop();
    qdrant = await startFakeQdrant();
    service = await start({ maxExactSignals: 3 });
    await service.load(events);
    await qdrant.stop();
    const answer = await search();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.headers.get('x-credits-charged') ?? '0').toBe('0');
    expect(idsOf(await search({ company_domain: 'c0.example' }))).toHaveLength(1);
    expect((await service.call('POST', '/v1/signals/search', { body: {} })).status).toBe(200);
    await qdrant.start();
  });

  it('fails a load if unavailable, and a repeat succeeds', async () => {
    await qdrant.stop();
    await loadFails(events);
    await qdrant.start();
    expect(await service.load(events)).toMatchObject({ signals: 5 });
    await expectEqualStores(5);
  });

  it('is not ready before signals reindex has filled the collection', async () => {
    await service.load(events);
    const other = { qdrant: { url: qdrant.url, apiKey: undefined, collection: 'other' } };
    const vectors = await openVectors(
      { config: other, clickhouse: service.clickhouse, logger: createLogger('silent') },
      createFakeEmbedder(),
    );
    await expect(vectors?.collection.ready()).rejects.toMatchObject({
      retriable: true,
      message: expect.stringContaining('signals reindex'),
    });
    expect(qdrant.aliases.has('other')).toBe(false);
  });

  it('gets all payload indexes before the first point', async () => {
    await service.load(events);
    const names = qdrant.calls.map(({ method, path }) => `${method} ${path}`);
    const lastIndex = names.lastIndexOf('PUT /collections/signals_1/index');
    expect(lastIndex).toBeGreaterThan(0);
    expect(names.indexOf('PUT /collections/signals/points')).toBeGreaterThan(lastIndex);
    const { settings } = qdrant.collections.get('signals_1') ?? {};
    expect(settings).toMatchObject({
      vectors: { size: 384, distance: 'Dot' },
      strict_mode_config: {
        enabled: true,
        unindexed_filtering_retrieve: false,
        unindexed_filtering_update: false,
      },
    });
  });

  it('is rejected if its version ignores conditional updates', async () => {
    qdrant.version = '1.15.4';
    const config = { qdrant: { url: qdrant.url, apiKey: undefined, collection: 'signals' } };
    const opened = openVectors(
      { config, clickhouse: service.clickhouse, logger: createLogger('silent') },
      createFakeEmbedder(),
    );
    await expect(opened).rejects.toMatchObject({ code: 'conflict' });
  });
});
