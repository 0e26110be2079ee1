/**
 * Brings ClickHouse to the schema of `deploy/clickhouse/NNN_<verb>_<noun>.sql`: every file once, in
 * order, remembered in `schema_migrations`. A file that was begun may be begun again, but by one process
 * at a time: see `cli/compose/upgrade-schema.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../domain/errors.js';
import type { ClickHouse } from '../client/clickhouse.js';
import { clusterStatements, localTable, plainStatements } from '../client/cluster-ddl.js';

const FILE_NAME = /^\d{3}_[a-z0-9_]+\.sql$/;

/** Makes the table of leases, which decide who migrates; any number of processes may do this at once. */
const LEASES_FILE = '005_create_leases.sql';

/** Returns the names of the files applied now; `goOn` throws before a statement that is not to run. */
export async function migrate(
  clickhouse: ClickHouse,
  folder: string,
  goOn?: () => void,
): Promise<string[]> {
  const pending = await pendingFiles(clickhouse, folder);
  for (const name of pending) {
    await runFile(clickhouse, folder, name, goOn);
    await clickhouse.insert('schema_migrations', [{ name, applied_at: new Date().toISOString() }]);
  }
  return pending;
}

/** The files that are not applied yet, in order. */
export async function pendingFiles(clickhouse: ClickHouse, folder: string): Promise<string[]> {
  const known = await appliedBefore(clickhouse);
  return schemaFiles(folder).filter((name) => !known.has(name));
}

export async function createLeases(clickhouse: ClickHouse, folder: string): Promise<void> {
  const [table] = await clickhouse.rows(
    `SELECT 1 AS there FROM system.tables WHERE database = currentDatabase() AND name = 'leases'`,
  );
  if (!table) await runFile(clickhouse, folder, LEASES_FILE);
}

/** The files of the schema, in order. */
export function schemaFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => FILE_NAME.test(file))
    .sort();
}

/** Request logs older than that go with the next merge; ledger and statements stay for ever. */
export async function setLogRetention(clickhouse: ClickHouse, days: number): Promise<void> {
  const interval = Math.trunc(days);
  const [table] = await clickhouse.rows<{ engine_full: string }>(
    `SELECT engine_full FROM system.tables
     WHERE database = currentDatabase() AND name = {name:String}`,
    { name: localTable('request_logs', clickhouse.cluster) },
  );
  // To say it again would read every row again.
  if (table?.engine_full.includes(`toIntervalDay(${interval})`)) return;
  await run(
    clickhouse,
    `ALTER TABLE request_logs MODIFY TTL toDateTime(timestamp) + INTERVAL ${interval} DAY`,
  );
}

export const MIGRATIONS_TABLE = `-- sharded by cityHash64(name)
CREATE TABLE IF NOT EXISTS schema_migrations
(name String COMMENT 'File', applied_at DateTime64(3, 'UTC') COMMENT 'When it was applied')
ENGINE = ReplacingMergeTree
ORDER BY name
COMMENT 'Migrations applied'`;

async function appliedBefore(clickhouse: ClickHouse): Promise<ReadonlySet<string>> {
  const [table] = await clickhouse.rows<{ engine: string }>(
    `SELECT engine FROM system.tables
     WHERE database = currentDatabase() AND name = 'schema_migrations'`,
  );
  // Statements for all servers of a cluster wait for each of them: none where nothing is to be done.
  if (!table) await run(clickhouse, MIGRATIONS_TABLE);
  else requireLayout(table.engine === 'Distributed', clickhouse.cluster !== null);
  return appliedMigrations(clickhouse);
}

/** Names of the files that are applied. */
export async function appliedMigrations(clickhouse: ClickHouse): Promise<ReadonlySet<string>> {
  const done = await clickhouse.rows<{ name: string }>('SELECT name FROM schema_migrations FINAL');
  return new Set(done.map((row) => row.name));
}

function requireLayout(hasShards: boolean, wantsShards: boolean): void {
  if (hasShards === wantsShards) return;
  throw new AppError(
    'conflict',
    hasShards
      ? 'The tables of this database are on a cluster. Set CLICKHOUSE_CLUSTER to its name.'
      : 'The tables of this database are on a single server. A cluster needs its own database.',
  );
}

async function runFile(
  clickhouse: ClickHouse,
  folder: string,
  name: string,
  goOn?: () => void,
): Promise<void> {
  await run(clickhouse, readFileSync(join(folder, name), 'utf8'), goOn);
}

async function run(clickhouse: ClickHouse, sql: string, goOn?: () => void): Promise<void> {
  const { cluster } = clickhouse;
  const statements = cluster ? clusterStatements(sql, cluster) : plainStatements(sql);
  for (const statement of statements) {
    goOn?.();
    await clickhouse.command(statement);
  }
}
