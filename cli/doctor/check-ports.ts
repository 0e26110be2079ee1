/** Checks the ports of the configuration: whether each is free, or used by this service. */
import { createServer } from 'node:http';
import { hostInUrl } from '../../shared/domain/host-in-url.js';
import { isObject } from '../../shared/domain/is-object.js';
import { readPublishedGateway } from '../../shared/platform/clickhouse/gateway/published-gateway.js';
import type { Config } from '../../shared/platform/process/config.js';
import { closeWithin, type ListenAddress, listen } from '../../shared/platform/process/listen.js';
import { type Check, type Finding, ok } from './checks.js';

const TIMEOUT_MS = 3_000;
const CLOSE_MS = 1_000;

interface ConfiguredPort extends ListenAddress {
  /** Says whether this service listens there. */
  isServed: () => Promise<boolean>;
}

export function portChecks({ http, clickhouse, dataDir, ingestPort }: Config): Check[] {
  const { host } = http;
  const httpPort = (setting: string, port: number): ConfiguredPort => ({
    setting,
    host,
    port,
    isServed: () => isSignalsAt(host, port),
  });
  const ports = [httpPort('PORT', http.port)];
  if (ingestPort !== undefined) ports.push(httpPort('INGEST_PORT', ingestPort));
  const { url, gatewayPort: port } = clickhouse;
  if (url === undefined && port !== undefined) {
    const isServed = async () => readPublishedGateway(dataDir)?.url.endsWith(`:${port}`) ?? false;
    ports.push({ setting: 'SIGNALS_CLICKHOUSE_PORT', host: '127.0.0.1', port, isServed });
  }
  return ports.map((each) => ({ name: `port ${each.setting}`, run: () => portFinding(each) }));
}

/** Checks a port by listening on it for a moment: nothing else shows whether this is allowed. */
async function portFinding({ setting, host, port, isServed }: ConfiguredPort): Promise<Finding> {
  if (port === 0) return ok('any free port');
  if (await isServed()) return ok(`${port}: signals is running there`);
  const server = createServer();
  try {
    await listen(server, { host, port, setting });
    return ok(`${port} is free`);
  } finally {
    await closeWithin(CLOSE_MS, server);
  }
}

/** True if a process of this service answers on the port. */
async function isSignalsAt(host: string, port: number): Promise<boolean> {
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  try {
    const response = await fetch(`http://${hostInUrl(name)}:${port}/health/live`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
    });
    const body: unknown = await response.json();
    return response.ok && isObject(body) && body.status === 'ok';
  } catch {
    return false;
  }
}
