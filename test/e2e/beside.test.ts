/** Two loads and the spool of the running service, at once on one data folder: as one load of it all. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDataFolder, type DataFolder, jsonOf, rowsOf, startService } from '../helpers/cli.js';
import { openDataFolder } from '../helpers/clickhouse-adapters.js';
import { crossingEvents } from '../helpers/crossing-events.js';
import { eventually } from '../helpers/eventually.js';
import { comparableExport } from '../helpers/exported.js';

const EVENTS = process.env.LONG ? 480 : 240;
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

it('ends as one load of everything', async () => {
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
