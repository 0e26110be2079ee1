/**
 * Checks ClickHouse as configured, without opening a data folder: a server by URL, or the process
 * that serves the folder now. Reports its version, missing migrations, and how far its clock is
 * off.
 */
import { join } from 'node:path';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { reasonOf } from '../../shared/domain/errors.js';
import { packageRoot } from '../../shared/domain/package-root.js';
import { EMBEDDING_MODEL_FACT } from '../../shared/domain/ports/progress-store.js';
import { isOlder } from '../../shared/domain/release.js';
import { readPublishedGateway } from '../../shared/platform/clickhouse/gateway/published-gateway.js';
import {
  type DamagedPart,
  damagedPartsIn,
  findDamagedParts,
} from '../../shared/platform/clickhouse/schema/damaged-parts.js';
import { schemaFiles } from '../../shared/platform/clickhouse/schema/migrate.js';
import type { Config } from '../../shared/platform/process/config.js';
import { isAlive } from '../../shared/platform/process/process-ids.js';
import { damageText } from '../compose/damaged-tables.js';
import { clockFinding } from './check-clock.js';
import { type Check, type Finding, ok, problem, upgradeMessage, warning } from './checks.js';

const NAME = 'ClickHouse';
const TIMEOUT_MS = 5_000;
/** Oldest supported version, as in `deploy/clickhouse/README.md`. */
const OLDEST = { major: 25, minor: 8 };

interface Place {
  client: ClickHouseClient;
  /** Description for people. */
  description: string;
  isServer: boolean;
}

/**
 * Returns the check. `onStoredModel` gets the model of the stored vectors, with which another check
 * compares; `null` if there are none yet or it cannot be read.
 */
export function clickhouseCheck(
  config: Config['clickhouse'],
  onStoredModel: (embeddingModel: string | null) => void,
): Check {
  return {
    name: NAME,
    async run() {
      const place = placeOf(config);
      if (!place) {
        onStoredModel(null);
        return [
          ok(`embedded in ${config.dataDir}; no process serves it now`),
          ...damageFindings(damagedPartsIn(config.dataDir, config.database)),
        ];
      }
      const { client, description, isServer } = place;
      try {
        return await findingsOf(place, config, onStoredModel);
      } catch (error) {
        const remedy = isServer
          ? 'Check CLICKHOUSE_URL, CLICKHOUSE_USER and CLICKHOUSE_PASSWORD, and that the server runs.'
          : 'Restart the process that serves the data folder.';
        return problem(`${description}: ${reasonOf(error)}. ${remedy}`);
      } finally {
        onStoredModel(null);
        await client.close();
      }
    },
  };
}

function placeOf(config: Config['clickhouse']): Place | null {
  const common = { request_timeout: TIMEOUT_MS, log: { level: ClickHouseLogLevel.OFF } };
  if (config.url !== undefined) {
    const { url, user: username, password } = config;
    const client = createClient({ ...common, url, username, password });
    return { client, description: new URL(url).origin, isServer: true };
  }
  const server = readPublishedGateway(config.dataDir);
  if (!server || !isAlive(server.pid)) return null;
  const { user: username, password } = server.service;
  const client = createClient({ ...common, url: server.url, username, password });
  const description = `embedded, served by signals ${server.command} (process ${server.pid})`;
  return { client, description, isServer: false };
}

async function findingsOf(
  { client, description, isServer }: Place,
  { database, cluster: clusterName }: Config['clickhouse'],
  onStoredModel: (embeddingModel: string | null) => void,
): Promise<Finding[]> {
  const rows = async <T>(query: string): Promise<T[]> => {
    const query_params = { database };
    const result = await client.query({ query, query_params, format: 'JSONEachRow' });
    return result.json<T>();
  };
  const [server] = await rows<{ version: string; now_ms: string | number }>(
    'SELECT version() AS version, toUnixTimestamp64Milli(now64(3)) AS now_ms',
  );
  const receivedMs = Date.now();
  const version = server?.version ?? 'unknown';
  const findings = [versionFinding(version, description, isServer)];
  if (isServer) findings.push(clockFinding(NAME, Number(server?.now_ms) - receivedMs));
  const cluster = clusterName === undefined ? null : { name: clusterName, database };
  const damaged = await findDamagedParts({ cluster, rows: (sql) => rows(sql) }, database);
  findings.push(...damageFindings(damaged));
  const tables = await rows<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = {database:String}
     AND name IN ('schema_migrations', 'service_facts')`,
  );
  const hasTable = (name: string) => tables.some((table) => table.name === name);
  findings.push(
    hasTable('schema_migrations')
      ? schemaFinding(
          await rows(`SELECT DISTINCT name FROM ${database}.schema_migrations`),
          isServer,
        )
      : warning(`the database ${database} has no tables yet. Run signals migrate`, 'schema'),
  );
  if (hasTable('service_facts')) {
    const facts = await rows<{ value: string }>(
      `SELECT value FROM ${database}.service_facts FINAL WHERE fact = '${EMBEDDING_MODEL_FACT}'`,
    );
    onStoredModel(facts[0]?.value ?? null);
  }
  return findings;
}

function versionFinding(version: string, description: string, isServer: boolean): Finding {
  const text = `${version}, ${description}`;
  if (!isServer || !isOlder(version, OLDEST)) return ok(text);
  return problem(upgradeMessage(text, OLDEST));
}

function damageFindings(parts: readonly DamagedPart[]): Finding[] {
  if (parts.length === 0) return [ok('none has lost rows to damaged files', 'tables')];
  return parts.map((part) => problem(damageText(part), 'tables'));
}

function schemaFinding(applied: readonly { name: string }[], isServer: boolean): Finding {
  const appliedNames = new Set(applied.map(({ name }) => name));
  const files = schemaFiles(join(packageRoot(), 'deploy/clickhouse'));
  const missing = files.filter((name) => !appliedNames.has(name));
  // An earlier version had other files, whose numbers are not higher.
  const newer = [...appliedNames].filter(
    (name) => name.slice(0, 3) > (files.at(-1) ?? '').slice(0, 3),
  );
  if (missing.length === 0 && newer.length > 0) {
    const names = newer.sort().join(', ');
    return warning(
      `a newer version of the service has applied ${names}. Use that version or a newer one.`,
      'schema',
    );
  }
  if (missing.length === 0) return ok(`${files.length} migrations are applied`, 'schema');
  const remedy = isServer ? 'Run signals migrate' : 'Restart the service with this version';
  return problem(`not applied: ${missing.join(', ')}. ${remedy}`, 'schema');
}
