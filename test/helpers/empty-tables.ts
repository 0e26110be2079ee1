/**
 * Empties or restores the tables of an engine that tests share, which is far cheaper than an engine
 * for each.
 */
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';

/** Tables of the schema and of processes, which are never emptied. */
const LASTING = ['schema_migrations', 'ingest_turns'];
/** Tables of accounts and their keys. */
const CALLERS = ['accounts', 'api_keys'];

export async function emptyTables(
  clickhouse: ClickHouse,
  kept: readonly string[] = [],
): Promise<void> {
  for (const name of await filledTables(clickhouse, kept)) {
    await clickhouse.command(`TRUNCATE TABLE ${name}`);
  }
}

/** Empties all tables but the accounts and keys of a running service. */
export function emptyData(clickhouse: ClickHouse): Promise<void> {
  return emptyTables(clickhouse, CALLERS);
}

/**
 * Copies all tables and returns a function that restores them. Parts are linked instead of copied,
 * and no view sees the copies.
 */
export async function snapshotTables(clickhouse: ClickHouse): Promise<() => Promise<void>> {
  const putParts = (into: string, from: string) =>
    clickhouse.command(`ALTER TABLE ${into} REPLACE PARTITION ID 'all' FROM ${from}`);
  const filled = await filledTables(clickhouse);
  await clickhouse.command('CREATE DATABASE kept');
  for (const name of filled) {
    await clickhouse.command(`CREATE TABLE kept.${name} AS ${name}`);
    await putParts(`kept.${name}`, name);
  }
  return async () => {
    // Parts that are put into a table replace its own, so only the other tables are emptied.
    await emptyTables(clickhouse, filled);
    for (const name of filled) await putParts(name, `kept.${name}`);
  };
}

async function filledTables(
  clickhouse: ClickHouse,
  others: readonly string[] = [],
): Promise<string[]> {
  const filled = await clickhouse.rows<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase()
       AND engine LIKE '%MergeTree' AND total_rows > 0
       AND replaceOne(name, '_local', '') NOT IN {others:Array(String)}`,
    { others: [...LASTING, ...others] },
  );
  return filled.map(({ name }) => name);
}
