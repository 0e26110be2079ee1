/** A store without rows, for tests that share an engine: far cheaper than an engine each. */
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';

/** What belongs to the schema and to the processes rather than to the data. */
const LASTING = ['schema_migrations', 'ingest_turns'];
/** Who may call. */
const CALLERS = ['accounts', 'api_keys'];

export async function emptyTables(
  clickhouse: ClickHouse,
  kept: readonly string[] = [],
): Promise<void> {
  const filled = await clickhouse.rows<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase()
       AND engine LIKE '%MergeTree' AND total_rows > 0
       AND replaceOne(name, '_local', '') NOT IN {kept:Array(String)}`,
    { kept: [...LASTING, ...kept] },
  );
  for (const { name } of filled) await clickhouse.command(`TRUNCATE TABLE ${name}`);
}

/** Of a service that is called meanwhile. */
export function emptyData(clickhouse: ClickHouse): Promise<void> {
  return emptyTables(clickhouse, CALLERS);
}
