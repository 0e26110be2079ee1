/** `signals serve`: API and spool ingest in one process, with the demo on an empty data folder. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { listAccounts } from '../../api/accounts/change-accounts.js';
import { startApi } from '../../api/start-api.js';
import { createIngest } from '../../ingest/create-ingest.js';
import type { LoadDeps } from '../../ingest/load-file.js';
import type { FolderServer } from '../../shared/platform/clickhouse/gateway/folder.js';
import { setLogRetention } from '../../shared/platform/clickhouse/schema/migrate.js';
import { createEmbedder } from '../../shared/platform/embedding/embedder.js';
import { PHASE_MS, type Stop } from '../../shared/platform/process/lifecycle.js';
import { loadDemo, prepareDemo } from '../compose/demo.js';
import { consumeKafka } from '../compose/kafka-ingest.js';
import { openApi } from '../compose/open-api.js';
import { openSpool } from '../compose/open-spool.js';
import { openVectors } from '../compose/open-vectors.js';
import { type Runtime, tell, withService } from '../compose/runtime.js';
import { createIngestStores } from '../compose/stores.js';
import { welcomeText } from '../terminal/welcome.js';

/** As `X-Signals-Loading` and `/health/ready` name it. */
const DEMO = 'demo';
const SPOOL_BATCH_EVENTS = 256;
const DEMO_NOTICE_MS = 3_000;
/** Small runs: a query waits behind one of them at most. */
const SHARED_RUNS = { maxTokens: 512, maxTexts: 16 };

export function addServeCommands(program: Command): void {
  program
    .command('serve')
    .description('answer the API and load what appears in the spool folder')
    .option('--no-demo', 'leave an empty data folder empty')
    .option('--print-key', 'show the key of the demo on standard output, be it no terminal')
    .action((options: ServeOptions) =>
      withService('serve', (runtime, stop) => serve(runtime, stop, options), {
        mustHold: true,
        onWait: tellHolder,
      }),
    );
}

interface ServeOptions {
  demo: boolean;
  printKey?: true;
}

function tellHolder(holder: FolderServer | null, dataDir: string): void {
  const who = holder ? `signals ${holder.command} (process ${holder.pid})` : 'another process';
  tell(`waiting for ${who} to finish with ${dataDir}`);
}

async function serve(runtime: Runtime, stop: Stop, options: ServeOptions): Promise<void> {
  const { config, logger, clickhouse } = runtime;
  mkdirSync(config.dataDir, { recursive: true });
  await setLogRetention(clickhouse, config.logRetentionDays);
  const embedder = await createEmbedder({
    model: config.embeddingModel,
    logger,
    limits: SHARED_RUNS,
  });
  stop.defer({ name: 'embedder', run: () => embedder.close() });
  const vectors = await openVectors(runtime, embedder);
  const ingestStores = createIngestStores(clickhouse, vectors);
  const ingest = await createIngest({ ...ingestStores, embedder, feedDirs: config.feedDirs });
  const { signal } = stop;
  const runSpool = openSpool(runtime, ingest, { batchEvents: SPOOL_BATCH_EVENTS, signal });
  const started = { value: false };
  const loading = new Set<string>();
  const { app, stores, metrics } = await openApi(runtime, stop, {
    command: 'serve',
    embedder,
    vectors,
    isStarted: () => started.value,
    loading: () => [...loading],
  });
  const background: Promise<void>[] = [];
  stop.defer({ name: 'ingest', run: () => Promise.all(background) });
  const api = await startApi(app, config.http);
  stop.defer({ name: 'api', run: () => api.stop(PHASE_MS - 1_000) });
  const fail = (error: unknown): void => {
    logger.error({ err: error }, 'ingest_failed');
    process.exitCode = 1;
    stop.stop();
  };
  // A key is shown once: not before there is a port to use it at, and not to a log that keeps it.
  const withKey = options.printKey === true || process.stdout.isTTY;
  const { progress } = ingestStores;
  const { key, isPending } = options.demo
    ? await prepareDemo(stores.accounts, progress, { withKey })
    : { key: null, isPending: false };
  if (isPending) loading.add(DEMO);
  const accounts = await listAccounts(stores, { withDeleted: false });
  process.stdout.write(`${welcomeText(api.url, { key, accounts, isLoading: isPending })}\n`);
  const demo = isPending
    ? runDemo(ingest, runtime, progress, signal).finally(() => loading.delete(DEMO))
    : Promise.resolve();
  background.push(demo.then(runSpool).catch(fail));
  if (config.kafka) {
    const consumed = consumeKafka(config.kafka, ingest, {
      registry: metrics.registry,
      logger,
      signal,
    });
    background.push(consumed.catch(fail));
  }
  started.value = true;
  process.stdout.write(`ready ${api.url}\n`);
}

type Facts = Parameters<typeof loadDemo>[1];

async function runDemo(
  ingest: LoadDeps,
  { config, logger }: Runtime,
  facts: Facts,
  signal: AbortSignal,
): Promise<void> {
  let told = Date.now();
  try {
    const sum = await loadDemo(ingest, facts, {
      rejectedDir: join(config.dataDir, 'rejected'),
      signal,
      patience: {
        mayContinue: () => !signal.aborted,
        onWait: (error, waitMs) =>
          logger.warn({ err: error, retry_ms: waitMs }, 'demo_waits_for_store'),
      },
      onProgress(part) {
        if (Date.now() - told < DEMO_NOTICE_MS) return;
        told = Date.now();
        tell(`demo data: ${part.read} events read, ${part.signals} signals stored`);
      },
    });
    if (!signal.aborted)
      tell(`demo data: done, ${sum.signals} signals stored; answers are complete`);
  } catch (error) {
    logger.error({ err: error }, 'demo_load_failed');
  }
}
