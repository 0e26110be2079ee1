/** Implements `signals migrate`: brings the stores to the current schema. */
import type { Command } from 'commander';
import { setLogRetention } from '../../shared/platform/clickhouse/schema/migrate.js';
import { withRuntime } from '../compose/with-runtime.js';
import { show } from '../terminal/output.js';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('update the stores to the current schema; running it again changes nothing')
    .option('--json', 'print the result as one JSON document')
    .action(async (options: { json?: boolean }) => {
      await withRuntime('migrate', async ({ clickhouse, config, applied }) => {
        await setLogRetention(clickhouse, config.logRetentionDays);
        show(options.json === true, { applied }, () =>
          applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`,
        );
      });
    });
}
