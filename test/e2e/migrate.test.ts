/** Several processes start concurrently without a schema: one creates it, and the others wait. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenClickHouse } from '../../shared/platform/clickhouse/client/open-options.js';
import { schemaFiles } from '../../shared/platform/clickhouse/schema/migrate.js';
import { createDataFolder, type DataFolder, runSignals } from '../helpers/cli.js';
import { openDataFolder, SCHEMA_FOLDER } from '../helpers/clickhouse-adapters.js';

const PROCESSES = 5;

describe('Concurrent signals migrate', () => {
  let folder: DataFolder;
  let open: OpenClickHouse;

  beforeEach(async () => {
    folder = createDataFolder({ isNew: true });
    open = await openDataFolder(folder.path);
  });

  afterEach(async () => {
    await open.close();
    folder.remove();
  });

  it('applies every file of the schema once', async () => {
    const all = await Promise.all(
      Array.from({ length: PROCESSES }, () => runSignals(folder, 'migrate', '--json')),
    );
    expect(all.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      all.map(() => ({ code: 0, stderr: '' })),
    );
    const applied = all.flatMap(({ stdout }): string[] => JSON.parse(stdout).applied);
    expect(applied).toEqual(schemaFiles(SCHEMA_FOLDER));
  });
});

it('a start that brings tables up to date logs the files that it applied', async () => {
  const folder = createDataFolder();
  const open = await openDataFolder(folder.path);
  const [last] = schemaFiles(SCHEMA_FOLDER).slice(-1);
  await open.clickhouse.command(`DELETE FROM schema_migrations WHERE name = '${last}'`);
  await open.close();
  folder.env.LOG_LEVEL = 'info';
  const lines = async () =>
    (await runSignals(folder, 'accounts', 'list')).stderr
      .split('\n')
      .filter((line) => line.includes('schema_upgraded'));
  expect((await lines()).map((line) => JSON.parse(line).files)).toEqual([[last]]);
  expect(await lines()).toEqual([]);
  folder.remove();
});
