/**
 * `signals ingest`: ingest alone, from Kafka and, unless a running service watches it, from the spool.
 * Beside a service with the same data folder it writes through that service's ClickHouse.
 */
import type { Command } from 'commander';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { HealthCheck } from '../../api/monitoring/health.js';
import { createWatchApp } from '../../api/monitoring/watch.js';
import { type RunningApi, startApi } from '../../api/start-api.js';
import { createIngest } from '../../ingest/create-ingest.js';
import { MAX_BATCH_EVENTS } from '../../ingest/pipeline.js';
import { createEmbedder } from '../../shared/platform/embedding/embedder.js';
import type { Stop } from '../../shared/platform/process/lifecycle.js';
import { consumeKafka } from '../compose/kafka-ingest.js';
import { openSpool } from '../compose/open-spool.js';
import { openVectors } from '../compose/open-vectors.js';
import { type Runtime, tell, UsageError, withService } from '../compose/runtime.js';
import { createIngestStores } from '../compose/stores.js';

const STOP_MS = 60_000;
const PORT_STOP_MS = 500;

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
  // Ingest writes to every store, so it needs them all.
  const health: HealthCheck[] = [
    {
      name: 'clickhouse',
      check: async () => {
        await clickhouse.rows('SELECT 1 AS ok');
      },
    },
    ...(vectors ? [{ name: 'qdrant', check: () => vectors.collection.check() }] : []),
  ];
  let port: RunningApi | undefined;
  if (config.ingestPort !== undefined) {
    const address = { host: config.http.host, port: config.ingestPort, setting: 'INGEST_PORT' };
    port = await startApi(createWatchApp({ registry, health }, logger), address);
  }
  stop.defer({ name: 'port', timeoutMs: 1_000, run: async () => port?.stop(PORT_STOP_MS) });
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
  tell(`ingest runs${port ? `, metrics at ${port.url}/metrics` : ''}`);
}
