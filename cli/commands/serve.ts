/** Implements `signals serve`: API and ingest in one process, with a demo in an empty folder. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { listAccounts } from '../../api/accounts/change-accounts.js';
import { startApi } from '../../api/start-api.js';
import type { Ingest } from '../../ingest/create-ingest.js';
import { setLogRetention } from '../../shared/platform/clickhouse/schema/migrate.js';
import { PHASE_MS, type Stop } from '../../shared/platform/process/lifecycle.js';
import { composeServe } from '../compose/compose-serve.js';
import { loadDemo, prepareDemo } from '../compose/demo.js';
import { makeFolder } from '../compose/folder-faults.js';
import { addFolderMetrics } from '../compose/folder-metrics.js';
import { openSpool } from '../compose/open-spool.js';
import { createKafkaHealth, runSources } from '../compose/run-sources.js';
import { type Runtime, withService } from '../compose/with-runtime.js';
import { counted, printNotice } from '../terminal/output.js';
import { welcomeText } from '../terminal/welcome.js';

/** Name of the demo data in `X-Signals-Loading` and `/health/ready`. */
const DEMO = 'demo';
const SPOOL_BATCH_EVENTS = 256;
const DEMO_NOTICE_MS = 3_000;

export function addServeCommands(program: Command): void {
  program
    .command('serve')
    .description('serve the API, and load files that appear in the spool folder')
    .option('--no-demo', 'do not load demo data into an empty data folder')
    .option(
      '--print-key',
      'print the key of the demo account even if standard output is not a terminal',
    )
    .action((options: ServeOptions) =>
      withService('serve', (runtime, stop) => serve(runtime, stop, options), {
        mustHold: true,
      }),
    );
}

interface ServeOptions {
  demo: boolean;
  printKey?: true;
}

async function serve(runtime: Runtime, stop: Stop, options: ServeOptions): Promise<void> {
  const { config, clickhouse } = runtime;
  const { signal } = stop;
  makeFolder('SIGNALS_DATA_DIR', config.dataDir);
  await setLogRetention(clickhouse, config.logRetentionDays);
  const runSpool = openSpool(runtime, {
    command: 'serve',
    batchEvents: SPOOL_BATCH_EVENTS,
    signal,
  });
  let isStarted = false;
  const loading = new Set<string>();
  // Without Kafka the API still answers.
  const kafkaHealth = config.kafka && createKafkaHealth(runtime.logger, false);
  const service = await composeServe(runtime, stop, {
    command: 'serve',
    isStarted: () => isStarted,
    loading: () => [...loading],
    checks: kafkaHealth ? [kafkaHealth.check] : [],
  });
  const { app, stores, metrics, ingestStores } = service;
  addFolderMetrics(metrics.registry, config);
  let sources = Promise.resolve();
  stop.defer({ name: 'ingest', run: () => sources });
  const { url, stop: stopApi } = await startApi(app, config.http);
  stop.defer({ name: 'api', run: () => stopApi(PHASE_MS - 1_000) });
  // A key is shown once: only when a port is open to use it at, and not to a log that keeps it.
  const withKey = options.printKey === true || process.stdout.isTTY;
  const { progress } = ingestStores;
  const { key, isPending } = options.demo
    ? await prepareDemo(clickhouse, stores.accounts, progress, { withKey })
    : { key: null, isPending: false };
  if (isPending) loading.add(DEMO);
  const accounts = await listAccounts(stores, { withDeleted: false });
  process.stdout.write(`${welcomeText(url, { key, accounts, isLoading: isPending })}\n`);
  sources = runSources(service, stop, {
    registry: metrics.registry,
    mayWait: true,
    kafkaHealth,
    async runSpool(ingest) {
      if (isPending) await runDemo(ingest, runtime, progress, signal);
      loading.delete(DEMO);
      await runSpool(ingest);
    },
  });
  isStarted = true;
  process.stdout.write(`ready ${url}\n`);
}

type Facts = Parameters<typeof loadDemo>[1];

async function runDemo(
  ingest: Ingest,
  { config, logger }: Runtime,
  facts: Facts,
  signal: AbortSignal,
): Promise<void> {
  let lastNoticeMs = Date.now();
  try {
    const sum = await loadDemo(ingest, facts, {
      rejectedDir: join(config.dataDir, 'rejected'),
      signal,
      retryPolicy: {
        mayContinue: () => !signal.aborted,
        onWait: (error, waitMs) =>
          logger.warn({ err: error, retry_ms: waitMs }, 'demo_waits_for_store'),
      },
      onProgress(part) {
        if (Date.now() - lastNoticeMs < DEMO_NOTICE_MS) return;
        lastNoticeMs = Date.now();
        printNotice(
          `demo data: ${counted(part.read, 'event')} read, ${counted(part.signals, 'signal')} stored`,
        );
      },
    });
    if (!signal.aborted)
      printNotice(`demo data: done, ${sum.signals} signals stored; results are now complete`);
  } catch (error) {
    logger.error({ err: error }, 'demo_load_failed');
  }
}
