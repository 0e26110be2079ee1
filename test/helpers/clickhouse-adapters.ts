/**
 * Every ClickHouse a port's contract is held on: the embedded engine, its front through the network
 * client, two shards within the embedded engine, and `CLICKHOUSE_URL` with a database of its own.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import type { ClickHouse } from '../../shared/clickhouse/clickhouse.js';
import { enginePath, readServer } from '../../shared/clickhouse/folder.js';
import { migrate } from '../../shared/clickhouse/migrate.js';
import { openClickHouse } from '../../shared/clickhouse/open-clickhouse.js';
import { packageRoot } from '../../shared/package-root.js';
import { openTwoShards } from './two-shards.js';

export const SCHEMA_FOLDER = join(packageRoot(), 'deploy/clickhouse');

export interface OpenAdapter {
  clickhouse: ClickHouse;
  close(): Promise<void>;
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

/** `REQUIRE=clickhouse` makes a missing server a failure. */
function serverMissing(): string | null {
  if (process.env.CLICKHOUSE_URL) return null;
  const reason = 'CLICKHOUSE_URL is not set';
  if (process.env.REQUIRE?.split(',').includes('clickhouse')) throw new Error(reason);
  return reason;
}

async function openEmbedded(): Promise<OpenAdapter> {
  const dataDir = mkdtempSync(join(tmpdir(), 'signals-contract-'));
  const open = await openClickHouse(
    { url: undefined, user: '', password: '', database: 'signals', dataDir, frontPort: 0 },
    { command: 'test' },
  );
  return {
    clickhouse: open.clickhouse,
    async close() {
      await open.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** What a server's client sends, answered by the front. */
export async function openFront(via: (url: string) => string = (url) => url): Promise<OpenAdapter> {
  const dataDir = mkdtempSync(join(tmpdir(), 'signals-contract-'));
  const embedded = { user: '', password: '', database: 'signals', dataDir, frontPort: 0 };
  const holder = await openClickHouse({ ...embedded, url: undefined }, { command: 'test' });
  const server = readServer(dataDir);
  if (!server) throw new Error(`nobody serves ${enginePath(dataDir)}`);
  const { user, password } = server.service;
  const open = await openClickHouse(
    { ...embedded, url: via(server.url), user, password },
    { command: 'test' },
  );
  return {
    clickhouse: open.clickhouse,
    async close() {
      await open.close();
      await holder.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function openServer(): Promise<OpenAdapter> {
  const {
    CLICKHOUSE_URL: url,
    CLICKHOUSE_USER: user = 'default',
    CLICKHOUSE_PASSWORD: password = '',
    CLICKHOUSE_CLUSTER: cluster,
  } = process.env;
  const database = `signals_test_${randomUUID().slice(0, 8)}`;
  const open = await openClickHouse(
    { url, user, password, database, cluster, dataDir: '', frontPort: undefined },
    { command: 'test' },
  );
  return {
    clickhouse: open.clickhouse,
    async close() {
      const on = cluster ? ` ON CLUSTER '${cluster}'` : '';
      await open.clickhouse.command(`DROP DATABASE IF EXISTS ${database}${on}`);
      await open.close();
    },
  };
}

/** The whole schema, as its files have it. */
export function readSchema(files: readonly string[]): string[] {
  return files.map((file) => readFileSync(join(SCHEMA_FOLDER, file), 'utf8'));
}
