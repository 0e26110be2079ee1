/**
 * A process dies before or after any write of a batch that contains every kind of event, and a new process repeats
 * the batch on the same stores: the result must equal an undisturbed run to the byte. So must a load that retries
 * while stores and the embedder fail at random.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIngest } from '../../ingest/create-ingest.js';
import { loadFeedDefinitions } from '../../ingest/feeds/feed-definitions.js';
import { loadFile } from '../../ingest/load-file.js';
import { AppError } from '../../shared/domain/errors.js';
import { productFeeds } from '../../shared/domain/package-root.js';
import type { Embedder } from '../../shared/domain/ports/embedder.js';
import { snapshotTables } from '../helpers/empty-tables.js';
import { exportOf } from '../helpers/exported.js';
import { BATCH_EVENTS, NEWER_VERSIONS, STORED_EVENTS } from '../helpers/fault-events.js';
import { createRandom } from '../helpers/random.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

/** Reading methods of the stores; every method is listed here or below, so that new ones get classified. */
const READS = new Set([
  'registry.stored',
  ...['companies', 'contacts', 'contactsEmployedBy'].map((name) => `identity.${name}`),
  ...['locate', 'misplacedRows', 'writtenLast', 'referencing', 'read', 'prepareSummaries'].map(
    (name) => `signals.${name}`,
  ),
  'snapshots.read',
  ...['read', 'clusters'].map((name) => `stories.${name}`),
  ...['progress', 'fact'].map((name) => `progress.${name}`),
  'outcomes.acceptedFrom',
  'turns.all',
]);
const WRITES = [
  ...['putCompanies', 'putNames', 'putContacts'].map((name) => `identity.${name}`),
  'signals.write',
  'signals.ensureVectors',
  'stories.put',
  'snapshots.put',
  'outcomes.putOutcomes',
  'registry.put',
  'progress.putProgress',
];
/** Writes before a batch or independent of it. */
const NOT_IN_A_BATCH = ['progress.putFact', 'turns.put', 'signals.completeLastInsert'];
/** Number of writes between two crashes in the test with newer versions. */
const EVERY = process.env.LONG ? 1 : 12;
/** A crash before a write equals one after the previous write, so only `LONG=1` tries both. */
const MOMENTS = process.env.LONG ? (['before', 'after'] as const) : (['after'] as const);
/** Tables that depend on the process or time of writing. */
const NOT_COMPARED = ['schema_migrations', 'ingest_turns'];

/** Tables of which only the first run is compared, because repeating a completed file is another run. */
const OF_RUNS = ['ingest_outcomes', 'rejected_events'];

type Stores = TestService['ingestStores'];

/** Definitions have no state, and compiling them takes long. */
const feeds = loadFeedDefinitions([productFeeds()]);

interface Crash {
  method: string;
  /** Which call of the method, from 1. */
  call: number;
  when: 'before' | 'after';
}

let service: TestService;
let folder: string;
let tables: string[];

beforeAll(async () => {
  service = await startTestService();
  folder = mkdtempSync(join(tmpdir(), 'signals-faults-'));
  const lines = (events: readonly object[]) =>
    events.map((event) => JSON.stringify(event)).join('\n');
  writeFileSync(join(folder, 'base.ndjson'), lines(STORED_EVENTS));
  writeFileSync(join(folder, 'batch.ndjson'), lines(BATCH_EVENTS));
  writeFileSync(join(folder, 'more.ndjson'), lines([...BATCH_EVENTS, ...NEWER_VERSIONS]));
  const found = await service.clickhouse.rows<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'",
  );
  tables = found
    .map(({ name }) => name)
    .filter((name) => !NOT_COMPARED.includes(name))
    .sort();
  await load('base', service.ingestStores);
  restoreBase = await snapshotTables(service.clickhouse);
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Loads the file as a new process on the stores, without memory of the former one. */
async function load(name: 'base' | 'batch' | 'more', stores: Stores): Promise<void> {
  const turnLimits = { goneLifeMs: 0 };
  const { embedder } = service;
  const ingest = await createIngest({ ...stores, embedder, feeds, turnLimits });
  await loadFile(ingest, join(folder, `${name}.ndjson`), {
    source: undefined,
    rejectedPath: join(folder, `${name}.rejected`),
    batchEvents: 100,
  });
}

/** Is called before and after every non-empty store call; after it throws once, every further call fails. */
type Watch = (method: string, when: 'before' | 'after') => void;

function watched(watch: Watch): Stores {
  let dead: unknown;
  const guard: Watch = (method, when) => {
    if (dead) throw dead;
    try {
      watch(method, when);
    } catch (error) {
      dead = error;
      throw error;
    }
  };
  const wrapped = Object.entries(service.ingestStores).map(([name, store]) => [
    name,
    Object.fromEntries(
      Object.entries(store).map(([method, work]) => [
        method,
        async (...given: unknown[]) => {
          if (isEmpty(given)) return Reflect.apply(work, store, given);
          guard(`${name}.${method}`, 'before');
          const result = await Reflect.apply(work, store, given);
          guard(`${name}.${method}`, 'after');
          return result;
        },
      ]),
    ),
  ]);
  return Object.fromEntries(wrapped);
}

function isEmpty(given: readonly unknown[]): boolean {
  return given.every((each) => Array.isArray(each) && each.length === 0);
}

function crashing({ method, call, when }: Crash): Stores {
  let calls = 0;
  return watched((each, moment) => {
    if (each !== method) return;
    if (moment === 'before') calls += 1;
    if (calls === call && moment === when) throw new Error('the process died');
  });
}

/** Restores the data that is stored before the batch. */
let restoreBase: () => Promise<void>;

/** Returns all data that must not depend on crashes. */
async function outcome(): Promise<string> {
  const { clickhouse } = service;
  const counts = tables
    .filter((table) => !OF_RUNS.includes(table))
    .map((table) => `SELECT '${table}' AS name, count() AS n FROM ${table} FINAL`);
  const rows = await clickhouse.rows(`SELECT * FROM (${counts.join(' UNION ALL ')}) ORDER BY name`);
  const lines = await clickhouse.rows(
    `SELECT * EXCEPT (written_at, version) FROM ingest_outcomes FINAL
     WHERE endsWith(run, '/0') ORDER BY origin_name, run, first_position`,
  );
  const events = await clickhouse.rows(
    `SELECT DISTINCT * EXCEPT (rejected_id, rejected_at) FROM rejected_events FINAL
     ORDER BY origin_name, position`,
  );
  const rejected = readFileSync(join(folder, 'batch.rejected'), 'utf8');
  return JSON.stringify(
    { ...(await exportOf(clickhouse)), rows, lines, events, rejected },
    null,
    1,
  );
}

describe('Batch that is repeated after a crash', () => {
  let reference: string;
  const calls = new Map<string, number>();

  beforeAll(async () => {
    await restoreBase();
    await load(
      'batch',
      watched((method, when) => {
        if (when === 'before') calls.set(method, (calls.get(method) ?? 0) + 1);
      }),
    );
    reference = await outcome();
  });

  it('is tested with every store method classified as read or write', () => {
    const methods = Object.entries(service.ingestStores).flatMap(([name, store]) =>
      Object.keys(store).map((method) => `${name}.${method}`),
    );
    expect(methods.filter((each) => !READS.has(each)).sort()).toEqual(
      [...WRITES, ...NOT_IN_A_BATCH].sort(),
    );
  });

  it('uses every write method', () => {
    expect(WRITES.filter((method) => !calls.has(method))).toEqual([]);
  });

  for (const method of WRITES) {
    it(`ends with the same data after a crash at any call of ${method}`, async () => {
      for (let call = 1; call <= (calls.get(method) ?? 0); call += 1) {
        for (const when of MOMENTS) {
          await restoreBase();
          await expect(load('batch', crashing({ method, call, when }))).rejects.toThrow('died');
          await load('batch', service.ingestStores);
          expect(await outcome(), `${when} call ${call}`).toBe(reference);
        }
      }
    });
  }

  it('ends with the same data if newer versions of its events follow in the repeat', async () => {
    const exported = async () => JSON.stringify(await exportOf(service.clickhouse), null, 1);
    await restoreBase();
    for (const name of ['batch', 'more'] as const) await load(name, service.ingestStores);
    const expected = await exported();
    for (let died = true, furthest = 1; died; furthest += EVERY) {
      await restoreBase();
      died = await diesAfter(furthest);
      await load('more', service.ingestStores);
      expect(await exported(), `after write ${furthest}`).toBe(expected);
    }
  });

  it('removes former rows of moved signals after a crash within an insert', async () => {
    const { clickhouse } = service;
    const counts = async () => {
      const tables = ['signals', 'signals_by_company', 'signal_keys'];
      const each = tables.map((table) => `(SELECT count() FROM ${table} FINAL) AS ${table}`);
      const where = '(SELECT count() FROM signal_keys FINAL WHERE is_deleted = 0) AS current';
      return (await clickhouse.rows<Record<string, number>>(`SELECT ${each}, ${where}`))[0] ?? {};
    };
    await restoreBase();
    await load('batch', service.ingestStores);
    const before = await counts();
    expect(before.signals).toBe(before.current);
    // Simulates moved signals whose withdrawal from the former company is missing.
    const columns = (
      await clickhouse.rows<{ name: string }>(
        "SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'signals' AND default_kind IN ('', 'DEFAULT') ORDER BY position",
      )
    ).map(({ name }) => name);
    const values = columns.map((name) =>
      name === 'company_key'
        ? "'elsewhere.example' AS company_key"
        : name === 'version'
          ? 'version - 1 AS version'
          : name,
    );
    await clickhouse.command(
      `INSERT INTO signals (${columns}) SELECT ${values} FROM signals FINAL ORDER BY signal_id LIMIT 3`,
    );
    expect((await counts()).signals).toBe(Number(before.signals) + 3);
    await load('more', service.ingestStores);
    const after = await counts();
    expect([after.signals, after.signals_by_company]).toEqual([after.current, after.current]);
  });

  it('ends with the same data after many crashes, each one write later', async () => {
    await restoreBase();
    for (let furthest = 1; await diesAfter(furthest); furthest += 1);
    expect(await outcome()).toBe(reference);
  });

  /** Loads with a crash after the given write; returns false if the batch has fewer writes. */
  async function diesAfter(furthest: number): Promise<boolean> {
    let writes = 0;
    const attempt = load(
      'batch',
      watched((method, when) => {
        if (!WRITES.includes(method) || when === 'before') return;
        writes += 1;
        if (writes === furthest) throw new Error('the process died');
      }),
    );
    return attempt.then(
      () => false,
      () => true,
    );
  }
});

describe('Load that retries', () => {
  const SEEDS = process.env.LONG ? 20 : 1;

  /** Loads in small batches, so that each is prepared while the previous one is written. */
  async function loadSome(stores: Stores, embedder: Embedder, isOn: { value: boolean }) {
    const ingest = await createIngest({ ...stores, embedder, feeds });
    let waits = 0;
    isOn.value = true;
    const { tally } = await loadFile(ingest, join(folder, 'more.ndjson'), {
      source: undefined,
      rejectedPath: join(folder, 'batch.rejected'),
      batchEvents: 5,
      retryPolicy: { mayContinue: () => true, onWait: () => waits++, firstWaitMs: 1 },
    });
    isOn.value = false;
    return { tally, waits };
  }

  /** Returns stores and an embedder that fail at random, before or after the work of a call. */
  function failing(seed: number, isOn: { value: boolean }): [Stores, Embedder] {
    const random = createRandom(seed);
    const mayFail = () => {
      if (isOn.value && random.chance(1 / 60)) throw new AppError('unavailable', 'away');
    };
    const wrapped = Object.entries(service.ingestStores).map(([name, store]) => [
      name,
      Object.fromEntries(
        Object.entries(store).map(([method, work]) => [
          method,
          async (...given: unknown[]) => {
            mayFail();
            const result = await Reflect.apply(work, store, given);
            mayFail();
            return result;
          },
        ]),
      ),
    ]);
    const embedder: Embedder = {
      ...service.embedder,
      async embed(texts) {
        mayFail();
        return service.embedder.embed(texts);
      },
    };
    return [Object.fromEntries(wrapped), embedder];
  }

  it('ends with the same data and counts if stores and the embedder fail at random', async () => {
    await restoreBase();
    const calm = await loadSome(service.ingestStores, service.embedder, { value: false });
    const expected = await outcome();
    let waits = 0;
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      await restoreBase();
      const isOn = { value: false };
      const report = await loadSome(...failing(seed, isOn), isOn);
      expect(await outcome(), `seed ${seed}`).toBe(expected);
      expect(report.tally.read, `seed ${seed}`).toBe(calm.tally.read);
      waits += report.waits;
    }
    expect(waits).toBeGreaterThan(3 * SEEDS);
  });
});
