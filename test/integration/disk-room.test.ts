/** The embedded engine must reject writes before the disk is full, because it would not notice failed writes. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NoRoomError } from '../../shared/domain/errors.js';
import { createAnalystLane } from '../../shared/platform/clickhouse/analysts/analyst-lane.js';
import {
  type Connection,
  engineConnection,
} from '../../shared/platform/clickhouse/client/connection.js';
import { openClickHouse } from '../../shared/platform/clickhouse/client/open-clickhouse.js';
import { type Engine, openEngine } from '../../shared/platform/clickhouse/engine/engine.js';
import { readConfig } from '../../shared/platform/process/config.js';
import { mountMissing, mountSmallDisk, type SmallDisk } from '../helpers/small-disk.js';

const FULL = { code: '243', type: 'NOT_ENOUGH_SPACE' };

const missing = mountMissing();
describe.skipIf(missing)(`Embedded engine on a full disk${missing ? `: ${missing}` : ''}`, () => {
  let disk: SmallDisk;
  let folder: string;

  beforeEach(() => {
    disk = mountSmallDisk(64);
    folder = join(disk.path, 'clickhouse');
  });

  afterEach(() => disk.remove());

  function open(): { engine: Engine; connection: Connection } {
    const engine = openEngine(folder, 'signals');
    return { engine, connection: engineConnection(engine, 'writer') };
  }

  const namesIn = (connection: Connection) => connection.rows('SELECT * FROM t ORDER BY name', {});

  const insert = (connection: Connection, name: string) => {
    const row = Buffer.from(`["${name}"]\n`);
    return connection.insert('INSERT INTO t (name) FORMAT JSONCompactEachRow', row, {});
  };

  it('rejects rows and table definitions, still answers queries, and works again after a restart', async () => {
    const first = open();
    await first.connection.command(
      'CREATE TABLE t (name String) ENGINE = MergeTree ORDER BY name',
      {},
    );
    await insert(first.connection, 'before');
    disk.fill();
    await expect(insert(first.connection, 'refused')).rejects.toMatchObject(FULL);
    for (const query of [
      'ALTER TABLE t ADD COLUMN refused String',
      'CREATE TABLE refused (name String) ENGINE = MergeTree ORDER BY name',
    ]) {
      await expect(first.connection.command(query, {})).rejects.toMatchObject(FULL);
    }
    expect(await namesIn(first.connection)).toEqual([{ name: 'before' }]);
    await first.engine.close();
    disk.free();
    const second = open();
    await insert(second.connection, 'later');
    expect(await namesIn(second.connection)).toEqual([{ name: 'before' }, { name: 'later' }]);
    await second.engine.close();
  });

  it('rejects answers to analysts that would take much of the room', async () => {
    const { engine, connection } = open();
    await connection.command('CREATE TABLE t (n UInt8) ENGINE = MergeTree ORDER BY n', {});
    const limits = { seconds: 20, memoryMb: 400 };
    const analysts = createAnalystLane({ source: folder, database: 'signals', limits });
    const ask = async (rows: number) => {
      const sql = `SELECT toString(number) FROM numbers(${rows})`;
      let bytes = 0;
      const deliver = async (answer: { bytes: number }) => {
        bytes = answer.bytes;
      };
      await analysts.query({ sql, format: 'TSV' }, { deliver });
      return bytes;
    };
    expect(await ask(10)).toBe(20);
    await expect(ask(1_000_000)).rejects.toThrow(/too large for the room.*NOT_ENOUGH_SPACE/);
    expect(await ask(10)).toBe(20);
    await analysts.close();
    await engine.close();
  });

  it('does not start in an empty folder', async () => {
    mkdirSync(folder);
    disk.fill();
    expect(open).toThrow('32 MB are free');
    expect(readdirSync(folder)).toEqual([]);
    disk.free();
    await open().engine.close();
  });

  it('names the remedy and leaves no file if its own files have no room', async () => {
    const env = { SIGNALS_DATA_DIR: disk.path, SIGNALS_CLICKHOUSE_PORT: '0' };
    const openService = () => openClickHouse(readConfig(env).clickhouse, { command: 'test' });
    await (await openService()).close();
    const files = readdirSync(disk.path);
    disk.fill();
    await expect(openService()).rejects.toBeInstanceOf(NoRoomError);
    expect(readdirSync(disk.path)).toEqual([...files, 'filler'].sort());
  });
});
