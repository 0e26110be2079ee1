/**
 * Updates ClickHouse to the schema of `deploy/clickhouse/NNN_<verb>_<noun>.sql`. Every file is
 * applied once, in order, and recorded in `schema_migrations`. A file that was begun may be begun
 * again, but only by one process at a time: see `cli/compose/upgrade-schema.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../domain/errors.js';
import type { ClickHouse } from '../client/clickhouse.js';
import { clusterStatements, localTable, plainStatements } from '../client/cluster-ddl.js';

const FILE_NAME = /^\d{3}_[a-z0-9_]+\.sql$/;

/** Leases decide which process migrates. Any number of processes may create their table at once. */
const LEASES_FILE = '005_create_leases.sql';

/** Returns the files that were pending. `throwIfStopped` is called before each statement. */
export async function migrate(
  clickhouse: ClickHouse,
  folder: string,
  throwIfStopped?: () => void,
): Promise<string[]> {
  const pending = await pendingFiles(clickhouse, folder);
  for (const name of pending) {
    await run(clickhouse, readFileSync(join(folder, name), 'utf8'), throwIfStopped);
    await clickhouse.insert('schema_migrations', [{ name, applied_at: new Date().toISOString() }]);
  }
  return pending;
}

/** Returns the files that are not applied yet. Creates `schema_migrations` if it does not exist. */
export async function pendingFiles(clickhouse: ClickHouse, folder: string): Promise<string[]> {
  const table = await findTable(clickhouse, 'schema_migrations');
  // Statements for a whole cluster wait for every server, so none is sent needlessly.
  if (!table) await run(clickhouse, MIGRATIONS_TABLE);
  else requireLayout(table.engine === 'Distributed', clickhouse.cluster !== null);
  const applied = await appliedMigrations(clickhouse);
  return schemaFiles(folder).filter((name) => !applied.has(name));
}

export async function createLeases(clickhouse: ClickHouse, folder: string): Promise<void> {
  if (await findTable(clickhouse, 'leases')) return;
  await run(clickhouse, readFileSync(join(folder, LEASES_FILE), 'utf8'));
}

export function schemaFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => FILE_NAME.test(file))
    .sort();
}

/**
 * Sets how many days request logs are kept. Older ones are deleted with the next merge. The ledger
 * and the statements are kept forever.
 */
export async function setLogRetention(clickhouse: ClickHouse, days: number): Promise<void> {
  const interval = Math.trunc(days);
  const table = await findTable(clickhouse, localTable('request_logs', clickhouse.cluster));
  // Setting the same value again would make ClickHouse read every row again.
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

/** `engine_full` contains the parameters of the engine, with the TTL. */
async function findTable(
  clickhouse: ClickHouse,
  name: string,
): Promise<{ engine: string; engine_full: string } | undefined> {
  const [table] = await clickhouse.rows<{ engine: string; engine_full: string }>(
    `SELECT engine, engine_full FROM system.tables
     WHERE database = currentDatabase() AND name = {name:String}`,
    { name },
  );
  return table;
}

export async function appliedMigrations(clickhouse: ClickHouse): Promise<ReadonlySet<string>> {
  const rows = await clickhouse.rows<{ name: string }>('SELECT name FROM schema_migrations FINAL');
  return new Set(rows.map(({ name }) => name));
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

async function run(
  clickhouse: ClickHouse,
  sql: string,
  throwIfStopped?: () => void,
): Promise<void> {
  const { cluster } = clickhouse;
  const statements = cluster ? clusterStatements(sql, cluster) : plainStatements(sql);
  for (const statement of statements) {
    throwIfStopped?.();
    await clickhouse.command(statement);
  }
}
