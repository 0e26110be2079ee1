/** `signals migrate`: brings the stores to the current schema. */
import type { Command } from 'commander';
import { setLogRetention } from '../../shared/platform/clickhouse/schema/migrate.js';
import { withRuntime } from '../compose/with-runtime.js';
import { show } from '../terminal/output.js';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the stores to the current schema; repeating it changes nothing')
    .option('--json', 'print one JSON document')
    .action(async (options: { json?: boolean }) => {
      await withRuntime('migrate', async ({ clickhouse, config, applied }) => {
        await setLogRetention(clickhouse, config.logRetentionDays);
        show(options.json === true, { applied }, () =>
          applied.length === 0 ? 'up to date' : `applied ${applied.join(', ')}`,
        );
      });
    });
}
