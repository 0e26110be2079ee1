/** A process that holds the data folder knows of every write, its own and those of its guests. */
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

describe('the count of writes', () => {
  it('stays while signals are read, requests are logged and leases renewed', async () => {
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
  ])('changes by %s, and is unknown meanwhile', async (_what, write) => {
    const before = holder.writes();
    const writing = write();
    // Of a guest, the request must arrive first.
    while (holder.writes() === before) await new Promise((resolve) => setImmediate(resolve));
    expect([null, before]).not.toContain(await writing.then(() => holder.writes()));
  });

  it('is never known to a guest', () => {
    expect(guest.writes()).toBeNull();
  });
});

describe('a search that was asked before', () => {
  it('finds what the process or a guest has written since', async () => {
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

describe('the versions of hits', () => {
  const vectors = `SELECT toString(signal_id) AS id, toString(version) AS row_version FROM signal_vectors
    WHERE company_key = 'versions.example' AND is_deleted = 0 ORDER BY id, version`;
  const signals = (version: number, numbers: string, second = version) =>
    `SELECT ${ID_BY_HASH} AS id, 'news' AS type, 'general' AS subtype,
       toDateTime64('2026-01-01', 3, 'UTC') + ${second} AS at, 'versions.example' AS domain,
       [toFloat32(1), 0] AS embedding, toUInt128(${version}) AS version, 'text' AS text
     FROM ${numbers}`;
  const read = () => holder.rows<{ id: string; row_version: string }>(vectors);

  it('are listed when it is quiet, not asked for, and asked for again after any write', async () => {
    let statements = 0;
    const counted: ClickHouse = {
      ...holder,
      rows: (...asked) => {
        statements += 1;
        return holder.rows(...asked);
      },
    };
    const current = createOnlyCurrent(counted, 0);
    /** Of rows read now: those that are current, and how many statements that took. */
    const asked = async () => {
      statements = 0;
      const writes = holder.writes();
      const found = await current(await read(), writes);
      return { versions: found.map((row) => Number(row.row_version)), statements };
    };
    /** Until the list is there, each time asks for versions. */
    const listed = async () => {
      await asked();
      await asked();
      await expect.poll(asked).toHaveProperty('statements', 0);
      return asked();
    };
    await insertSignals(holder, signals(1, 'numbers(100, 3)'));
    expect((await asked()).versions).toEqual([1, 1, 1]);
    expect(await listed()).toEqual({ versions: [1, 1, 1], statements: 0 });

    // A newer version at another time, so at another place: both rows stay.
    await insertSignals(holder, signals(7, 'numbers(101, 1)'));
    expect(await read()).toHaveLength(4);
    expect((await asked()).versions.toSorted()).toEqual([1, 1, 7]);
    const { versions, statements: none } = await listed();
    expect([versions.toSorted(), none]).toEqual([[1, 1, 7], 0]);

    // The writer died between the vector and its signal: until then the earlier version is current.
    await insertSignals(guest, signals(9, 'numbers(102, 1)'));
    await holder.command('DELETE FROM signal_keys WHERE version = 9');
    expect((await asked()).versions.toSorted()).toEqual([1, 1, 7]);
    expect((await listed()).versions.toSorted()).toEqual([1, 1, 7]);
    expect(await onlyCurrent(holder, await read())).toHaveLength(3);
  });

  it('are asked for when something was written after the hits were read', async () => {
    const current = createOnlyCurrent(holder, 0);
    const writes = holder.writes();
    const before = await read();
    for (let tries = 0; tries < 3; tries += 1) await current(before, writes);
    const superseded = before.find((row) => row.row_version === '7');
    // In the place of the one before, which is gone after the merge.
    await insertSignals(guest, signals(11, 'numbers(101, 1)', 7));
    await holder.command('OPTIMIZE TABLE signal_vectors FINAL');
    expect(await read()).not.toContainEqual(superseded);
    const now = holder.writes();
    const after = await read();
    for (let tries = 0; tries < 3; tries += 1) await current(after, now);
    expect(await current(before, writes)).not.toContainEqual(superseded);
  });
});
