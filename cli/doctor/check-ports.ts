/** Checks the ports of the configuration: whether each is free, or used by this service. */
import { createServer } from 'node:http';
import { hostInUrl } from '../../shared/domain/host-in-url.js';
import { isObject } from '../../shared/domain/is-object.js';
import { readPublishedGateway } from '../../shared/platform/clickhouse/gateway/published-gateway.js';
import type { Config } from '../../shared/platform/process/config.js';
import { closeWithin, listen } from '../../shared/platform/process/listen.js';
import { type Check, type Finding, ok } from './finding.js';

const TIMEOUT_MS = 3_000;
const CLOSE_MS = 1_000;

export function portChecks({ http, clickhouse, dataDir, ingestPort }: Config): Check[] {
  const { host } = http;
  const isSignals = (port: number) => () => answersAs(host, port);
  const ports: [setting: string, host: string, port: number, isOwn: () => Promise<boolean>][] = [
    ['PORT', host, http.port, isSignals(http.port)],
  ];
  if (ingestPort !== undefined)
    ports.push(['INGEST_PORT', host, ingestPort, isSignals(ingestPort)]);
  const { url, gatewayPort } = clickhouse;
  if (url === undefined && gatewayPort !== undefined) {
    const isOwn = async () =>
      readPublishedGateway(dataDir)?.url.endsWith(`:${gatewayPort}`) ?? false;
    ports.push(['SIGNALS_CLICKHOUSE_PORT', '127.0.0.1', gatewayPort, isOwn]);
  }
  return ports.map(([setting, at, port, isOwn]) => ({
    name: `port ${setting}`,
    run: async () => [await portFinding(setting, at, port, isOwn)],
  }));
}

/** Checks a port by listening on it for a moment: nothing else shows whether this is allowed. */
async function portFinding(
  setting: string,
  host: string,
  port: number,
  isOwn: () => Promise<boolean>,
): Promise<Finding> {
  const name = `port ${setting}`;
  if (port === 0) return ok(name, 'any free port');
  if (await isOwn()) return ok(name, `${port}: signals is running there`);
  const server = createServer();
  try {
    await listen(server, { host, port, setting });
    return ok(name, `${port} is free`);
  } finally {
    await closeWithin(CLOSE_MS, server);
  }
}

/** True if a process of this service answers on the port. */
async function answersAs(host: string, port: number): Promise<boolean> {
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
