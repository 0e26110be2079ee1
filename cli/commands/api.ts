/**
 * `signals api`: the API alone, on service stores or on the ClickHouse of a running service with the
 * same data folder.
 */
import type { Command } from 'commander';
import { startApi } from '../../api/start-api.js';
import { setLogRetention } from '../../shared/platform/clickhouse/schema/migrate.js';
import { createEmbedder } from '../../shared/platform/embedding/embedder.js';
import { PHASE_MS, type Stop } from '../../shared/platform/process/lifecycle.js';
import { openApi } from '../compose/open-api.js';
import { openVectors } from '../compose/open-vectors.js';
import { type Runtime, withService } from '../compose/runtime.js';

export function addApiCommand(program: Command): void {
  program
    .command('api')
    .description('answer the API, without ingest')
    .option(
      '--unsafe-local-credits',
      'beside another API process, without REDIS_URL: serve unlimited accounts only',
    )
    .action((options: { unsafeLocalCredits?: boolean }) =>
      withService('api', (runtime, stop) =>
        serveApi(runtime, stop, options.unsafeLocalCredits === true),
      ),
    );
}

async function serveApi(runtime: Runtime, stop: Stop, unsafeLocalCredits: boolean): Promise<void> {
  const { config, logger } = runtime;
  // With shared counters nothing about it is unsafe.
  const unlimitedOnly = unsafeLocalCredits && config.redisUrl === undefined;
  await setLogRetention(runtime.clickhouse, config.logRetentionDays);
  const embedder = await createEmbedder({ model: config.embeddingModel, logger });
  stop.defer({ name: 'embedder', run: () => embedder.close() });
  const vectors = await openVectors(runtime, embedder);
  const { app } = await openApi(runtime, stop, {
    command: 'api',
    embedder,
    vectors,
    isStarted: () => true,
    unlimitedOnly,
  });
  const api = await startApi(app, config.http);
  stop.defer({ name: 'api', run: () => api.stop(PHASE_MS - 1_000) });
  process.stdout.write(`ready ${api.url}\n`);
}
