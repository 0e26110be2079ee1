/** Totals of time ranges must be exact although counts per day are cached while signals are written. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignalFilter, SignalReader } from '../../shared/domain/ports/signal-reader.js';
import type { SignalRecord } from '../../shared/domain/ports/signal-writer.js';
import { cacheReads } from '../../shared/platform/clickhouse/client/cache-reads.js';
import { createClickHouseSignalReader } from '../../shared/stores/signals/clickhouse-signal-reader.js';
import { createClickHouseSignalWriter } from '../../shared/stores/signals/clickhouse-signal-writer.js';
import { ID_BY_HASH, insertSignals } from '../bench/synthetic-rows.js';
import { type OpenAdapter, openEmbedded } from '../helpers/clickhouse-adapters.js';
import { countStatements } from '../helpers/counted-statements.js';
import { createRandom } from '../helpers/random.js';
import { signalRecord, versionOf } from '../helpers/records.js';

const DAY = 86_400_000;
const START = Date.UTC(1969, 11, 28);
const DAYS = 9;
/** Rounds of random changes, with twelve random filters after each. */
const ROUNDS = process.env.LONG ? 25 : 10;

let store: OpenAdapter;
let counted: ReturnType<typeof countStatements>;
let reader: SignalReader;
let stored: SignalRecord[] = [];

beforeAll(async () => {
  store = await openEmbedded();
  counted = countStatements(store.clickhouse);
  reader = createClickHouseSignalReader(cacheReads(counted.clickhouse));
});
afterAll(() => store.close());

function matches({ signalTypes, detectedAfterMs, detectedBeforeMs }: SignalFilter): string[] {
  return stored
    .map(({ draft }) => draft)
    .filter(
      ({ signalType, detectedAtMs }) =>
        (!signalTypes || signalTypes.includes(signalType)) &&
        detectedAtMs > (detectedAfterMs ?? -Infinity) &&
        detectedAtMs < (detectedBeforeMs ?? Infinity),
    )
    .sort((a, b) => b.detectedAtMs - a.detectedAtMs || (a.signalId < b.signalId ? -1 : 1))
    .map(({ signalId }) => signalId);
}

async function expectExact(filter: SignalFilter, limit: number): Promise<void> {
  const expected = matches(filter);
  const page = await reader.page(filter, { limit });
  expect(page.signals.map((signal) => signal.signal_id)).toEqual(expected.slice(0, limit));
  expect([page.total, await reader.count(filter)]).toEqual([expected.length, expected.length]);
}

describe('Total of a time range', () => {
  it('equals a naive count while signals are added and withdrawn', async () => {
    const writer = createClickHouseSignalWriter(store.clickhouse);
    const { below: pick } = createRandom(17);
    /** Returns a random time, often the first millisecond of a day or next to it. */
    const time = () => START + pick(DAYS) * DAY + (pick(2) ? pick(DAY) : (pick(3) - 1 + DAY) % DAY);
    for (let round = 0; round < ROUNDS; round += 1) {
      const gone = stored.filter(() => pick(6) === 0);
      const keys = await writer.locate(gone.map(({ draft }) => draft.signalId));
      const withdrawals = [...keys.values()].map((key) => ({
        key,
        eventVersion: versionOf(40 + round),
      }));
      const come = Array.from({ length: 1 + pick(20) }, () =>
        signalRecord({ type: pick(3) ? 'news' : 'sec-8k', detectedAtMs: time() }),
      );
      await writer.write(come, [], withdrawals);
      stored = [...stored.filter((record) => !gone.includes(record)), ...come];
      for (let asked = 0; asked < 12; asked += 1) {
        const filter: SignalFilter = {
          ...(pick(4) ? { signalTypes: pick(3) ? ['news'] : ['news', 'sec-8k'] } : {}),
          ...(pick(5) ? { detectedAfterMs: time() } : {}),
          ...(pick(3) ? {} : { detectedBeforeMs: time() }),
        };
        await expectExact(filter, 1 + pick(8));
      }
    }
  });

  it('needs no statement if the same filter was used with another time of the same days', async () => {
    const filter = (ms: number) => ({
      signalTypes: ['news'],
      detectedAfterMs: START + 2 * DAY + ms,
    });
    for (const ms of [1, 2, 3, 4]) await expectExact(filter(ms), 3);
    counted.take();
    for (const ms of [5, 70_000, DAY - 1]) await expectExact(filter(ms), 3);
    expect(counted.take()).toEqual({ total: 0, tables: {} });
  });

  it('is consistent if signals are written while it is counted', async () => {
    const writer = createClickHouseSignalWriter(store.clickhouse);
    /** One on the first day of the range, one on a later day. */
    const come = [3, 4].map((day) => signalRecord({ detectedAtMs: START + day * DAY + 60_000 }));
    let isWritten = false;
    const reader = createClickHouseSignalReader(
      cacheReads({
        ...store.clickhouse,
        async rows(...asked) {
          if (!isWritten && asked[0].includes('groupArray')) {
            isWritten = true;
            await writer.write(come, [], []);
          }
          return store.clickhouse.rows(...asked);
        },
      }),
    );
    const filter = { signalTypes: ['news'], detectedAfterMs: START + 3 * DAY };
    const before = matches(filter).length;
    expect(await reader.count(filter)).toBe(before);
    expect(await reader.count(filter)).toBe(before + 2);
    expect(isWritten).toBe(true);
    stored.push(...come);
  });

  it('is exact for days with more matches than are cached', async () => {
    const size = 6_000;
    await insertSignals(
      store.clickhouse,
      `SELECT ${ID_BY_HASH} AS id, 'large' AS type, 'general' AS subtype,
         fromUnixTimestamp64Milli(toInt64(${START} + number * 1000), 'UTC') AS at, 'a.example' AS domain,
         [toFloat32(1), 0] AS embedding, toUInt128(1) AS version, 'text' AS text FROM numbers(${size})`,
    );
    for (const at of [0, 1, 2, 2_000, 5_999]) {
      const filter = { signalTypes: ['large'], detectedAfterMs: START + at * 1000 };
      const page = await reader.page(filter, { limit: 1 });
      expect([page.total, await reader.count(filter)]).toEqual([size - 1 - at, size - 1 - at]);
      expect(await reader.count({ ...filter, detectedBeforeMs: START + 5_000_000 })).toBe(
        Math.max(0, 4_999 - at),
      );
    }
  });

  it('is exact for times beyond the range that can be stored', async () => {
    for (const _ of [1, 2, 3]) {
      await expectExact({ signalTypes: ['news'], detectedAfterMs: Date.UTC(-1000, 0) }, 2);
      await expectExact({ signalTypes: ['news'], detectedAfterMs: Date.UTC(9000, 0) }, 2);
      await expectExact({ signalTypes: ['news'], detectedBeforeMs: Date.UTC(1800, 0) }, 2);
      await expectExact(
        { signalTypes: ['news'], detectedAfterMs: START + DAY, detectedBeforeMs: START },
        2,
      );
    }
  });
});
