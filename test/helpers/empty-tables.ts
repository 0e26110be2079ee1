/** A store without rows, or with those of before, for tests that share an engine: far cheaper than an engine each. */
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';

/** What belongs to the schema and to the processes rather than to the data. */
const LASTING = ['schema_migrations', 'ingest_turns'];
/** Who may call. */
const CALLERS = ['accounts', 'api_keys'];

export async function emptyTables(
  clickhouse: ClickHouse,
  kept: readonly string[] = [],
): Promise<void> {
  for (const name of await filledTables(clickhouse, kept)) {
    await clickhouse.command(`TRUNCATE TABLE ${name}`);
  }
}

/** Of a service that is called meanwhile. */
export function emptyData(clickhouse: ClickHouse): Promise<void> {
  return emptyTables(clickhouse, CALLERS);
}

/** Puts back what is stored now. Parts of tables are linked, not copied, and no view sees them. */
export async function keepTables(clickhouse: ClickHouse): Promise<() => Promise<void>> {
  const putParts = (into: string, from: string) =>
    clickhouse.command(`ALTER TABLE ${into} REPLACE PARTITION ID 'all' FROM ${from}`);
  const filled = await filledTables(clickhouse);
  await clickhouse.command('CREATE DATABASE kept');
  for (const name of filled) {
    await clickhouse.command(`CREATE TABLE kept.${name} AS ${name}`);
    await putParts(`kept.${name}`, name);
  }
  return async () => {
    await emptyTables(clickhouse);
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
