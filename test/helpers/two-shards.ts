/**
 * A cluster of two shards within one embedded engine, with the tables, views and settings of a real
 * cluster. Both shards are this process; a row filter shows each its half of every table. Without a
 * keeper, tables are not replicated and statements run on this process only.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ClickHouse,
  createClickHouse,
} from '../../shared/platform/clickhouse/client/clickhouse.js';
import { clusterStatements } from '../../shared/platform/clickhouse/client/cluster-ddl.js';
import { engineConnection } from '../../shared/platform/clickhouse/client/connection.js';
import { CLUSTER_SETTINGS } from '../../shared/platform/clickhouse/client/server-settings.js';
import { openEngine } from '../../shared/platform/clickhouse/engine/engine.js';
import type { EngineConfigParts } from '../../shared/platform/clickhouse/engine/engine-config.js';
import { byLane } from '../../shared/platform/clickhouse/engine/lanes.js';
import { MIGRATIONS_TABLE, schemaFiles } from '../../shared/platform/clickhouse/schema/migrate.js';
import { readSchema, SCHEMA_FOLDER } from './clickhouse-adapters.js';

const CLUSTER = { name: 'shards', database: 'signals' };

export async function openTwoShards(
  folder: string,
): Promise<{ clickhouse: ClickHouse; close(): Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  const engine = openEngine(join(folder, 'clickhouse'), CLUSTER.database, {
    config: configOfShards(),
  });
  const connections = byLane((lane) => engineConnection(engine, lane));
  const clickhouse = createClickHouse({
    cluster: CLUSTER,
    connection: (lane) => connections[lane],
    renew: async () => false,
  });
  return {
    clickhouse: {
      ...clickhouse,
      command: (sql, params, lane) => clickhouse.command(withoutKeeper(sql), params, lane),
    },
    async close() {
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function withoutKeeper(sql: string): string {
  return sql.replace(/ ON CLUSTER '\w+'/, '').replace('ENGINE = Replicated', 'ENGINE = ');
}

function configOfShards(): EngineConfigParts {
  // Nothing listens here: queries reach the shards without a connection.
  const settings = Object.entries({ ...CLUSTER_SETTINGS, prefer_localhost_replica: 1 }).map(
    ([name, value]) => `<${name}>${value}</${name}>`,
  );
  const shard = `<shard><internal_replication>true</internal_replication>
    <replica><host>127.0.0.1</host><port>9000</port></replica></shard>`;
  const filters = [...placements()].map(
    ([table, key]) =>
      // Shard 0 is what a view sees during an insert.
      `<${table}><filter>shardNum() IN (0, ${key} % 2 + 1)</filter></${table}>`,
  );
  return {
    server: `<tcp_port>9000</tcp_port>
      <remote_servers><${CLUSTER.name}>${shard}${shard}</${CLUSTER.name}></remote_servers>`,
    profile: settings.join(''),
    user: `<databases><${CLUSTER.database}>${filters.join('')}</${CLUSTER.database}></databases>`,
  };
}

/**
 * Returns by table the expression that decides the shard of a row. Rows that are filled in place
 * may be on any.
 */
function placements(): Map<string, string> {
  const statements = [MIGRATIONS_TABLE, ...readSchema(schemaFiles(SCHEMA_FOLDER))].flatMap((sql) =>
    clusterStatements(sql, CLUSTER),
  );
  const placed = new Map<string, string>();
  for (const statement of statements) {
    const [, table] = /^CREATE TABLE IF NOT EXISTS (\w+_local)/.exec(statement) ?? [];
    const [, first] = /ORDER BY \(?(\w+)/.exec(statement) ?? [];
    if (table && first) placed.set(table, `cityHash64(${first})`);
    const [, local, key] = /ENGINE = Distributed\('\w+', \w+, (\w+), (.+)\)/.exec(statement) ?? [];
    if (local && key) placed.set(local, key);
  }
  return placed;
}
