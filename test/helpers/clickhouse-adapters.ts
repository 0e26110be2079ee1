/** Opens the ClickHouses of tests as the service does: each is empty and used by one suite only. */
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../shared/domain/package-root.js';
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';
import { openClickHouse } from '../../shared/platform/clickhouse/client/open-clickhouse.js';
import type { OpenClickHouse } from '../../shared/platform/clickhouse/client/open-options.js';
import {
  enginePath,
  readPublishedGateway,
} from '../../shared/platform/clickhouse/gateway/published-gateway.js';

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
  analystPassword: undefined,
  analyst: ANALYST_LIMITS,
};

/** Opens the engine of a data folder; does not apply the schema. */
export function openDataFolder(
  dataDir: string,
  analyst = EMBEDDED.analyst,
): Promise<OpenClickHouse> {
  return openClickHouse({ ...EMBEDDED, dataDir, analyst }, { command: 'test' });
}

/**
 * Creates a data folder, with the schema if the run has a template (`template-folder.ts`),
 * otherwise empty.
 */
export function createDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'signals-contract-'));
  const template = process.env.MIGRATED_FOLDER;
  // Keeps relative links, so that they do not lead into the template.
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

/**
 * Opens a client of the gateway, like the processes that do not own the data folder; `direct` asks
 * the engine itself.
 */
export async function openGatewayClient(
  via: (url: string) => Promise<string> = async (url) => url,
): Promise<OpenAdapter & { direct: ClickHouse }> {
  const dataDir = createDataDir();
  const holder = await openDataFolder(dataDir);
  const server = readPublishedGateway(dataDir);
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

/** Opens the server of `CLICKHOUSE_URL` with a new database, which `close` drops. */
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
      analystPassword: undefined,
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

/** Returns the contents of these files of the schema. */
export function readSchema(files: readonly string[]): string[] {
  return files.map((file) => readFileSync(join(SCHEMA_FOLDER, file), 'utf8'));
}
