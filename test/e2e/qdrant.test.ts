/** Commands that use the vector store, as processes, with a fake Qdrant and without one. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FakeQdrant, startFakeQdrant } from '../fakes/fake-qdrant.js';
import {
  createAccount,
  createDataFolder,
  type DataFolder,
  jsonOf,
  runSignals,
  startService,
} from '../helpers/cli.js';
import { signalEvent } from '../helpers/events.js';
import { eventually } from '../helpers/eventually.js';

const KEY = 'key-of-the-fake-server';

let folder: DataFolder;
let qdrant: FakeQdrant;
let file: string;

beforeEach(async () => {
  qdrant = await startFakeQdrant();
  folder = createDataFolder({ model: 'bundled' });
  folder.env.QDRANT_URL = qdrant.url;
  folder.env.QDRANT_API_KEY = KEY;
  folder.env.QDRANT_COLLECTION = 'own-name';
  file = join(folder.path, 'events.ndjson');
  const events = ['a bank lends money', 'a plant closes', 'a rocket flies'].map((text) =>
    signalEvent(text, { domain: 'acme.example' }),
  );
  writeFileSync(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
});

afterEach(async () => {
  folder.remove();
  await qdrant.stop();
  expect(qdrant.faults).toEqual([]);
});

it('load, verify, reindex and status keep both stores equal and report their state', async () => {
  expect(await jsonOf(folder, 'load', file)).toMatchObject({ signals: 3 });
  expect(qdrant.points('own-name')).toHaveLength(3);
  expect(new Set(qdrant.keys)).toEqual(new Set([KEY]));
  const equal = { signals: 3, vectors: 3, missing: 0, extra: 0, different: 0 };
  expect(await jsonOf(folder, 'verify')).toMatchObject(equal);
  qdrant.collections.get('own-name_1')?.points.clear();
  const emptied = await runSignals(folder, 'verify', '--json');
  expect(JSON.parse(emptied.stdout)).toMatchObject({ ...equal, vectors: 0, missing: 3 });
  expect(emptied.stderr).toBe('error: Qdrant differs from ClickHouse. Run signals reindex.\n');
  expect(emptied.code).toBe(1);
  expect(await jsonOf(folder, 'reindex')).toEqual({ reindexed: 3 });
  expect(await jsonOf(folder, 'verify')).toMatchObject(equal);
  expect(await jsonOf(folder, 'status')).toMatchObject({
    qdrant: { url: qdrant.url, collection: 'own-name', status: 'green', points: 3 },
  });
  await qdrant.stop();
  const away = await runSignals(folder, 'verify', '--json');
  expect([away.code, away.stdout]).toEqual([1, '']);
  expect(away.stderr).toContain('Qdrant cannot be reached');
  expect(await jsonOf(folder, 'status')).toMatchObject({ qdrant: { status: 'unavailable' } });
});

it('serve searches in Qdrant, starts while it is unavailable, and never logs its key', async () => {
  await jsonOf(folder, 'load', file);
  const { key } = await createAccount(folder, 'a', { unlimited: true });
  await qdrant.stop();
  folder.env.LOG_LEVEL = 'trace';
  const service = await startService(folder, '--no-demo');
  const search = async () => {
    const response = await fetch(`${service.url}/v1/signals/search`, {
      method: 'POST',
      headers: { 'x-api-key': key },
      body: JSON.stringify({ query: 'space travel' }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the shape is held by other suites
    return response.json() as Promise<any>;
  };
  const ready = async () => (await fetch(`${service.url}/health/ready`)).json();
  expect(await ready()).toMatchObject({
    status: 'degraded',
    stores: { clickhouse: { status: 'ok' }, qdrant: { status: 'unavailable' } },
  });
  const exact = await search();
  expect(exact.signals[0].data.summary).toBe('a rocket flies');
  await qdrant.start();
  const queries = () => qdrant.calls.filter(({ path }) => path.endsWith('/query')).length;
  await eventually(search, () => queries() > 0);
  expect(await search()).toEqual(exact);
  expect(await ready()).toMatchObject({ status: 'ok' });
  await service.stop();
  expect(service.output() + service.welcome).not.toContain(KEY);
});

it('verify checks vectors in ClickHouse, and reindex explains them, if QDRANT_URL is empty', async () => {
  folder.env.QDRANT_URL = '';
  await jsonOf(folder, 'load', file);
  const verified = await runSignals(folder, 'verify', '--json');
  expect(verified.code).toBe(0);
  const complete = { signals: 3, missing: 0, extra: 0, examples: { missing: [], extra: [] } };
  expect(JSON.parse(verified.stdout)).toEqual({
    damaged: [],
    signals: 3,
    vectors: 3,
    missing: 0,
    extra: 0,
    different: 0,
    examples: { missing: [], extra: [], different: [] },
    tables: [
      { table: 'signals', ...complete },
      { table: 'signals_by_time', ...complete },
      { table: 'signals_by_type', ...complete },
      { table: 'signals_by_company', ...complete },
      { table: 'signals_by_contact', ...complete, signals: 0 },
      { table: 'signal_records', ...complete },
      { table: 'signal_vectors', ...complete },
    ],
  });
  const reindexed = await runSignals(folder, 'reindex', '--json');
  expect(JSON.parse(reindexed.stdout)).toEqual({ reindexed: 0 });
  expect(reindexed.code).toBe(0);
  expect(reindexed.stderr).toContain('Vectors are stored in ClickHouse');
  expect(qdrant.calls).toEqual([]);
});
