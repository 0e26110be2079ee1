/** A process that holds the data folder knows of every write, its own and those of its guests. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';
import { keepReads } from '../../shared/platform/clickhouse/client/keep-reads.js';
import { createClickHouseLeaseStore } from '../../shared/stores/leases/clickhouse-lease-store.js';
import { createClickHouseVectorIndex } from '../../shared/stores/vectors/clickhouse-vector-index.js';
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
    const index = createClickHouseVectorIndex(keepReads(holder));
    const found = async () => {
      const question = { vector, meaning: 1, boosts: new Map() };
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
