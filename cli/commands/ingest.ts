/**
 * `signals ingest`: ingest alone, from Kafka and, unless a running service watches it, from the spool.
 * Beside a service with the same data folder it writes through that service's ClickHouse.
 */
import { createServer } from 'node:http';
import type { Command } from 'commander';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createIngest } from '../../ingest/create-ingest.js';
import { MAX_BATCH_EVENTS } from '../../ingest/pipeline.js';
import { createEmbedder } from '../../shared/embedding/embedder.js';
import type { Stop } from '../../shared/lifecycle.js';
import { listen } from '../../shared/listen.js';
import { consumeKafka } from '../kafka-ingest.js';
import { openSpool } from '../open-spool.js';
import { openVectors } from '../open-vectors.js';
import { type Runtime, tell, UsageError, withService } from '../runtime.js';
import { createIngestStores } from '../stores.js';

const STOP_MS = 60_000;

export function addIngestCommand(program: Command): void {
  program
    .command('ingest')
    .description('take events from Kafka (and the spool) to the stores')
    .action(() => withService('ingest', ingest));
}

async function ingest(runtime: Runtime, stop: Stop): Promise<void> {
  const { config, clickhouse, logger, open } = runtime;
  const watchesSpool = open.role() !== 'guest';
  if (!config.kafka && !watchesSpool) {
    throw new UsageError(
      'a running service watches the spool of this data folder, and KAFKA_BROKERS is not set: nothing to do',
    );
  }
  const embedder = await createEmbedder({ model: config.embeddingModel, logger });
  stop.defer({ name: 'embedder', run: () => embedder.close() });
  const vectors = await openVectors(runtime, embedder);
  const deps = await createIngest({
    ...createIngestStores(clickhouse, vectors),
    embedder,
    feedDirs: config.feedDirs,
  });
  const { signal } = stop;
  const runSpool = watchesSpool
    ? openSpool(runtime, deps, { batchEvents: MAX_BATCH_EVENTS, signal })
    : null;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const background: Promise<void>[] = [];
  const checks: StoreCheck[] = [
    {
      name: 'clickhouse',
      check: async () => {
        await clickhouse.rows('SELECT 1 AS ok');
      },
    },
    ...(vectors ? [{ name: 'qdrant', check: () => vectors.collection.check() }] : []),
  ];
  const port = await startIngestPort(config.ingestPort, config.http.host, registry, checks);
  stop.defer({ name: 'port', timeoutMs: 1_000, run: port.close });
  stop.defer({ name: 'ingest', timeoutMs: STOP_MS, run: () => Promise.all(background) });
  const failed = (error: unknown): void => {
    logger.error({ err: error }, 'ingest_failed');
    process.exitCode = 1;
    stop.stop();
  };
  if (config.kafka) {
    background.push(consumeKafka(config.kafka, deps, { registry, logger, signal }).catch(failed));
  }
  if (runSpool) background.push(runSpool().catch(failed));
  tell(`ingest runs${port.url ? `, metrics at ${port.url}/metrics` : ''}`);
}

interface StoreCheck {
  name: string;
  check: () => Promise<void>;
}

/** Health and metrics for who watches the process; nothing without `INGEST_PORT`. */
async function startIngestPort(
  port: number | undefined,
  host: string,
  registry: Registry,
  checks: readonly StoreCheck[],
): Promise<{ url: string | null; close: () => Promise<void> }> {
  if (port === undefined) return { url: null, close: async () => undefined };
  const server = createServer((request, response) => {
    answer(request.url ?? '', registry, checks).then(
      ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  const own = await listen(server, { host, port, setting: 'INGEST_PORT' });
  return {
    url: `http://${host}:${own}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function answer(
  path: string,
  registry: Registry,
  checks: readonly StoreCheck[],
): Promise<{ status: number; type: string; body: string }> {
  const json = (status: number, body: object) => ({
    status,
    type: 'application/json',
    body: JSON.stringify(body),
  });
  if (path === '/metrics') {
    return { status: 200, type: registry.contentType, body: await registry.metrics() };
  }
  if (path === '/health/live') return json(200, { status: 'live' });
  if (path !== '/health/ready') return json(404, { error: 'not_found' });
  const states = await Promise.all(
    checks.map(
      async ({ name, check }): Promise<[string, 'up' | 'down']> =>
        check().then(
          () => [name, 'up'],
          () => [name, 'down'],
        ),
    ),
  );
  const stores = Object.fromEntries(states);
  // Ingest writes to every store, so it needs them all.
  return states.every(([, state]) => state === 'up')
    ? json(200, { status: 'ready', stores })
    : json(503, { status: 'not_ready', stores });
}
