/** `signals serve`: API and spool ingest in one process, with the demo on an empty data folder. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { listAccounts } from '../../api/accounts/change-accounts.js';
import { startApi } from '../../api/start-api.js';
import { createIngest } from '../../ingest/create-ingest.js';
import type { LoadDeps } from '../../ingest/load-file.js';
import type { FolderServer } from '../../shared/clickhouse/folder.js';
import { setLogRetention } from '../../shared/clickhouse/migrate.js';
import { createEmbedder } from '../../shared/embedding/embedder.js';
import { PHASE_MS, type Stop } from '../../shared/lifecycle.js';
import { createDemoAccount, isDemoPending, loadDemo } from '../demo.js';
import { consumeKafka } from '../kafka-ingest.js';
import { openApi } from '../open-api.js';
import { openSpool } from '../open-spool.js';
import { openVectors } from '../open-vectors.js';
import { type Runtime, tell, withService } from '../runtime.js';
import { createIngestStores } from '../stores.js';
import { welcomeText } from '../welcome.js';

const SPOOL_BATCH_EVENTS = 256;
const DEMO_NOTICE_MS = 3_000;
/** Small runs: a query waits behind one of them at most. */
const SHARED_RUNS = { maxTokens: 512, maxTexts: 16 };

export function addServeCommands(program: Command): void {
  program
    .command('serve')
    .description('answer the API and load what appears in the spool folder')
    .option('--no-demo', 'leave an empty data folder empty')
    .action((options: { demo: boolean }) =>
      withService('serve', (runtime, stop) => serve(runtime, stop, options), {
        mustHold: true,
        onWait: tellHolder,
      }),
    );
}

function tellHolder(holder: FolderServer | null, dataDir: string): void {
  const who = holder ? `signals ${holder.command} (process ${holder.pid})` : 'another process';
  tell(`waiting for ${who} to finish with ${dataDir}`);
}

async function serve(runtime: Runtime, stop: Stop, options: { demo: boolean }): Promise<void> {
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
  const { app, stores, metrics } = await openApi(runtime, stop, {
    command: 'serve',
    embedder,
    vectors,
    isStarted: () => started.value,
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
  // A key is shown once: not before there is a port to use it at.
  const demoKey = options.demo ? await createDemoAccount(stores.accounts) : null;
  const accounts = await listAccounts(stores, { withDeleted: false });
  process.stdout.write(`${welcomeText(api.url, demoKey, accounts)}\n`);
  const demo =
    options.demo && (await isDemoPending(ingestStores.progress, demoKey !== null))
      ? runDemo(ingest, runtime, ingestStores.progress, signal)
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
        goesOn: () => !signal.aborted,
        onWait: (error, waitMs) =>
          logger.warn({ err: error, retry_ms: waitMs }, 'demo_waits_for_store'),
      },
      onProgress(part) {
        if (Date.now() - told < DEMO_NOTICE_MS) return;
        told = Date.now();
        tell(`demo data: ${part.read} events read, ${part.signals} signals stored`);
      },
    });
    if (!signal.aborted) tell(`demo data: done, ${sum.signals} signals stored`);
  } catch (error) {
    logger.error({ err: error }, 'demo_load_failed');
  }
}
