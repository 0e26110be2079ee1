/** Concurrent commands on one data folder: none fails when another one ends, and loads end like a single load. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createDataFolder,
  type DataFolder,
  finish,
  jsonOf,
  rowsOf,
  runSignals,
  startServer,
  startService,
  startSignals,
} from '../helpers/cli.js';
import { openDataFolder } from '../helpers/clickhouse-adapters.js';
import { crossingEvents } from '../helpers/crossing-events.js';
import { eventually, until } from '../helpers/eventually.js';
import { comparableExport } from '../helpers/exported.js';
import { freePort } from '../helpers/free-port.js';

const EVENTS = process.env.LONG ? 480 : 96;
const folders: DataFolder[] = [];

function newFolder(): DataFolder {
  const folder = createDataFolder();
  folders.push(folder);
  return folder;
}

let folder: DataFolder;
let alone: DataFolder;

beforeEach(() => {
  folder = newFolder();
  alone = newFolder();
});

afterEach(() => {
  for (const each of folders.splice(0)) each.remove();
});

const write = (path: string, events: readonly object[]): string => {
  writeFileSync(path, events.map((event) => JSON.stringify(event)).join('\n'));
  return path;
};

async function exportOfFolder({ path }: DataFolder): Promise<string> {
  const open = await openDataFolder(path);
  return comparableExport(open.clickhouse).finally(() => open.close());
}

it('concurrent loads and the spool store the same as one load of all events', async () => {
  const events = crossingEvents(3, EVENTS);
  const part = (number: number) => events.filter((_, at) => at % 3 === number);
  const service = await startService(folder, '--no-demo');
  const spool = join(folder.path, 'spool');
  mkdirSync(spool, { recursive: true });
  renameSync(write(join(folder.path, 'spooled.ndjson'), part(0)), join(spool, 'spooled.ndjson'));
  const reports = await Promise.all(
    [1, 2].map((number) =>
      jsonOf(folder, 'load', write(join(folder.path, `${number}.ndjson`), part(number))),
    ),
  );
  for (const report of reports) expect(report).toMatchObject({ rejected: 0 });
  const ids = new Set(part(0).map(({ source, event_id }) => `${source}/${event_id}`));
  await eventually(
    () => rowsOf(folder, "SELECT concat(source, '/', event_id) AS id FROM events FINAL"),
    (rows) => [...ids].every((id) => rows.some((row: { id: string }) => row.id === id)),
  );
  expect(await service.stop()).toBe(0);
  await jsonOf(alone, 'load', write(join(alone.path, 'all.ndjson'), events));
  expect((await exportOfFolder(folder)) === (await exportOfFolder(alone)), 'equal').toBe(true);
});

it('concurrent sql commands all succeed without an error, in whatever order they end', async () => {
  const runs = [1, 2, 3, 4].map((number) =>
    runSignals(folder, 'sql', `SELECT ${number} AS number`, '--json'),
  );
  for (const [at, run] of (await Promise.all(runs)).entries()) {
    expect(run).toEqual({ code: 0, stdout: `{"rows":[{"number":${at + 1}}]}\n`, stderr: '' });
  }
});

it('a command names the suspended process that it waits for, and continues when it resumes', async () => {
  const service = await startService(folder, '--no-demo');
  service.child.kill('SIGSTOP');
  const command = startSignals(folder, 'accounts', 'list', '--json');
  let said = '';
  command.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const ended = finish(command);
  await Promise.race([until(async () => said.includes('Waiting')), ended]);
  service.child.kill('SIGCONT');
  expect(await ended).toMatchObject({ code: 0, stdout: '{"accounts":[]}\n' });
  const holder = `signals serve (process ${service.child.pid})`;
  expect(said).toContain(
    `Waiting for ClickHouse: ${holder} has the data folder ${folder.path}, and does not respond`,
  );
  expect(await service.stop()).toBe(0);
});

it('signals ingest loads the spool while an API process owns the data folder', async () => {
  const api = await startServer(folder, 'api', '--unsafe-local-credits');
  const ingest = startSignals(folder, 'ingest');
  const ended = finish(ingest);
  const spool = join(folder.path, 'spool');
  mkdirSync(spool, { recursive: true });
  const events = crossingEvents(3, 30);
  renameSync(write(join(folder.path, 'spooled.ndjson'), events), join(spool, 'spooled.ndjson'));
  const done = () => existsSync(join(spool, 'done', 'spooled.ndjson'));
  await Promise.race([until(async () => done()), ended]);
  ingest.kill('SIGTERM');
  const { code, stderr } = await ended;
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `ingest is running: spool folder ${spool}, no Kafka (KAFKA_BROKERS is not set)\n`,
  });
  expect(done()).toBe(true);
  expect(await api.stop()).toBe(0);
});

it('an API process continues with the next owner of the data folder on the same port', async () => {
  Object.assign(folder.env, { SIGNALS_CLICKHOUSE_PORT: String(await freePort()) });
  const first = await startServer(folder, 'serve', '--no-demo');
  const api = await startServer(folder, 'api', '--unsafe-local-credits');
  // It is suspended so that it does not take over the folder before the next service starts.
  api.child.kill('SIGSTOP');
  expect(await first.stop()).toBe(0);
  const next = await startServer(folder, 'serve', '--no-demo');
  api.child.kill('SIGCONT');
  expect((await fetch(`${api.url}/health/ready`)).status).toBe(200);
  expect(await api.stop()).toBe(0);
  expect(await next.stop()).toBe(0);
});
