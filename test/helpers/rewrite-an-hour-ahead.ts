/** Writes the rows of a table again, like a process whose clock is an hour fast. */
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';

export async function rewriteAnHourAhead(clickhouse: ClickHouse, table: string): Promise<void> {
  await clickhouse.command(
    `INSERT INTO ${table} SELECT * REPLACE (version + 3600000000 AS version) FROM ${table} FINAL`,
  );
}
