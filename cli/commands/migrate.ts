/** `signals migrate`: brings the stores to the current schema. */
import type { Command } from 'commander';
import { setLogRetention } from '../../shared/clickhouse/migrate.js';
import { openClickHouse } from '../../shared/clickhouse/open-clickhouse.js';
import { createLogger } from '../../shared/logger.js';
import { loadConfig, migrationsFolder, show, tellUnreachable } from '../runtime.js';
import { upgradeSchema } from '../upgrade-schema.js';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the stores to the current schema; repeating it changes nothing')
    .option('--json', 'print one JSON document')
    .action(async (options: { json?: boolean }) => {
      const config = loadConfig();
      const open = await openClickHouse(config.clickhouse, {
        command: 'migrate',
        onUnreachable: tellUnreachable,
      });
      try {
        const applied = await upgradeSchema({
          clickhouse: open.clickhouse,
          logger: createLogger(config.logLevel),
          folder: migrationsFolder(),
          command: 'migrate',
        });
        await setLogRetention(open.clickhouse, config.logRetentionDays);
        show(options.json === true, { applied }, () =>
          applied.length === 0 ? 'up to date' : `applied ${applied.join(', ')}`,
        );
      } finally {
        await open.close();
      }
    });
}
