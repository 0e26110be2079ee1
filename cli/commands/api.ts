/**
 * `signals api`: the API alone, on service stores or on the ClickHouse of a running service with the
 * same data folder.
 */
import type { Command } from 'commander';
import { startApi } from '../../api/start-api.js';
import { setLogRetention } from '../../shared/clickhouse/migrate.js';
import { createEmbedder } from '../../shared/embedding/embedder.js';
import type { Stop } from '../../shared/lifecycle.js';
import { holdCredits } from '../hold-credits.js';
import { openApi } from '../open-api.js';
import { openVectors } from '../open-vectors.js';
import { type Runtime, withService } from '../runtime.js';

const STOP_MS = 8_000;

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
  const lease = unlimitedOnly ? null : await holdCredits(runtime, 'api');
  stop.defer({ name: 'lease', timeoutMs: STOP_MS, run: async () => lease?.release() });
  await setLogRetention(runtime.clickhouse, config.logRetentionDays);
  const embedder = await createEmbedder({ model: config.embeddingModel, logger });
  stop.defer({ name: 'embedder', timeoutMs: STOP_MS, run: () => embedder.close() });
  const vectors = await openVectors(runtime, embedder);
  const { app, close } = await openApi(runtime, {
    command: 'api',
    embedder,
    vectors,
    isStarted: () => true,
    unlimitedOnly,
  });
  stop.defer({ name: 'usage', timeoutMs: STOP_MS, run: close });
  const api = await startApi(app, config.http);
  stop.defer({ name: 'api', timeoutMs: STOP_MS, run: () => api.stop(STOP_MS - 1_000) });
  lease?.onLost((holder) => {
    logger.error({ holder: `${holder.command} on ${holder.host}` }, 'credits_lease_lost');
    process.exitCode = 1;
    stop.stop();
  });
  process.stdout.write(`ready ${api.url}\n`);
}
