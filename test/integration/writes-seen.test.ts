/** The process that owns the data folder must notice every write of its own and of its clients. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cacheReads } from '../../shared/platform/clickhouse/client/cache-reads.js';
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';
import { createClickHouseLeaseStore } from '../../shared/stores/leases/clickhouse-lease-store.js';
import { createClickHouseVectorIndex } from '../../shared/stores/vectors/clickhouse-vector-index.js';
import { createOnlyCurrent, onlyCurrent } from '../../shared/stores/vectors/only-current.js';
import { ID_BY_HASH, insertSignals } from '../bench/synthetic-rows.js';
import { createDataDir, openDataFolder } from '../helpers/clickhouse-adapters.js';

const dataDir = createDataDir();
let holder: ClickHouse;
let guest: ClickHouse;
let close: () => Promise<void>;

beforeAll(async () => {
  const first = await openDataFolder(dataDir);
  const second = await openDataFolder(dataDir);
  expect([first.role?.(), second.role?.()]).toEqual(['holder', 'guest']);
  holder = first.clickhouse;
  guest = second.clickhouse;
  close = async () => {
    await second.close();
    await first.close();
  };
  await holder.command('CREATE TABLE written (n UInt8) ENGINE = MergeTree ORDER BY n');
});

afterAll(async () => {
  await close();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('Count of writes', () => {
  it('does not change when data is read, usage is inserted and leases are renewed', async () => {
    const before = holder.writes();
    expect(before).toEqual(expect.any(String));
    await holder.rows('SELECT count() FROM written');
    await holder.rows('SELECT 1', {}, 'vectors');
    await holder.insert('written', [{ n: 0 }], 'usage');
    await createClickHouseLeaseStore(holder).putLease({
      name: 'credits',
      holder: randomUUID(),
      host: 'host',
      pid: 1,
      command: 'test',
      expiresAtMs: Date.now(),
    });
    expect(holder.writes()).toBe(before);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['an insert', () => holder.insert('written', [{ n: 1 }])],
    ['a command', () => holder.command('OPTIMIZE TABLE written')],
    ['a write that fails', () => holder.command('DROP TABLE missing').catch(() => undefined)],
    ['an insert of a guest', () => guest.insert('written', [{ n: 2 }])],
    ['a command of a guest', () => guest.command('INSERT INTO written VALUES (3)', {}, 'reads')],
  ])('changes after %s', async (_what, write) => {
    const before = holder.writes();
    const writing = write();
    // The request of a client must arrive first.
    while (holder.writes() === before) await new Promise((resolve) => setImmediate(resolve));
    expect([null, before]).not.toContain(await writing.then(() => holder.writes()));
  });

  it('is unknown in a client', () => {
    expect(guest.writes()).toBeNull();
  });
});

describe('Repeated search', () => {
  it('finds signals that the process or a client has written since', async () => {
    const vector = Float32Array.from({ length: 384 }, (_, at) => (at === 0 ? 1 : 0));
    const index = createClickHouseVectorIndex(cacheReads(holder));
    const found = async () => {
      const question = { vector, similarityWeight: 1, boosts: new Map(), maxWeight: 1 };
      const hits = await index.nearest(question, {}, { limit: 10, offset: 0 });
      return hits.length;
    };
    const signals = (from: number) =>
      `SELECT ${ID_BY_HASH} AS id, 'news' AS type, 'general' AS subtype,
         now64(3) AS at, 'a.example' AS domain, arrayMap(i -> toFloat32(i), range(1, 385)) AS embedding,
         toUInt128(1) AS version, 'text' AS text FROM numbers(${from}, 2)`;
    expect([await found(), await found()]).toEqual([0, 0]);
    await insertSignals(holder, signals(0));
    expect([await found(), await found()]).toEqual([2, 2]);
    await insertSignals(guest, signals(2));
    expect([await found(), await found()]).toEqual([4, 4]);
  });
});

describe('Versions of hits', () => {
  const vectors = `SELECT toString(signal_id) AS id, toString(version) AS row_version FROM signal_vectors
    WHERE company_key = 'versions.example' AND is_deleted = 0 ORDER BY id, version`;
  const signals = (version: number, numbers: string, second = version) =>
    `SELECT ${ID_BY_HASH} AS id, 'news' AS type, 'general' AS subtype,
       toDateTime64('2026-01-01', 3, 'UTC') + ${second} AS at, 'versions.example' AS domain,
       [toFloat32(1), 0] AS embedding, toUInt128(${version}) AS version, 'text' AS text
     FROM ${numbers}`;
  const read = () => holder.rows<{ id: string; row_version: string }>(vectors);

  it('are cached without writes, and read again after any write', async () => {
    let statements = 0;
    const counted: ClickHouse = {
      ...holder,
      rows: (...asked) => {
        statements += 1;
        return holder.rows(...asked);
      },
    };
    const current = createOnlyCurrent(counted, 0);
    /** Reads rows and returns the current ones, and how many statements their check took. */
    const asked = async () => {
      statements = 0;
      const writes = holder.writes();
      const found = await current(await read(), writes);
      return { versions: found.map((row) => Number(row.row_version)), statements };
    };
    /** Repeats until the versions are cached. */
    const listed = async () => {
      await asked();
      await asked();
      await expect.poll(asked).toHaveProperty('statements', 0);
      return asked();
    };
    await insertSignals(holder, signals(1, 'numbers(100, 3)'));
    expect((await asked()).versions).toEqual([1, 1, 1]);
    expect(await listed()).toEqual({ versions: [1, 1, 1], statements: 0 });

    // A newer version with another time has another sort key, so both rows remain.
    await insertSignals(holder, signals(7, 'numbers(101, 1)'));
    expect(await read()).toHaveLength(4);
    expect((await asked()).versions.toSorted()).toEqual([1, 1, 7]);
    const { versions, statements: none } = await listed();
    expect([versions.toSorted(), none]).toEqual([[1, 1, 7], 0]);

    // Simulates a writer that died after the vector and before the signal: the earlier version is still current.
    await insertSignals(guest, signals(9, 'numbers(102, 1)'));
    await holder.command('DELETE FROM signal_keys WHERE version = 9');
    expect((await asked()).versions.toSorted()).toEqual([1, 1, 7]);
    expect((await listed()).versions.toSorted()).toEqual([1, 1, 7]);
    expect(await onlyCurrent(holder, await read())).toHaveLength(3);
  });

  it('are read again if something was written after the hits were read', async () => {
    const current = createOnlyCurrent(holder, 0);
    const writes = holder.writes();
    const before = await read();
    for (let tries = 0; tries < 3; tries += 1) await current(before, writes);
    const superseded = before.find((row) => row.row_version === '7');
    // It has the sort key of the former version, which the merge removes.
    await insertSignals(guest, signals(11, 'numbers(101, 1)', 7));
    await holder.command('OPTIMIZE TABLE signal_vectors FINAL');
    expect(await read()).not.toContainEqual(superseded);
    const now = holder.writes();
    const after = await read();
    for (let tries = 0; tries < 3; tries += 1) await current(after, now);
    expect(await current(before, writes)).not.toContainEqual(superseded);
  });
});
