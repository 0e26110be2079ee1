/**
 * Implements `signals api`: serves the API alone, on service stores or on the ClickHouse of a
 * running service with the same data folder.
 */
import type { Command } from 'commander';
import { startApi } from '../../api/start-api.js';
import { setLogRetention } from '../../shared/platform/clickhouse/schema/migrate.js';
import { PHASE_MS, type Stop } from '../../shared/platform/process/lifecycle.js';
import { composeApi } from '../compose/compose-api.js';
import { addFolderMetrics } from '../compose/folder-metrics.js';
import { openParts } from '../compose/open-parts.js';
import { type Runtime, withService } from '../compose/with-runtime.js';

export function addApiCommand(program: Command): void {
  program
    .command('api')
    .description('serve the API, without ingest')
    .option(
      '--unsafe-local-credits',
      'run next to another API process without REDIS_URL; serves only unlimited accounts',
    )
    .action((options: { unsafeLocalCredits?: boolean }) =>
      withService('api', (runtime, stop) =>
        serveApi(runtime, stop, options.unsafeLocalCredits === true),
      ),
    );
}

async function serveApi(runtime: Runtime, stop: Stop, unsafeLocalCredits: boolean): Promise<void> {
  const { config, clickhouse } = runtime;
  await setLogRetention(clickhouse, config.logRetentionDays);
  const { app, metrics } = await composeApi(await openParts(runtime, stop), stop, {
    command: 'api',
    isStarted: () => true,
    // With shared counters nothing about the option is unsafe, so it is ignored.
    isUnlimitedOnly: unsafeLocalCredits && config.redisUrl === undefined,
  });
  addFolderMetrics(metrics.registry, config);
  const api = await startApi(app, config.http);
  stop.defer({ name: 'api', run: () => api.stop(PHASE_MS - 1_000) });
  process.stdout.write(`ready ${api.url}\n`);
}
