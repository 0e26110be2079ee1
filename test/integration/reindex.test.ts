/** Comparing and rebuilding the vector store, on the embedded ClickHouse and a fake Qdrant. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createQdrant } from '../../shared/platform/qdrant/client.js';
import { createClickHouseSignalWriter } from '../../shared/stores/signals/clickhouse-signal-writer.js';
import { createClickHouseSignalVersions } from '../../shared/stores/vector-sync/clickhouse-signal-versions.js';
import { compareStores } from '../../shared/stores/vector-sync/compare-stores.js';
import { rebuildVectors } from '../../shared/stores/vector-sync/rebuild-vectors.js';
import { PAYLOAD_INDEXES } from '../../shared/stores/vectors/qdrant-points.js';
import { createQdrantVectorWriter } from '../../shared/stores/vectors/qdrant-vector-writer.js';
import { DIMENSION, ID_BY_HASH, insertSignals } from '../bench/synthetic-rows.js';
import { createFakeEmbedder, storedVector } from '../fakes/fake-embedder.js';
import { type FakeQdrant, startFakeQdrant } from '../fakes/fake-qdrant.js';
import { filingEvent, signalEvent } from '../helpers/events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

/** One attempt with a long timeout, because a request waits while the test loads events. */
const ONCE = { timeoutMs: 60_000, attempts: 1, pauseMs: 1 };

let qdrant: FakeQdrant;
let service: TestService;

beforeEach(async () => {
  qdrant = await startFakeQdrant();
  service = await startTestService({ qdrant: { url: qdrant.url, collection: 'signals' } });
});

afterEach(async () => {
  await service.stop();
  await qdrant.stop();
  expect(qdrant.faults).toEqual([]);
});

const events = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...signalEvent(`${name} number ${at}`, { domain: `${name}.example` }),
    event_id: `${name}-${at}`,
  }));

/** Returns a filing that yields two signals on the first day and one on the second. */
const filing = (at: number, day: 1 | 2) => filingEvent(at, day === 1 ? '1.01,2.02' : '2.02', day);

/** Returns newer versions of the events with other content. */
const again = (given: readonly object[], more: object) =>
  given.map((event) => ({ ...event, observed_at: '2026-05-02T00:00:00.000Z', ...more }));

function deps() {
  const client = createQdrant({ url: qdrant.url, apiKey: undefined }, { read: ONCE, write: ONCE });
  const writerOf = (name: string) =>
    createQdrantVectorWriter(client, { name, ready: async () => undefined });
  return {
    qdrant: client,
    writerOf,
    versions: createClickHouseSignalVersions(service.clickhouse),
    signals: createClickHouseSignalWriter(service.clickhouse),
    settings: { alias: 'signals', model: 'fake', dimension: createFakeEmbedder().dimension },
    onProgress: () => undefined,
  };
}

const verify = () =>
  compareStores({ ...deps(), vectors: deps().writerOf('signals') }, { repair: false });
const reindex = () => rebuildVectors(deps());

async function expectEqual(signals: number): Promise<void> {
  const { examples: _examples, ...counts } = await verify();
  expect(counts).toEqual({ signals, vectors: signals, missing: 0, extra: 0, different: 0 });
}

const collection = () => {
  const found = qdrant.collections.get(qdrant.aliases.get('signals') ?? '');
  if (!found) throw new Error('no collection');
  return found;
};

describe('verify', () => {
  it('finds both stores equal after loads and withdrawals', async () => {
    const given = events('acme', 50);
    await service.load(given);
    await service.load(again(given.slice(0, 10), { payload: { ...given[0]?.payload, other: 1 } }));
    const rows = await service.clickhouse.rows<{ n: number }>(
      'SELECT count() AS n FROM signals FINAL',
    );
    await expectEqual(rows[0]?.n ?? -1);
  });

  it('counts and lists missing, extra and outdated vectors', async () => {
    await service.load(events('acme', 20));
    const ids = qdrant.points().map(({ id }) => id);
    const [missing = '', different = '', kept = ''] = ids;
    collection().points.delete(missing);
    const point = collection().points.get(different);
    if (point) point.payload.version_written = 1;
    const extra = '00000000-0000-4000-8000-000000000001';
    const copied = collection().points.get(kept);
    if (copied) collection().points.set(extra, { ...copied, id: extra });
    expect(await verify()).toEqual({
      signals: 20,
      vectors: 20,
      missing: 1,
      extra: 1,
      different: 1,
      examples: { missing: [missing], extra: [extra], different: [different] },
    });
  });
});

describe('reindex', () => {
  it('repairs an emptied collection and leaves a single one', async () => {
    await service.load(events('acme', 30));
    collection().points.clear();
    expect(await reindex()).toBe(30);
    await expectEqual(30);
    expect([...qdrant.collections.keys()]).toEqual(['signals_2']);
    expect(await reindex()).toBe(30);
    expect([...qdrant.collections.keys()]).toEqual(['signals_3']);
    expect([...collection().indexes.keys()].sort()).toEqual(Object.keys(PAYLOAD_INDEXES).sort());
  });

  it('reads and copies each signal once if more than two pages share company and time', async () => {
    const given = events('acme', 40);
    await service.load(given);
    // Inserts the rows that a load would write, which takes a fraction of the time.
    await insertSignals(
      service.clickhouse,
      `SELECT ${ID_BY_HASH} AS id, 'news' AS type, 'general' AS subtype,
         toDateTime64('2026-04-01', 3, 'UTC') AS at, 'acme.example' AS domain,
         arrayMap(x -> toFloat32(1), range(${DIMENSION})) AS embedding, toUInt128(1) AS version,
         'text' AS text
       FROM numbers(4460)`,
    );
    // Superseded and withdrawn signals must not be copied.
    await service.load(again(given, { payload: { ...given[0]?.payload, other: 1 } }));
    await service.load([filing(1, 1), filing(2, 1)]);
    await service.load([filing(2, 2)]);
    const read: string[] = [];
    for await (const records of deps().versions.records())
      read.push(...records.map(({ draft }) => draft.signalId));
    expect(read).toHaveLength(4_503);
    expect(new Set(read).size).toBe(4_503);
    const before = qdrant.calls.length;
    expect(await reindex()).toBe(4_503);
    await expectEqual(4_503);
    const sent = qdrant.calls
      .slice(before)
      .filter(({ method, path }) => method === 'PUT' && path.endsWith('/points'))
      // biome-ignore lint/suspicious/noExplicitAny: requests are checked by the fake
      .flatMap(({ body }) => (body as any).points.map(({ id }: { id: string }) => id));
    expect(sent).toHaveLength(4_503);
    expect(new Set(sent).size).toBe(4_503);
    for (const { id } of qdrant.points().slice(0, 1_500)) collection().points.delete(id);
    await compareStores({ ...deps(), vectors: deps().writerOf('signals') }, { repair: true });
    await expectEqual(4_503);
  });

  it('fills an empty Qdrant that is added later, until which loads fail', async () => {
    await service.load(events('acme', 5));
    qdrant.collections.clear();
    qdrant.aliases.clear();
    await expect(service.load(events('late', 5))).rejects.toMatchObject({ retriable: true });
    expect(await reindex()).toBe(10);
    await service.load(events('late', 5));
    await expectEqual(10);
  });

  it('loses nothing that is written concurrently, while searches stay complete', async () => {
    const first = events('acme', 200);
    await service.load(first);
    await service.load(Array.from({ length: 20 }, (_, at) => filing(at, 1)));
    let loads = 0;
    let busy = false;
    let shortest = Number.POSITIVE_INFINITY;
    qdrant.intercept = async ({ method, path }) => {
      // Loads at every change of the new collection and of the alias, but not within these loads.
      const isTurn = path === '/collections/aliases' || /_2\/points(\/scroll)?$/.test(path);
      if (busy || method === 'GET' || !isTurn) return undefined;
      busy = true;
      loads += 1;
      const changed = first.slice(loads * 2, loads * 2 + 2);
      await service.load([
        ...events(`during${loads}`, 3),
        filing(loads, 2),
        ...again(changed, { payload: { ...changed[0]?.payload, n: loads } }),
      ]);
      const found = await service.stores.vectors.nearest(
        {
          vector: storedVector('acme number 1'),
          similarityWeight: 1,
          boosts: new Map(),
          maxWeight: 1,
        },
        {},
        { limit: 100, offset: 0 },
      );
      shortest = Math.min(shortest, found.length);
      busy = false;
      return undefined;
    };
    const reindexed = await reindex();
    qdrant.intercept = () => undefined;
    expect(loads).toBeGreaterThan(3);
    expect(shortest).toBe(100);
    expect([...qdrant.collections.keys()]).toEqual(['signals_2']);
    expect(reindexed).toBeGreaterThanOrEqual(200);
    const { signals } = await verify();
    await expectEqual(signals);
    expect(signals).toBeGreaterThan(200);
  });

  it('does not copy points again that were copied before it was killed', async () => {
    await service.load(events('acme', 30));
    qdrant.intercept = ({ path }) => (path === '/collections/aliases' ? 500 : undefined);
    await expect(reindex()).rejects.toMatchObject({ retriable: true });
    qdrant.intercept = () => undefined;
    const before = qdrant.calls.length;
    expect(await reindex()).toBe(30);
    const writes = qdrant.calls
      .slice(before)
      .filter(({ method, path }) => method === 'PUT' && path.endsWith('/points'));
    expect(writes).toEqual([]);
    expect([...qdrant.collections.keys()]).toEqual(['signals_2']);
  });

  it('resumes after it was killed at any request', async () => {
    await service.load(events('acme', 300));
    for (let killedAt = 1; ; killedAt += process.env.LONG ? 1 : 6) {
      let seen = 0;
      qdrant.intercept = () => {
        seen += 1;
        return seen > killedAt ? 500 : undefined;
      };
      const ended = await reindex().then(
        () => true,
        () => false,
      );
      qdrant.intercept = () => undefined;
      expect(qdrant.points()).toHaveLength(300);
      if (ended) break;
      expect(await reindex()).toBe(300);
      expect(qdrant.collections.size).toBe(1);
    }
    await expectEqual(300);
  });
});
