/**
 * Every ClickHouse a port's contract is held on: the embedded engine, its front through the network
 * client, two shards within the embedded engine, and `CLICKHOUSE_URL` with a database of its own.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';
import { migrate } from '../../shared/platform/clickhouse/schema/migrate.js';
import {
  type OpenAdapter,
  openEmbedded,
  openFront,
  openServer,
  SCHEMA_FOLDER,
} from './clickhouse-adapters.js';
import { openTwoShards } from './two-shards.js';

/** The port's tests on every adapter; `store` answers once they run. */
export function describeContract(port: string, tests: (store: () => ClickHouse) => void): void {
  for (const { name, open, missing } of ADAPTERS) {
    describe.skipIf(missing)(`${port} on ${name}${missing ? ` (${missing})` : ''}`, () => {
      let opened: OpenAdapter;
      beforeAll(async () => {
        opened = await open();
        await migrate(opened.clickhouse, SCHEMA_FOLDER);
      });
      afterAll(() => opened.close());
      tests(() => opened.clickhouse);
    });
  }
}

interface Adapter {
  name: string;
  open(): Promise<OpenAdapter>;
  /** Why it is not run. */
  missing?: string | null;
}

const ADAPTERS: readonly Adapter[] = [
  { name: 'the embedded engine', open: openEmbedded },
  { name: 'the front of the embedded engine', open: () => openFront() },
  {
    name: 'two shards',
    open: () => openTwoShards(mkdtempSync(join(tmpdir(), 'signals-shards-'))),
  },
  { name: 'a ClickHouse server', open: openServer, missing: serverMissing() },
];

/** `REQUIRE=clickhouse` makes a missing server a failure. */
function serverMissing(): string | null {
  if (process.env.CLICKHOUSE_URL) return null;
  const reason = 'CLICKHOUSE_URL is not set';
  if (process.env.REQUIRE?.split(',').includes('clickhouse')) throw new Error(reason);
  return reason;
}
