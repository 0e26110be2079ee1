/**
 * Contract of a vector writer, on the fake Qdrant and on the real one of `QDRANT_URL` if given: the newest
 * version of a signal wins in any order of arrival, and a removed signal stays removed.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VectorRecord, VectorWriter } from '../../shared/domain/ports/vector-writer.js';
import { packVector } from '../../shared/domain/vectors.js';
import { eventVersion } from '../../shared/domain/versions.js';
import { createQdrant, type Qdrant } from '../../shared/platform/qdrant/client.js';
import { openCollection } from '../../shared/stores/vectors/qdrant-collection.js';
import { createQdrantVectorWriter } from '../../shared/stores/vectors/qdrant-vector-writer.js';
import { type FakeQdrant, startFakeQdrant } from '../fakes/fake-qdrant.js';
import { realQdrant, removeCollections } from '../helpers/real-qdrant.js';

const DIMENSION = 4;
const RUNS = process.env.LONG ? 500 : 30;

let fake: FakeQdrant | undefined;

const servers = [
  {
    name: 'Qdrant, fake server',
    skip: false,
    async url() {
      fake = await startFakeQdrant();
      return fake.url;
    },
  },
  { name: realQdrant.name, skip: realQdrant.skip, url: async () => realQdrant.url },
];

describe.each(servers)('Vector writer: $name', ({ skip, url }) => {
  const alias = `contract-${randomUUID()}`;
  let qdrant: Qdrant;
  let writer: VectorWriter;

  const collection = (more = {}) =>
    openCollection(
      qdrant,
      { alias, model: 'a model', dimension: DIMENSION, ...more },
      async () => true,
    );

  beforeAll(async () => {
    if (skip) return;
    qdrant = createQdrant({ url: await url(), apiKey: process.env.QDRANT_API_KEY });
    writer = createQdrantVectorWriter(qdrant, collection());
  });

  afterAll(async () => {
    if (skip) return;
    await removeCollections(qdrant, alias);
    expect(fake?.faults ?? []).toEqual([]);
    await fake?.stop();
    fake = undefined;
  });

  const nearestTo = async (vector: number[]) => {
    const request = { query: vector, limit: 1_000, params: { exact: true }, with_payload: true };
    return (await qdrant.read((client) => client.query(alias, request))).points;
  };

  it.skipIf(skip)('creates one collection if several processes start concurrently', async () => {
    await Promise.all([collection().ready(), collection().ready(), collection().ready()]);
    const { collections } = await qdrant.read((client) => client.getCollections());
    expect(collections.filter(({ name }) => name.startsWith(alias))).toEqual([
      { name: `${alias}_1` },
    ]);
    await collection().check();
  });

  it.skipIf(skip)('rejects a collection of another dimension or model', async () => {
    await collection().ready();
    await expect(collection({ dimension: 5 }).ready()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('EMBEDDING_MODEL'),
    });
    await expect(collection({ model: 'another' }).ready()).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it.skipIf(skip)('keeps the newest version or removal in any order of arrival', async () => {
    const version = fc.record({
      observedAtMs: fc.integer({ min: 0, max: 2 }),
      hash: fc.constantFrom('00000', '00001', 'fffff'),
      written: fc.integer({ min: 0, max: 2 }),
    });
    const change = fc.record({ version, isRemoval: fc.boolean() });
    const changes = fc.uniqueArray(change, {
      minLength: 1,
      maxLength: 6,
      selector: ({ version: each }) => rowVersionOf(each),
    });
    await fc.assert(
      fc.asyncProperty(changes, async (all) => {
        const signalId = randomUUID();
        for (const { version: each, isRemoval } of all) {
          const row = rowVersionOf(each);
          await writer.write(
            isRemoval
              ? { records: [], removed: [{ signalId, version: row }] }
              : { records: [signalOf(signalId, row)], removed: [] },
          );
        }
        const newest = all.reduce((a, b) =>
          rowVersionOf(a.version) > rowVersionOf(b.version) ? a : b,
        );
        expect((await writer.versions([signalId])).get(signalId)).toEqual({
          signalId,
          version: rowVersionOf(newest.version),
          withdrawn: newest.isRemoval,
        });
      }),
      { numRuns: RUNS },
    );
  });

  it.skipIf(skip)(
    'keeps the newest version if large batches are written concurrently',
    async () => {
      const ids = Array.from({ length: 600 }, () => randomUUID());
      await Promise.all(
        [3n, 1n, 2n].map((version) =>
          writer.write({ records: ids.map((id) => signalOf(id, version)), removed: [] }),
        ),
      );
      const versions = await writer.versions(ids);
      expect(new Set([...versions.values()].map(({ version }) => version))).toEqual(new Set([3n]));
      expect(versions.size).toBe(600);
    },
  );

  it.skipIf(skip)(
    'never returns a removed signal, even after an older write of it arrives',
    async () => {
      const signalId = randomUUID();
      const written = signalOf(signalId, 10n);
      const isFound = async () => (await nearestTo([1, 0, 0, 0])).some(({ id }) => id === signalId);
      await writer.write({ records: [written], removed: [] });
      expect(await isFound()).toBe(true);
      await writer.write({ records: [], removed: [{ signalId, version: 11n }] });
      expect(await isFound()).toBe(false);
      await writer.write({ records: [written], removed: [] });
      expect(await isFound()).toBe(false);
      await writer.write({ records: [signalOf(signalId, 12n)], removed: [] });
      expect(await isFound()).toBe(true);
    },
  );

  it.skipIf(skip)('keeps a single point for a signal that moves to another company', async () => {
    const signalId = randomUUID();
    const before = signalOf(signalId, 1n);
    const after = { ...before, version: 2n, company: { ...before.company, key: 'moved.example' } };
    await writer.write({ records: [before], removed: [] });
    await writer.write({ records: [after], removed: [] });
    const own = (await nearestTo([1, 0, 0, 0])).filter(({ id }) => id === signalId);
    expect(own.map(({ payload }) => payload?.company)).toEqual(['moved.example']);
  });

  it.skipIf(skip)('replaces unpaired surrogates in text', async () => {
    const signalId = randomUUID();
    const signal = signalOf(signalId, 1n);
    const draft = { ...signal.draft, signalType: 'half a pair: \ud800' };
    await writer.write({ records: [{ ...signal, draft }], removed: [] });
    const [stored] = await qdrant.read((client) => client.retrieve(alias, { ids: [signalId] }));
    expect(stored?.payload?.type).toBe('half a pair: \ufffd');
  });

  it.skipIf(skip)('scrolls through all points in order of id and marks removed ones', async () => {
    const seen: string[] = [];
    let removed = 0;
    for (let from: string | null = null; ; ) {
      const page = await writer.scroll(from, 100);
      seen.push(...page.points.map(({ signalId }) => signalId));
      removed += page.points.filter(({ withdrawn }) => withdrawn).length;
      if (page.next === null) break;
      from = page.next;
    }
    expect(seen).toEqual([...seen].sort());
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(600);
    expect(removed).toBeGreaterThan(0);
  });
});

function rowVersionOf(version: { observedAtMs: number; hash: string; written: number }): bigint {
  const event = eventVersion(version.observedAtMs, version.hash);
  return (event << 64n) | BigInt(1_790_000_000_000_000 + version.written);
}

function signalOf(signalId: string, version: bigint): VectorRecord {
  return {
    draft: {
      signalId,
      signalType: 'news',
      signalSubtype: 'general',
      detectedAtMs: 0,
      association: 'company',
    },
    company: {
      key: 'example.com',
      industries: ['Software'],
      employeeCountLow: 1,
      employeeCountHigh: null,
    },
    contact: null,
    amounts: { money: 0, people: 0 },
    version,
    embedding: packVector(Float32Array.of(1, 0, 0, 0)),
  };
}
