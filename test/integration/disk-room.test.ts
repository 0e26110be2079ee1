/** The embedded engine on a disk that fills up: it refuses before the disk does, which it would not notice. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../../shared/platform/clickhouse/engine/engine.js';
import {
  createEngineClient,
  laneRunner,
} from '../../shared/platform/clickhouse/engine/engine-connection.js';
import { mountMissing, mountSmallDisk, type SmallDisk } from '../helpers/small-disk.js';

const FULL = { code: '243', type: 'NOT_ENOUGH_SPACE' };

const missing = mountMissing();
describe.skipIf(missing)(
  `the embedded engine on a full disk${missing ? `: ${missing}` : ''}`,
  () => {
    let disk: SmallDisk;
    let folder: string;

    beforeEach(() => {
      disk = mountSmallDisk(64);
      folder = join(disk.path, 'clickhouse');
    });

    afterEach(() => disk.remove());

    function open(): { engine: Engine; client: ClickHouseClient } {
      const engine = openEngine(folder, 'signals');
      return { engine, client: createEngineClient(laneRunner(engine, 'writer')) };
    }

    async function namesIn(client: ClickHouseClient): Promise<unknown> {
      const result = await client.query({
        query: 'SELECT * FROM t ORDER BY name',
        format: 'JSONEachRow',
      });
      return result.json();
    }

    const insert = (client: ClickHouseClient, name: string) =>
      client.insert({ table: 't', values: [{ name }], format: 'JSONEachRow' });

    it('refuses rows and definitions, answers meanwhile, and is whole afterwards', async () => {
      const first = open();
      await first.client.command({
        query: 'CREATE TABLE t (name String) ENGINE = MergeTree ORDER BY name',
      });
      await insert(first.client, 'before');
      disk.fill();
      await expect(insert(first.client, 'refused')).rejects.toMatchObject(FULL);
      for (const query of [
        'ALTER TABLE t ADD COLUMN refused String',
        'CREATE TABLE refused (name String) ENGINE = MergeTree ORDER BY name',
      ]) {
        await expect(first.client.command({ query })).rejects.toMatchObject(FULL);
      }
      expect(await namesIn(first.client)).toEqual([{ name: 'before' }]);
      await first.engine.close();
      disk.free();
      const second = open();
      await insert(second.client, 'later');
      expect(await namesIn(second.client)).toEqual([{ name: 'before' }, { name: 'later' }]);
      await second.engine.close();
    });

    it('begins no folder', async () => {
      mkdirSync(folder);
      disk.fill();
      expect(open).toThrow('32 MB are free');
      expect(readdirSync(folder)).toEqual([]);
      disk.free();
      await open().engine.close();
    });
  },
);
