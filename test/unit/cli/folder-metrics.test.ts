/** The metrics of the folders: room on the disk, and files that wait to be loaded. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, expect, it } from 'vitest';
import { addFolderMetrics } from '../../../cli/compose/folder-metrics.js';

const dataDir = mkdtempSync(join(tmpdir(), 'signals-folders-'));
afterAll(() => rmSync(dataDir, { recursive: true }));
const spoolDir = join(dataDir, 'spool');
const registry = new Registry();
addFolderMetrics(registry, { dataDir, spoolDir, clickhouse: { url: undefined } });

async function shown(name: string): Promise<string | undefined> {
  return new RegExp(`^${name} (.*)$`, 'm').exec(await registry.metrics())?.[1];
}

it('show the free room on the disk of the data folder', async () => {
  expect(Number(await shown('signals_data_free_bytes'))).toBeGreaterThan(0);
});

it('show no free room if a server holds the data, whose alert would always fire', async () => {
  const ofServer = new Registry();
  const clickhouse = { url: 'http://clickhouse.example:8123' };
  addFolderMetrics(ofServer, { dataDir, spoolDir, clickhouse });
  expect(await ofServer.metrics()).not.toContain('signals_data_free_bytes');
});

it('count the files in the spool folder that are not loaded yet, while there is one', async () => {
  expect(await shown('signals_spool_files')).toBeUndefined();
  mkdirSync(join(spoolDir, 'done'), { recursive: true });
  expect(await shown('signals_spool_files')).toBe('0');
  for (const name of ['a.ndjson', 'b.csv', 'c.ndjson.tmp', 'done/d.ndjson']) {
    writeFileSync(join(spoolDir, name), '');
  }
  expect(await shown('signals_spool_files')).toBe('2');
  rmSync(spoolDir, { recursive: true });
  expect(await shown('signals_spool_files')).toBeUndefined();
});
