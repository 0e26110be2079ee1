/**
 * Data files that are damaged while the service is stopped. ClickHouse moves them away at its next
 * start, and answers without their rows.
 */
import {
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createAccount,
  createDataFolder,
  type DataFolder,
  jsonOf,
  runSignals,
  startService,
} from '../helpers/cli.js';
import { signalEvent } from '../helpers/events.js';

let folder: DataFolder;

beforeEach(() => {
  folder = createDataFolder();
});

afterEach(() => folder.remove());

/** Returns the folder of a table. */
function folderOf(table: string): string {
  const engine = join(folder.path, 'clickhouse');
  const definition = readFileSync(join(engine, 'metadata/signals', `${table}.sql`), 'utf8');
  const id = /UUID '([^']+)'/.exec(definition)?.[1] ?? '';
  return join(engine, 'store', id.slice(0, 3), id);
}

const partsIn = (store: string): string[] =>
  readdirSync(store).filter((name) => /^(all|\d{6})_/.test(name));

/** Shortens the data file of each part of a table; returns the folder of its detached parts. */
function damage(table: string): string {
  const store = folderOf(table);
  for (const part of partsIn(store)) truncateSync(join(store, part, 'data.bin'), 10);
  return join(store, 'detached');
}

async function doctorProblems(): Promise<{ name: string; message: string }[]> {
  const { stdout } = await runSignals(folder, 'doctor', '--json');
  const { checks } = JSON.parse(stdout) as {
    checks: Record<'name' | 'status' | 'message', string>[];
  };
  return checks.flatMap(({ name, status, message }) =>
    status === 'problem' ? [{ name, message }] : [],
  );
}

it.each(['accounts', 'api_keys'])('no process starts if %s is incomplete', async (table) => {
  await createAccount(folder, 'acme');
  const detached = damage(table);
  for (const args of [['serve', '--no-demo'], ['api'], ['credits', 'close-periods']]) {
    const { code, stderr } = await runSignals(folder, ...args);
    expect(stderr).toContain(`error: The table ${table} is incomplete`);
    expect(stderr).toContain(`${detached}/broken-on-start_`);
    expect(stderr).toContain('Restore a backup (deploy/README.md, "Damaged files")');
    expect(code).toBe(1);
  }
  expect(await doctorProblems()).toEqual([
    { name: 'tables', message: expect.stringContaining(`The table ${table} is incomplete`) },
  ]);
  const { rows } = await jsonOf(folder, 'sql', `SELECT count() AS count FROM ${table}`);
  expect(rows).toEqual([{ count: 0 }]);
  for (const part of readdirSync(detached)) rmSync(join(detached, part), { recursive: true });
  await jsonOf(folder, 'accounts', 'list');
});

it('parts that an operator has detached do not stop a process', async () => {
  await createAccount(folder, 'acme');
  const detached = damage('accounts');
  expect((await runSignals(folder, 'accounts', 'list')).code).toBe(1);
  for (const part of readdirSync(detached)) {
    renameSync(join(detached, part), join(detached, part.replace('broken-on-start_', '')));
  }
  expect(await jsonOf(folder, 'accounts', 'list')).toEqual({ accounts: [] });
  expect(await doctorProblems()).toEqual([]);
});

it('a service whose events are incomplete starts, and says so in its log and its health', async () => {
  const file = join(folder.path, 'one.ndjson');
  writeFileSync(file, JSON.stringify(signalEvent('one', { domain: 'acme.example' })));
  await jsonOf(folder, 'load', file);
  const detached = damage('signals');
  const service = await startService(folder, '--no-demo');
  const [line] = service
    .output()
    .split('\n')
    .filter((each) => each.includes('table_incomplete'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    table: 'signals',
    path: expect.stringContaining(`${detached}/broken-on-start_`),
    remedy: expect.stringContaining('Restore a backup'),
  });
  const ready = await fetch(`${service.url}/health/ready`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({
    status: 'degraded',
    stores: { clickhouse: { status: 'ok' }, tables: { status: 'unavailable' } },
  });
  expect((await doctorProblems()).map(({ name }) => name)).toEqual(['tables']);
  expect(await service.stop()).toBe(0);
  const { code, stderr } = await runSignals(folder, 'verify');
  expect(stderr).toMatch(/^error: Not complete: signals\. .* Otherwise restore a backup/m);
  expect(code).toBe(1);
});

it('verify names the parts whose content changed, although their size did not', async () => {
  const file = join(folder.path, 'one.ndjson');
  writeFileSync(file, JSON.stringify(signalEvent('one', { domain: 'acme.example' })));
  await jsonOf(folder, 'load', file);
  expect(await jsonOf(folder, 'verify')).toMatchObject({ signals: 1, missing: 0, damaged: [] });
  const store = folderOf('signal_vectors');
  const parts = partsIn(store);
  for (const part of parts) {
    const path = join(store, part, 'data.bin');
    const bytes = readFileSync(path);
    const middle = bytes.length >> 1;
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
    writeFileSync(path, bytes);
  }
  const { code, stdout, stderr } = await runSignals(folder, 'verify', '--json');
  expect(code, stderr).toBe(1);
  const { damaged } = JSON.parse(stdout) as { damaged: { table: string }[] };
  expect(damaged.length).toBeGreaterThan(0);
  expect(new Set(damaged.map(({ table }) => table))).toEqual(new Set(['signal_vectors']));
  expect(stderr).toMatch(/^error: The files of signal_vectors are damaged \(part \S+\)\. /m);
});
