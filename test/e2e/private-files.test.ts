/** All files in the data folder must be private to their user, under a common umask and for every writer. */
import { chmodSync, lstatSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAccount,
  createDataFolder,
  jsonOf,
  type RunningService,
  runSignals,
  startService,
} from '../helpers/cli.js';
import { eventually } from '../helpers/eventually.js';
import { accessibleToOthers, allPaths } from '../helpers/modes.js';

const made = createDataFolder({ isNew: true });
const path = join(made.path, 'new', 'data');
const folder = { ...made, path, env: { ...made.env, SIGNALS_DATA_DIR: path } };
const usual = process.umask(0o022);
let service: RunningService;

beforeAll(async () => {
  service = await startService(folder, '--no-demo');
});

afterAll(async () => {
  await service.stop();
  process.umask(usual);
  made.remove();
});

const event = (id: string) =>
  JSON.stringify({
    source: 'funding-rounds',
    event_id: id,
    observed_at: '2026-01-01T00:00:00.000Z',
    payload: { company_name: 'Private Works', funded_at: '2025-12-30' },
  });

describe('Data folder', () => {
  it('is private with all files that a service, a load and the spool write', async () => {
    const file = join(made.path, 'rounds.ndjson');
    writeFileSync(file, `${event('one')}\nno json\n`);
    const { rejected_file: rejected } = await jsonOf(folder, 'load', file);
    expect(statSync(rejected).mode & 0o777).toBe(0o600);
    const { key } = await createAccount(folder, 'acme', { unlimited: true });
    await fetch(`${service.url}/v1/signals/search`, {
      method: 'POST',
      headers: { 'x-api-key': key },
    });
    writeFileSync(join(made.path, 'draft'), `${event('two')}\nno json\n`);
    renameSync(join(made.path, 'draft'), join(path, 'spool', 'more.ndjson'));
    const done = join(path, 'spool', 'done', 'more.ndjson');
    await eventually(
      async () => lstatSync(done, { throwIfNoEntry: false }),
      (found) => found !== undefined,
    );
    expect(lstatSync(file).mode & 0o777).toBe(0o644);
    expect(allPaths(path).length).toBeGreaterThan(100);
    expect(accessibleToOthers(path)).toEqual([]);
    expect(await service.stop()).toBe(0);
    expect(accessibleToOthers(path)).toEqual([]);
  });

  it('of an older version becomes private when a command starts on it', async () => {
    for (const each of allPaths(path)) {
      const found = lstatSync(each);
      if (!found.isSymbolicLink()) chmodSync(each, found.isDirectory() ? 0o755 : 0o644);
    }
    const foreign = join(path, 'notes.txt');
    writeFileSync(foreign, 'not of the service');
    expect((await runSignals(folder, 'status')).code).toBe(0);
    expect(accessibleToOthers(path)).toEqual([`644 ${foreign}`]);
    service = await startService(folder, '--no-demo');
  });

  it('keeps permissions of a spool folder and feed definitions outside of it', async () => {
    const spool = join(made.path, 'shared-spool');
    mkdirSync(spool);
    chmodSync(spool, 0o770);
    const feeds = join(made.path, 'shared-feeds');
    const env = { ...folder.env, SIGNALS_SPOOL_DIR: spool, SIGNALS_FEEDS_DIR: feeds };
    const sample = join(made.path, 'sample.ndjson');
    writeFileSync(sample, '{"name":"Acme","raised":5,"day":"2026-01-01"}\n');
    const drawn = await runSignals(
      { ...folder, env },
      ...['feeds', 'new', 'my-rounds', sample, '--kind', 'funding-round'],
    );
    expect(drawn).toMatchObject({ code: 0 });
    expect(accessibleToOthers(feeds)).toEqual([
      `755 ${feeds}`,
      `644 ${join(feeds, 'my-rounds.json')}`,
    ]);
    expect((await runSignals({ ...folder, env }, 'status')).code).toBe(0);
    expect(accessibleToOthers(spool)).toEqual([`770 ${spool}`]);
  });
});
