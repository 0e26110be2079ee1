/**
 * Brings ClickHouse to the schema of `deploy/clickhouse/NNN_<verb>_<noun>.sql`: every file once, in
 * order, remembered in `schema_migrations`. Statements are idempotent, so a crash in between and two
 * processes at once do no harm.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClickHouse } from './clickhouse.js';

const FILE_NAME = /^\d{3}_[a-z0-9_]+\.sql$/;

/** Returns the names of the files applied now. */
export async function migrate(clickhouse: ClickHouse, folder: string): Promise<string[]> {
  await clickhouse.command(
    `CREATE TABLE IF NOT EXISTS schema_migrations
     (name String COMMENT 'File', applied_at DateTime64(3, 'UTC') COMMENT 'When it was applied')
     ENGINE = ReplacingMergeTree ORDER BY name COMMENT 'Migrations applied'`,
  );
  const done = await clickhouse.rows<{ name: string }>('SELECT name FROM schema_migrations FINAL');
  const known = new Set(done.map((row) => row.name));
  const applied: string[] = [];
  for (const name of readdirSync(folder)
    .filter((file) => FILE_NAME.test(file))
    .sort()) {
    if (known.has(name)) continue;
    for (const statement of statementsOf(readFileSync(join(folder, name), 'utf8'))) {
      await clickhouse.command(statement);
    }
    await clickhouse.insert('schema_migrations', [{ name, applied_at: new Date().toISOString() }]);
    applied.push(name);
  }
  return applied;
}

/** Request logs older than that go with the next merge; ledger and statements stay for ever. */
export async function setLogRetention(clickhouse: ClickHouse, days: number): Promise<void> {
  await clickhouse.command(
    `ALTER TABLE request_logs MODIFY TTL toDateTime(timestamp) + INTERVAL ${Math.trunc(days)} DAY`,
  );
}

/** Statements end with a semicolon at the end of a line. */
function statementsOf(sql: string): string[] {
  return sql
    .replace(/^--.*$/gm, '')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
