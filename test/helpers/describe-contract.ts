/**
 * Runs the contract of every port on one ClickHouse: the suites of `test/contract/ports` share its
 * engine, and each starts with empty tables.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { packageRoot } from '../../shared/domain/package-root.js';
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';
import { migrate } from '../../shared/platform/clickhouse/schema/migrate.js';
import { type OpenAdapter, SCHEMA_FOLDER } from './clickhouse-adapters.js';
import { emptyTables } from './empty-tables.js';

const SUITES = join(packageRoot(), 'test/contract/ports');

let store: (() => ClickHouse) | undefined;

/** Declares the tests of one port. */
export function describeContract(port: string, tests: (store: () => ClickHouse) => void): void {
  const shared = store;
  if (!shared) throw new Error(`${port}: run the files of test/contract, which name an adapter`);
  describe(port, () => {
    beforeAll(() => emptyTables(shared()));
    tests(shared);
  });
}

/** Declares the tests of every port on one adapter; `missing` is the reason to skip them. */
export function describeAdapter(
  name: string,
  open: () => Promise<OpenAdapter>,
  missing: string | null = null,
): void {
  describe.skipIf(missing)(`${name}${missing ? ` (${missing})` : ''}`, async () => {
    let opened: OpenAdapter;
    beforeAll(async () => {
      opened = await open();
      await migrate(opened.clickhouse, SCHEMA_FOLDER);
    });
    afterAll(() => opened.close());
    store = () => opened.clickhouse;
    for (const file of readdirSync(SUITES).sort()) await import(join(SUITES, file));
  });
}
