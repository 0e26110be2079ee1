/**
 * Opens a ClickHouse server or cluster by URL: one pool of connections per lane, the settings in
 * which servers' defaults may differ, and a bounded wait for a server that is not available yet.
 */
import { type ClickHouseSettings, createClient } from '@clickhouse/client';
import { retry } from '../../../domain/concurrency/retry.js';
import { AppError, reasonOf } from '../../../domain/errors.js';
import type { ClickHouseConfig } from '../../process/config.js';
import { byLane, LANES } from '../engine/lanes.js';
import { type ClickHouseBackend, createClickHouse, WAITS, waitAfter } from './clickhouse.js';
import { type Cluster, onCluster } from './cluster-ddl.js';
import { type AnalystConnection, type Connection, httpConnection, QUIET } from './connection.js';
import { failureOf } from './failures.js';
import type { OpenClickHouse, OpenOptions } from './open-options.js';
import { CLUSTER_SETTINGS, SERVER_SETTINGS, serverSettingsOfAnalyst } from './server-settings.js';

/** The default of `http_max_field_value_size` on a server is 131,072. */
const MAX_LIST_BYTES = 120_000;
/** Milliseconds after which an idle connection is closed. A server closes it after 3 s or more. */
const IDLE_SOCKET_MS = 2_000;
const START_WAIT_MS = 60_000;
/** Milliseconds that the client waits beyond the time that an analyst's statement may take. */
const ANALYST_SPARE_MS = 30_000;
const ANALYST_CONNECTIONS = 4;

export async function openServer(
  config: ClickHouseConfig,
  url: string,
  options: OpenOptions,
): Promise<OpenClickHouse> {
  const cluster = config.cluster ? { name: config.cluster, database: config.database } : null;
  await prepareDatabase(config, url, cluster, options);
  const connections = byLane((lane) => {
    const { connections: count, timeoutMs } = LANES[lane];
    // The server ends a query before the client stops waiting for it.
    const settings = { ...SERVER_SETTINGS, max_execution_time: timeoutMs / 1_000 - 5 };
    return openPool(config, url, { connections: count, timeoutMs, settings });
  });
  const analyst = openPool(config, url, {
    connections: ANALYST_CONNECTIONS,
    timeoutMs: ANALYST_SPARE_MS + config.analyst.seconds * 1_000,
    settings: serverSettingsOfAnalyst(config.analyst),
  });
  const backend: ClickHouseBackend = {
    cluster,
    maxListBytes: MAX_LIST_BYTES,
    permits: (lane) => LANES[lane].connections,
    connection: (lane) => connections[lane],
    async renew(_, tried) {
      await waitAfter(tried);
      return true;
    },
  };
  return {
    clickhouse: createClickHouse(backend),
    role: () => 'server',
    readForAnalyst: (sql, format) => analyst.read(sql, format),
    async close() {
      await Promise.all([...Object.values(connections), analyst].map((each) => each.close()));
    },
  };
}

function openPool(
  config: ClickHouseConfig,
  url: string,
  pool: { connections: number; timeoutMs: number; settings: ClickHouseSettings },
): Connection & AnalystConnection {
  const client = createClient({
    ...connectionOptions(config, url),
    database: config.database,
    request_timeout: pool.timeoutMs,
    max_open_connections: pool.connections,
    compression: { request: true, response: true },
    // Lists of ids are longer than a URL may be.
    use_multipart_params_auto: true,
    clickhouse_settings: { ...pool.settings, ...(config.cluster ? CLUSTER_SETTINGS : {}) },
  });
  return httpConnection(client);
}

function connectionOptions({ user, password }: ClickHouseConfig, url: string) {
  return {
    url,
    username: user,
    password,
    keep_alive: { enabled: true, idle_socket_ttl: IDLE_SOCKET_MS },
    log: QUIET,
  };
}

/** Waits until the server responds, and creates the database if it does not exist. */
async function prepareDatabase(
  config: ClickHouseConfig,
  url: string,
  cluster: Cluster | null,
  options: OpenOptions,
): Promise<void> {
  const client = createClient({
    ...connectionOptions(config, url),
    request_timeout: LANES.writer.timeoutMs,
  });
  try {
    await whenReachable(options, async () => {
      const result = await client.query({
        query: 'SELECT name FROM system.databases WHERE name = {database:String}',
        query_params: { database: config.database },
        format: 'JSONEachRow',
      });
      // A user without the right to create a database may be given one that exists.
      if ((await result.json()).length > 0) return;
      const where = cluster ? onCluster(cluster) : '';
      await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${config.database}${where}` });
    });
  } finally {
    await client.close();
  }
}

async function whenReachable(options: OpenOptions, work: () => Promise<void>): Promise<void> {
  let hasReported = false;
  try {
    await retry(work, {
      ...WAITS,
      withinMs: options.startWaitMs ?? START_WAIT_MS,
      isTransient: mayPass,
      mayContinue: () => !options.signal?.aborted,
      onWait(error) {
        if (!hasReported) options.onWait?.(`ClickHouse: ${reasonOf(error)}`);
        hasReported = true;
      },
    });
  } catch (cause) {
    if (!mayPass(cause)) throw cause;
    const message = `ClickHouse does not respond: ${reasonOf(cause)}`;
    throw new AppError('unavailable', message, { cause });
  }
}

function mayPass(error: unknown): boolean {
  return failureOf(error) !== 'fault';
}
