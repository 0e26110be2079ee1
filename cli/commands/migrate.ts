/** Implements `signals migrate`: brings the stores to the current schema. */
import type { Command } from 'commander';
import { setLogRetention } from '../../shared/platform/clickhouse/schema/migrate.js';
import { withRuntime } from '../compose/with-runtime.js';
import { printResult } from '../terminal/output.js';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('update the stores to the current schema; running it again changes nothing')
    .option('--json', 'print the result as one JSON document')
    .action(async (options: { json?: boolean }) => {
      await withRuntime('migrate', async ({ clickhouse, config, appliedFiles: applied }) => {
        await setLogRetention(clickhouse, config.logRetentionDays);
        printResult(options.json, { applied }, () =>
          applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`,
        );
      });
    });
}
