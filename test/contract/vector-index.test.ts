/**
 * Contract of every vector index: ClickHouse, Qdrant on the fake server, and Qdrant on the real server of
 * `QDRANT_URL` if given. Filters are hard, the order is exact, and pages are full.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchFilter } from '../../api/signals/filters.js';
import { foldCase } from '../../shared/domain/normalise/fold-case.js';
import { bundledModel } from '../../shared/domain/package-root.js';
import type { SignalFilter } from '../../shared/domain/ports/signal-reader.js';
import type { StoredSignal } from '../../shared/domain/ports/signal-writer.js';
import type {
  AmountRange,
  VectorFilter,
  VectorIndex,
} from '../../shared/domain/ports/vector-index.js';
import type { VectorWriter } from '../../shared/domain/ports/vector-writer.js';
import { packVector } from '../../shared/domain/vectors.js';
import { loadBertWordPieces } from '../../shared/platform/embedding/load-word-pieces.js';
import { createQdrant } from '../../shared/platform/qdrant/client.js';
import { vectorRecordOf } from '../../shared/stores/vector-sync/bring-up-to-date.js';
import { createClickHouseVectorIndex } from '../../shared/stores/vectors/clickhouse-vector-index.js';
import { qdrantFilter } from '../../shared/stores/vectors/qdrant-filter.js';
import { createQdrantVectorIndex } from '../../shared/stores/vectors/qdrant-vector-index.js';
import { createQdrantVectorWriter } from '../../shared/stores/vectors/qdrant-vector-writer.js';
import { fakeVector, storedVector } from '../fakes/fake-embedder.js';
import { type FakeQdrant, startFakeQdrant } from '../fakes/fake-qdrant.js';
import {
  AMOUNTS,
  DATES,
  HEAD_COUNTS,
  loadModelSignals,
  modelFilters,
  NOW_MS,
  TEXTS,
} from '../helpers/model-signals.js';
import {
  expectedNearest,
  type ModelFilter,
  type ModelSignal,
  matching,
  nearest,
} from '../helpers/naive-model.js';
import { realQdrant, removeCollections } from '../helpers/real-qdrant.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const SIGNALS = 400;
const RUNS = process.env.LONG ? 1_000 : 30;

interface Adapter {
  service: TestService;
  index: VectorIndex;
  /** Searches the HNSW graph, whatever the number of matches. */
  graph?: VectorIndex;
  writer?: VectorWriter;
  /** Returns how many points of Qdrant match the filter. */
  count?: (filter: VectorFilter) => Promise<number>;
  close(): Promise<void>;
}

const clock = { now: () => NOW_MS };

async function openQdrantAdapter(url: string): Promise<Adapter> {
  const collection = `contract-${randomUUID()}`;
  const service = await startTestService({ clock, qdrant: { url, collection } });
  const qdrant = createQdrant({ url, apiKey: process.env.QDRANT_API_KEY });
  const target = { name: collection, ready: async () => undefined };
  return {
    service,
    index: createQdrantVectorIndex({ qdrant, target, clickhouse: service.clickhouse }),
    graph: createQdrantVectorIndex({
      qdrant,
      target,
      clickhouse: service.clickhouse,
      plan: () => ({ hnsw_ef: 256 }),
    }),
    writer: createQdrantVectorWriter(qdrant, target),
    async count(filter) {
      const conditions = qdrantFilter(filter);
      if (conditions === null) return 0;
      const request = { filter: conditions, exact: true };
      return (await qdrant.read((client) => client.count(collection, request))).count;
    },
    async close() {
      await removeCollections(qdrant, collection);
      await service.stop();
    },
  };
}

let fake: FakeQdrant;
/** Fills ClickHouse and the fake server with the same signals. */
let filling: Adapter;
let filled: ModelSignal[];

beforeAll(async () => {
  fake = await startFakeQdrant();
  filling = await openQdrantAdapter(fake.url);
  filled = await fill(filling);
});

afterAll(async () => {
  expect(fake.faults).toEqual([]);
  await filling.close();
  await fake.stop();
});

async function fill(adapter: Adapter): Promise<ModelSignal[]> {
  const signals = await loadModelSignals(adapter.service, SIGNALS);
  await writeWithConfidences(adapter, signals);
  return signals;
}

const page = fc.record({
  limit: fc.integer({ min: 1, max: 60 }),
  offset: fc.integer({ min: 0, max: 80 }),
});

const adapters = [
  { name: 'ClickHouse, exact', skip: false },
  { name: 'Qdrant, fake server', skip: false },
  { name: realQdrant.name, skip: realQdrant.skip },
];

describe.each(adapters)('Vector index: $name', ({ name, skip }) => {
  let adapter: Adapter;
  let signals: ModelSignal[];

  beforeAll(async () => {
    if (skip) return;
    if (name === realQdrant.name) {
      adapter = await openQdrantAdapter(realQdrant.url);
      signals = await fill(adapter);
      return;
    }
    const { service } = filling;
    const index = createClickHouseVectorIndex(service.clickhouse);
    adapter =
      name === 'ClickHouse, exact' ? { service, index, close: async () => undefined } : filling;
    signals = filled;
  });

  afterAll(async () => {
    if (adapter !== filling) await adapter?.close();
  });

  const search = async (
    text: string,
    filter: VectorFilter,
    page = { limit: 20, offset: 0 },
    index = adapter.index,
  ) => {
    const found = await index.nearest(questionOf(text), filter, page);
    return found.map(({ signalId }) => signalId);
  };

  const expected = (
    text: string,
    filter: ModelFilter,
    { limit, offset } = { limit: 20, offset: 0 },
  ) =>
    expectedNearest(matching(signals, filter), text)
      .slice(offset, offset + limit)
      .map(({ signal }) => signal.id);

  it.skipIf(skip)(
    'returns the same results as the model for random filters and pages',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          modelFilters,
          fc.constantFrom(...TEXTS),
          page,
          async (filter, text, asked) => {
            const found = await search(text, portFilter(filter), asked);
            expect(found).toEqual(expected(text, filter, asked));
          },
        ),
        { numRuns: RUNS },
      );
    },
  );

  it.skipIf(skip)(
    'ranks by similarity and boosts of subtypes for random boosts, filters and pages',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          modelFilters,
          fc.constantFrom(...TEXTS),
          fc.constantFrom(...BOOSTS),
          fc.constantFrom(...MOSTS),
          page,
          async (filter, text, boosts, most, asked) => {
            const question = { ...questionOf(text, most), boosts: new Map(boosts) };
            const found = await adapter.index.nearest(question, portFilter(filter), asked);
            const wanted = expectedByWeight(matching(signals, filter), question, text);
            const { offset, limit } = asked;
            expect(found.map(({ signalId }) => signalId)).toEqual(
              wanted.slice(offset, offset + limit).map(({ id }) => id),
            );
            for (const [at, { weight, step }] of found.entries()) {
              expect(weight).toBeCloseTo(wanted[offset + at]?.weight ?? -9, 5);
              expect(step).toBe(wanted[offset + at]?.step);
            }
          },
        ),
        { numRuns: 2 * RUNS },
      );
    },
  );

  it.skipIf(skip)('returns the word pieces of every summary', async () => {
    const page = { limit: SIGNALS, offset: 0 };
    const found = await adapter.index.nearest(questionOf('bank lends'), {}, page);
    const texts = new Map(signals.map(({ id, summary }) => [id, summary]));
    const wordPieces = loadBertWordPieces(bundledModel());
    for (const { signalId, tokens } of found) {
      expect(tokens).toEqual(wordPieces?.pieces(texts.get(signalId) ?? ''));
    }
  });

  it.skipIf(skip)('returns the type, company key and contact key of each signal', async () => {
    const page = { limit: SIGNALS, offset: 0 };
    const found = await adapter.index.nearest(questionOf('bank lends'), {}, page);
    const wanted = expectedNearest(signals, 'bank lends').map(({ signal }) => signal);
    expect(
      found.map((each) => [
        each.signalId,
        each.signalType,
        each.companyKey,
        each.contactKey !== '',
      ]),
    ).toEqual(
      wanted.map((each) => [each.id, each.type, each.company.domain, each.contact !== null]),
    );
  });

  it.skipIf(skip)('compares head counts and dates correctly at every bound', async () => {
    const bounds: ModelFilter[] = [
      ...HEAD_COUNTS.flatMap((count) => [
        { employee_count_min: count },
        { employee_count_max: count },
      ]),
      ...DATES.flatMap((at) => [{ detected_after: at }, { detected_before: at }]),
    ];
    for (const filter of bounds) {
      const page = { limit: SIGNALS, offset: 0 };
      const found = await search('bank lends', portFilter(filter), page);
      expect(found, JSON.stringify(filter)).toEqual(expected('bank lends', filter, page));
      const proposed = (await adapter.count?.(portFilter(filter))) ?? found.length;
      expect(proposed, JSON.stringify(filter)).toBe(found.length);
    }
  });

  const amount = fc.constantFrom(1, 300, 1_000, 64_000, 2.5e6, 2.2e9, 0.5, 299, 301, 3e12);
  const amountRange: fc.Arbitrary<AmountRange> = fc.record(
    { of: fc.constantFrom('money', 'people'), from: amount, to: amount },
    { requiredKeys: ['of', 'from'] },
  );
  const amountRanges = fc.array(fc.array(amountRange, { minLength: 1, maxLength: 2 }), {
    minLength: 1,
    maxLength: 2,
  });

  it.skipIf(skip)('filters by the largest amounts that summaries contain', async () => {
    await fc.assert(
      fc.asyncProperty(amountRanges, modelFilters, async (amounts, filter) => {
        const page = { limit: SIGNALS, offset: 0 };
        const asked = { ...portFilter(filter), amounts };
        const found = await search('bank lends', asked, page);
        const tells = (summary: string) =>
          amounts.every((ranges) =>
            ranges.some(({ of, from, to = Infinity }) => {
              const told = AMOUNTS.get(summary)?.[of] ?? 0;
              return told >= from && told <= to;
            }),
          );
        const wanted = expectedNearest(matching(signals, filter), 'bank lends').map(
          ({ signal }) => signal,
        );
        expect(found).toEqual(wanted.filter(({ summary }) => tells(summary)).map(({ id }) => id));
        expect((await adapter.count?.(asked)) ?? found.length).toBe(found.length);
      }),
      { numRuns: 2 * RUNS },
    );
  });

  it.skipIf(skip)(
    'filters by texts that contain all word pieces of one phrase of each list',
    async () => {
      const wordPieces = loadBertWordPieces(bundledModel());
      const words = [
        ...new Set(
          TEXTS.join(' ')
            .toLowerCase()
            .match(/\p{L}+/gu) ?? [],
        ),
        'absent',
      ];
      const phrase = fc
        .array(fc.constantFrom(...words), { minLength: 1, maxLength: 2 })
        .map((chosen) => wordPieces?.pieces(chosen.join(' ')) ?? []);
      const list = fc.array(phrase, { minLength: 1, maxLength: 3 });
      await fc.assert(
        fc.asyncProperty(fc.array(list, { minLength: 1, maxLength: 2 }), async (phrases) => {
          const page = { limit: SIGNALS, offset: 0 };
          const found = await search('bank lends', { phrases }, page);
          const has = (summary: string) => {
            const told = new Set(wordPieces?.pieces(summary));
            return phrases.every((each) =>
              each.some((own) => own.every((piece) => told.has(piece))),
            );
          };
          const wanted = expectedNearest(matching(signals, {}), 'bank lends').map(
            ({ signal }) => signal,
          );
          const ids = wanted.filter(({ summary }) => has(summary)).map(({ id }) => id);
          // Points of Qdrant contain no word pieces, so they never match.
          expect(found).toEqual(adapter.graph ? [] : ids);
        }),
        { numRuns: RUNS },
      );
    },
  );

  it.skipIf(skip)('returns similarities that are neither clamped nor rounded', async () => {
    const found = await adapter.index.nearest(
      questionOf('bank lends'),
      {},
      { limit: 400, offset: 0 },
    );
    const scores = new Map(
      nearest(signals, 'bank lends').map(({ signal, score }) => [signal.id, score]),
    );
    for (const { signalId, similarity } of found) {
      expect(similarity).toBeCloseTo(scores.get(signalId) ?? 2, 5);
    }
    expect(Math.min(...found.map(({ similarity }) => similarity))).toBeLessThan(0);
  });

  it.skipIf(skip)(
    'returns every signal exactly once over all pages if many are equally similar',
    async () => {
      const seen: string[] = [];
      for (let offset = 0; offset < SIGNALS; offset += 30) {
        seen.push(...(await search('robot built', {}, { limit: 30, offset })));
      }
      expect(seen).toEqual(expected('robot built', {}, { limit: SIGNALS, offset: 0 }));
      expect(await search('robot built', {}, { limit: 30, offset: SIGNALS })).toEqual([]);
    },
  );

  it.skipIf(skip)(
    'keeps the same order for every page size if many signals have equal weights',
    async () => {
      const text = 'bank lends';
      for (const most of MOSTS) {
        const question = { ...questionOf(text, most), boosts: new Map(BOOSTS[2]) };
        const wanted = expectedByWeight(signals, question, text).map(({ id }) => id);
        for (const limit of [process.env.LONG ? 30 : 90, 133, SIGNALS]) {
          const seen: string[] = [];
          for (let offset = 0; offset < SIGNALS; offset += limit) {
            const found = await adapter.index.nearest(question, {}, { limit, offset });
            seen.push(...found.map(({ signalId }) => signalId));
          }
          expect(seen, `${limit} of weights up to ${most}`).toEqual(wanted);
        }
      }
    },
  );

  it.skipIf(skip)('returns each signal once if its row was inserted twice', async () => {
    const { clickhouse } = adapter.service;
    await clickhouse.command('INSERT INTO signal_vectors SELECT * FROM signal_vectors');
    const [doubled] = await clickhouse.rows<{ rows: number }>(
      'SELECT count() - uniqExact(signal_id) AS rows FROM signal_vectors',
    );
    expect(doubled?.rows).toBeGreaterThanOrEqual(SIGNALS);
    for (const page of [
      { limit: 50, offset: 0 },
      { limit: 50, offset: 25 },
    ]) {
      expect(await search('robot built', {}, page)).toEqual(expected('robot built', {}, page));
    }
  });

  it.skipIf(skip)(
    'filters by keys of companies and people, and returns nothing for an empty list',
    async () => {
      const rows = await adapter.service.clickhouse.rows<{ key: string; email: string }>(
        `SELECT DISTINCT contact_key AS key, contact_email AS email FROM signals FINAL
       WHERE contact_email = 'person1@company1.example'`,
      );
      const contactKeys = rows.map(({ key }) => key);
      expect(await search('bank lends', { contactKeys })).toEqual(
        expected('bank lends', { contact_email: 'person1@company1.example' }),
      );
      // Many keys use another form of comparison than a few.
      const others = Array.from({ length: 20 }, (_, at) => `nobody${at}.example`);
      expect(await search('bank lends', { contactKeys: [...contactKeys, ...others] })).toEqual(
        expected('bank lends', { contact_email: 'person1@company1.example' }),
      );
      expect(await search('bank lends', { companyKeys: ['company1.example', ...others] })).toEqual(
        expected('bank lends', { company_domain: 'company1.example' }),
      );
      for (const name of [
        'companyKeys',
        'contactKeys',
        'signalTypes',
        'signalSubtypes',
        'companyIndustries',
      ] as const) {
        expect(await search('bank lends', { [name]: [] })).toEqual([]);
      }
    },
  );

  describe('Qdrant that differs from ClickHouse', () => {
    it.skipIf(skip)(
      'contains exactly the points that match the filters',
      async ({ skip: leave }) => {
        const { count } = adapter;
        if (!count) return leave('ClickHouse is its own index');
        await fc.assert(
          fc.asyncProperty(modelFilters, async (filter) => {
            expect(await count(portFilter(filter))).toBe(matching(signals, filter).length);
          }),
          { numRuns: 2 * RUNS },
        );
      },
    );

    it.skipIf(skip)('ignores points that ClickHouse does not contain', async ({ skip: leave }) => {
      const { writer } = adapter;
      if (!writer) return leave('ClickHouse is its own index');
      const [record] = await recordsOf(adapter, signals.slice(0, 1));
      if (!record) throw new Error('no record');
      // They are nearer than all stored signals, have the same payload, and are more than the spare hits of a request.
      const unknown = Array.from({ length: 150 }, () => ({
        ...record,
        draft: { ...record.draft, signalId: randomUUID() },
        embedding: packVector(fakeVector('rocket flies')),
      }));
      await writer.write({ records: unknown.map(vectorRecordOf), removed: [] });
      const filter = { signal_types: [signals[0]?.type ?? ''] };
      for (const page of [
        { limit: 20, offset: 0 },
        { limit: 50, offset: 30 },
      ]) {
        expect(await search('rocket flies', portFilter(filter), page)).toEqual(
          expected('rocket flies', filter, page),
        );
      }
      const removed = unknown.map(({ draft, version }) => ({ signalId: draft.signalId, version }));
      await writer.write({ records: [], removed });
    });

    it.skipIf(skip)(
      'drops points that match the filters in Qdrant but not in ClickHouse',
      async ({ skip: leave }) => {
        const { writer } = adapter;
        if (!writer) return leave('ClickHouse is its own index');
        const changed = matching(signals, { signal_types: ['news'] }).slice(0, 60);
        const records = await recordsOf(adapter, changed);
        // Simulates a crash after which Qdrant and ClickHouse have different types.
        const stale = records.map((record) => ({
          ...record,
          version: record.version + 1n,
          draft: { ...record.draft, signalType: 'sec-8k' },
        }));
        await writer.write({ records: stale.map(vectorRecordOf), removed: [] });
        for (const text of TEXTS) {
          const page = { limit: 40, offset: 0 };
          const filter = { signal_types: ['sec-8k'] };
          expect(await search(text, portFilter(filter), page)).toEqual(
            expected(text, filter, page),
          );
        }
        const restored = records.map((record) => ({ ...record, version: record.version + 2n }));
        await writer.write({ records: restored.map(vectorRecordOf), removed: [] });
      },
    );

    it.skipIf(skip)(
      'fills the page if the HNSW graph returns too few hits',
      async ({ skip: leave }) => {
        if (!adapter.graph) return leave('there is no graph');
        if (fake) fake.graphFinds = 3;
        const found = await search('chip sold', {}, { limit: 50, offset: 10 }, adapter.graph);
        if (fake) fake.graphFinds = Number.POSITIVE_INFINITY;
        expect(found).toEqual(expected('chip sold', {}, { limit: 50, offset: 10 }));
      },
    );
  });
});

/** No boost, one, and several, one of them for an unknown subtype. */
const BOOSTS: [string, number][][] = [
  [],
  [['layoff', 0.3]],
  [
    ['strasse', 0.2],
    ['jobchange', 0.25],
    ['général', 0.004],
    ['unheard', 0.1],
  ],
];

const MEANING = 0.55;
/**
 * With 2 only equal texts share a step, with 4,000 nearly all do. No weight of these texts is so near to
 * the edge of a step that the order of summation matters.
 */
const MOSTS = [2, 40, 400, 4_000];

function questionOf(text: string, most = MEANING) {
  return {
    vector: storedVector(text),
    similarityWeight: MEANING,
    boosts: new Map<string, number>(),
    maxWeight: most,
  };
}

/** Returns a confidence in the subtype that depends on the id. */
function confidenceOf(signal: ModelSignal): number {
  return [1, 0.6, 0.25, 0][signal.id.charCodeAt(0) % 4] ?? 1;
}

async function writeWithConfidences(
  adapter: Adapter,
  signals: readonly ModelSignal[],
): Promise<void> {
  const byId = new Map(signals.map((signal) => [signal.id, signal]));
  const records = (await recordsOf(adapter, signals)).map((record) => {
    const signal = byId.get(record.draft.signalId);
    return { ...record, draft: { ...record.draft, confidence: signal ? confidenceOf(signal) : 1 } };
  });
  await adapter.service.ingestStores.signals.write(records, [], []);
}

function expectedByWeight(
  signals: readonly ModelSignal[],
  { similarityWeight, boosts, maxWeight }: ReturnType<typeof questionOf>,
  text: string,
) {
  return nearest(signals, text)
    .map(({ signal, score }) => {
      const boost = boosts.get(foldCase(signal.subtype)) ?? 0;
      const weight = similarityWeight * score + Math.fround(confidenceOf(signal)) * boost;
      const step = Math.round(10_000 * Math.min(1, Math.max(0, weight / maxWeight)));
      return { id: signal.id, weight, step, detectedAtMs: signal.detectedAtMs };
    })
    .sort((a, b) => b.step - a.step || b.detectedAtMs - a.detectedAtMs || (a.id < b.id ? -1 : 1));
}

function portFilter({ company_domain: domain, ...filter }: ModelFilter): SignalFilter {
  return {
    ...searchFilter({ limit: 1, offset: 0, count_only: false, explain: false, ...filter }),
    ...(domain === undefined ? {} : { companyKeys: [domain] }),
  };
}

function recordsOf(adapter: Adapter, wanted: readonly ModelSignal[]): Promise<StoredSignal[]> {
  return adapter.service.ingestStores.signals.read(wanted.map(({ id }) => id));
}
