/**
 * Two processes load related batches on one engine. Whenever one of them is delayed, suspended or killed, the
 * stored data must equal that of a single process.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TurnLimits, TurnLostError } from '../../ingest/write/turns.js';
import { until } from '../helpers/eventually.js';
import { comparableExport } from '../helpers/exported.js';
import { FIRST_BATCH, SECOND_BATCH, STORED_EVENTS } from '../helpers/race-events.js';
import { createRandom } from '../helpers/random.js';
import { startLoader } from '../helpers/start-loader.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

type Stores = TestService['ingestStores'];

/** Share of all store calls at which the first process is disturbed. */
const SHARE = process.env.LONG ? 1 : 0.12;
const TIMEOUT_MS = 3_000_000;

let service: TestService;
let tables: string[];

beforeAll(async () => {
  service = await startTestService();
  const found = await service.clickhouse.rows<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'",
  );
  tables = found.map(({ name }) => name).filter((name) => name !== 'schema_migrations');
});

afterAll(() => service.stop());

/** Loads the events as a process of its own, without shared memory. */
async function load(
  events: readonly object[],
  stores: Stores = service.ingestStores,
  turnLimits: Partial<TurnLimits> = {},
): Promise<void> {
  const loadAll = await startLoader(service, {
    stores,
    turnLimits: { goneLifeMs: 50, ...turnLimits },
  });
  await loadAll(events);
}

/** Loads and retries after a lost turn, which a slow machine may cause by itself. */
async function loadPatiently(...given: Parameters<typeof load>): Promise<void> {
  for (;;) {
    try {
      return await load(...given);
    } catch (error) {
      if (!(error instanceof TurnLostError)) throw error;
    }
  }
}

async function begin(): Promise<void> {
  for (const table of tables) await service.clickhouse.command(`TRUNCATE TABLE ${table}`);
  await load(STORED_EVENTS);
}

const outcome = () => comparableExport(service.clickhouse);

/** Returns stores that call `at` before every call, except for turns. */
function watched(at: () => Promise<void>, turns?: Partial<Stores['turns']>): Stores {
  const wrapped = Object.entries(service.ingestStores).map(([name, store]) => [
    name,
    name === 'turns'
      ? { ...store, ...turns }
      : Object.fromEntries(
          Object.entries(store).map(([method, work]) => [
            method,
            async (...given: unknown[]) => {
              await at();
              return Reflect.apply(work, store, given);
            },
          ]),
        ),
  ]);
  return Object.fromEntries(wrapped);
}

/** Returns a hook that blocks before the `call`-th call until `goOn` is called. */
function stopsAt(call: number, whenStopped: () => void) {
  let calls = 0;
  const held = signalled();
  return {
    goOn: held.resolve,
    async at() {
      calls += 1;
      if (calls !== call) return;
      whenStopped();
      await held.promise;
    },
  };
}

describe('Two ingest processes', () => {
  let expected: string;
  let moments: number[];

  beforeAll(async () => {
    await begin();
    let calls = 0;
    await load(
      FIRST_BATCH,
      watched(async () => {
        calls += 1;
      }),
    );
    await load(SECOND_BATCH);
    expected = await outcome();
    const random = createRandom(7);
    moments = Array.from({ length: calls }, (_, at) => at + 1).filter(() => random.chance(SHARE));
  });

  it('store the same data in either order', async () => {
    await begin();
    await load(SECOND_BATCH);
    await load(FIRST_BATCH);
    expect(await outcome()).toBe(expected);
  });

  it('store the same data if one is delayed at any store call', {
    timeout: TIMEOUT_MS,
  }, async () => {
    for (const call of moments) {
      await begin();
      const stopped = signalled();
      const { at, goOn } = stopsAt(call, stopped.resolve);
      const left = load(FIRST_BATCH, watched(at)).finally(stopped.resolve);
      await stopped.promise;
      let ended = false;
      const right = load(SECOND_BATCH).finally(() => {
        ended = true;
      });
      await until(async () => ended || (await isWaitedFor()), 60);
      goOn();
      await Promise.all([left, right]);
      expect(await outcome(), `held up at call ${call}`).toBe(expected);
    }
  });

  it('store the same data if one is suspended at any store call and resumes later', {
    timeout: TIMEOUT_MS,
  }, async () => {
    for (const call of moments) {
      await begin();
      let still = false;
      const stopped = signalled();
      const { at, goOn } = stopsAt(call, () => {
        still = true;
        stopped.resolve();
      });
      const { put } = service.ingestStores.turns;
      const silent: Stores['turns']['put'] = async (mark) => {
        if (still) throw new Error('a process that stands still says nothing');
        await put(mark);
      };
      const limits = { lifeMs: 2_000, renewMs: 100 };
      const left = loadPatiently(FIRST_BATCH, watched(at, { put: silent }), limits);
      left.finally(stopped.resolve).catch(() => undefined);
      await stopped.promise;
      await loadPatiently(SECOND_BATCH, service.ingestStores, limits);
      still = false;
      goOn();
      await left;
      expect(await outcome(), `stood still at call ${call}`).toBe(expected);
    }
  });

  it('store the same data if one dies at any store call and its events are redelivered', {
    timeout: TIMEOUT_MS,
  }, async () => {
    for (const call of moments) {
      await begin();
      let calls = 0;
      let dead = false;
      const die = async () => {
        calls += 1;
        dead ||= calls === call;
        if (dead) throw new Error('the process died');
      };
      const { put } = service.ingestStores.turns;
      const silent: Stores['turns']['put'] = async (mark) => {
        if (dead) throw new Error('the process died');
        await put(mark);
      };
      await expect(load(FIRST_BATCH, watched(die, { put: silent }))).rejects.toThrow('died');
      await load(SECOND_BATCH);
      await load(FIRST_BATCH);
      expect(await outcome(), `died at call ${call}`).toBe(expected);
    }
  });
});

function signalled(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

async function isWaitedFor(): Promise<boolean> {
  const marks = await service.ingestStores.turns.all();
  return marks.some(({ state }) => state === 'waiting');
}
