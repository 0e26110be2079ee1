/** The command line: one file per command in `commands/`, put together here. */
import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './commands/accounts.js';
import { addApiCommand } from './commands/api.js';
import { addCreditCommands } from './commands/credits.js';
import { addFeedsCommands } from './commands/feeds.js';
import { addIngestCommand } from './commands/ingest.js';
import { addKeyCommands } from './commands/keys.js';
import { addLoadCommand } from './commands/load.js';
import { addMcpCommand } from './commands/mcp.js';
import { addMigrateCommand } from './commands/migrate.js';
import { addProduceCommand } from './commands/produce.js';
import { addReindexCommand } from './commands/reindex.js';
import { addServeCommands } from './commands/serve.js';
import { addSqlCommand } from './commands/sql.js';
import { addStatusCommand } from './commands/status.js';
import { addVerifyCommand } from './commands/verify.js';
import { reportFailure } from './terminal/output.js';

/** Sets `process.exitCode`: 0 done, 1 failed, 2 wrong usage. */
export async function run(args: readonly string[]): Promise<void> {
  const program = new Command('signals')
    .description('Signals service: load raw events, serve and inspect signals.')
    .exitOverride()
    .showHelpAfterError();
  addServeCommands(program);
  addApiCommand(program);
  addMcpCommand(program);
  addMigrateCommand(program);
  addLoadCommand(program);
  addProduceCommand(program);
  addIngestCommand(program);
  addFeedsCommands(program);
  addAccountCommands(program);
  addKeyCommands(program);
  addCreditCommands(program);
  addSqlCommand(program);
  addVerifyCommand(program);
  addReindexCommand(program);
  addStatusCommand(program);
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    process.exitCode =
      error instanceof CommanderError ? (error.exitCode === 0 ? 0 : 2) : reportFailure(error);
  }
}
