/** The ClickHouses of tests, each empty and by itself, opened as the service opens them. */
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../shared/domain/package-root.js';
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';
import { openClickHouse } from '../../shared/platform/clickhouse/client/open-clickhouse.js';
import type { OpenClickHouse } from '../../shared/platform/clickhouse/client/open-options.js';
import { enginePath, readServer } from '../../shared/platform/clickhouse/gateway/folder.js';

export const SCHEMA_FOLDER = join(packageRoot(), 'deploy/clickhouse');

export interface OpenAdapter {
  clickhouse: ClickHouse;
  close(): Promise<void>;
}

export const ANALYST_LIMITS = { seconds: 60, memoryMb: 400 };
const EMBEDDED = {
  url: undefined,
  user: '',
  password: '',
  database: 'signals',
  cluster: undefined,
  gatewayPort: 0,
  analyst: ANALYST_LIMITS,
};

/** The engine of a data folder, without a schema unless it has one. */
export function openDataFolder(
  dataDir: string,
  analyst = EMBEDDED.analyst,
): Promise<OpenClickHouse> {
  return openClickHouse({ ...EMBEDDED, dataDir, analyst }, { command: 'test' });
}

/** With the schema where the run has a template of one, see `template-folder.ts`; else empty. */
export function createDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'signals-contract-'));
  const template = process.env.MIGRATED_FOLDER;
  // Links are relative: they must not lead into the template.
  if (template) cpSync(template, dataDir, { recursive: true, verbatimSymlinks: true });
  return dataDir;
}

export async function openEmbedded(): Promise<OpenAdapter> {
  const dataDir = createDataDir();
  const open = await openDataFolder(dataDir);
  return {
    clickhouse: open.clickhouse,
    async close() {
      await open.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** What a server's client sends, answered by the front; `direct` asks the engine itself. */
export async function openFront(
  via: (url: string) => Promise<string> = async (url) => url,
): Promise<OpenAdapter & { direct: ClickHouse }> {
  const dataDir = createDataDir();
  const holder = await openDataFolder(dataDir);
  const server = readServer(dataDir);
  if (!server) throw new Error(`nobody serves ${enginePath(dataDir)}`);
  const { user, password } = server.service;
  const open = await openClickHouse(
    { ...EMBEDDED, dataDir, url: await via(server.url), user, password },
    { command: 'test' },
  );
  return {
    clickhouse: open.clickhouse,
    direct: holder.clickhouse,
    async close() {
      await open.close();
      await holder.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** `CLICKHOUSE_URL`, in a database of its own. */
export async function openServer(): Promise<OpenAdapter> {
  const {
    CLICKHOUSE_URL: url,
    CLICKHOUSE_USER: user = 'default',
    CLICKHOUSE_PASSWORD: password = '',
    CLICKHOUSE_CLUSTER: cluster,
  } = process.env;
  const database = `signals_test_${randomUUID().slice(0, 8)}`;
  const open = await openClickHouse(
    {
      url,
      user,
      password,
      database,
      cluster,
      dataDir: '',
      gatewayPort: undefined,
      analyst: ANALYST_LIMITS,
    },
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
