/**
 * Implements `signals ingest`: only ingest, from Kafka and, unless another process watches it, from
 * the spool. If another process holds the data folder, it writes through the ClickHouse of that
 * one.
 */
import type { Command } from 'commander';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createMonitoringApp } from '../../api/monitoring/monitoring-routes.js';
import { type RunningApi, startApi } from '../../api/start-api.js';
import { MAX_BATCH_EVENTS } from '../../ingest/normalise/cut-batches.js';
import type { Stop } from '../../shared/platform/process/lifecycle.js';
import { composeIngest } from '../compose/compose-ingest.js';
import { addFolderMetrics } from '../compose/folder-metrics.js';
import { openParts } from '../compose/open-parts.js';
import { openSpool } from '../compose/open-spool.js';
import { createKafkaHealth, runSources } from '../compose/run-sources.js';
import { storeChecks } from '../compose/store-checks.js';
import { type Runtime, withService } from '../compose/with-runtime.js';
import { printNotice } from '../terminal/output.js';

const STOP_MS = 60_000;
const PORT_STOP_MS = 500;

export function addIngestCommand(program: Command): void {
  program
    .command('ingest')
    .description('load events from Kafka and from the spool folder')
    .action(() => withService('ingest', ingest));
}

async function ingest(runtime: Runtime, stop: Stop): Promise<void> {
  const { config, logger } = runtime;
  const { signal } = stop;
  const spool = { command: 'ingest', batchEvents: MAX_BATCH_EVENTS, signal };
  const runSpool = openSpool(runtime, spool);
  const composed = await composeIngest(await openParts(runtime, stop));
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addFolderMetrics(registry, config);
  const kafkaHealth = config.kafka && createKafkaHealth(logger, true);
  let port: RunningApi | undefined;
  if (config.ingestPort !== undefined) {
    const health = storeChecks(composed.parts, { needsVectors: true });
    if (kafkaHealth) health.push(kafkaHealth.check);
    const address = { host: config.http.host, port: config.ingestPort, setting: 'INGEST_PORT' };
    port = await startApi(createMonitoringApp({ registry, health }, logger), address);
  }
  stop.defer({ name: 'port', timeoutMs: 1_000, run: async () => port?.stop(PORT_STOP_MS) });
  const sources = runSources(composed, stop, { registry, runSpool, mayWait: false, kafkaHealth });
  stop.defer({ name: 'ingest', timeoutMs: STOP_MS, run: () => sources });
  const kafka = config.kafka
    ? `Kafka topic ${config.kafka.topic}`
    : 'no Kafka (KAFKA_BROKERS is not set)';
  const metrics = port ? `, metrics at ${port.url}/metrics` : '';
  printNotice(`ingest is running: spool folder ${config.spoolDir}, ${kafka}${metrics}`);
}
