/**
 * The command line: one file per command in `commands/`. Only the requested command is loaded,
 * because the whole service takes seven times as long to load as a small command.
 */
import { Command, CommanderError } from 'commander';
import { packageVersion } from '../shared/domain/package-root.js';
import { reportFailure } from './terminal/output.js';

type AddCommand = (program: Command) => void;

const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  serve: async () => (await import('./commands/serve.js')).addServeCommands,
  api: async () => (await import('./commands/api.js')).addApiCommand,
  mcp: async () => (await import('./commands/mcp.js')).addMcpCommand,
  migrate: async () => (await import('./commands/migrate.js')).addMigrateCommand,
  load: async () => (await import('./commands/load.js')).addLoadCommand,
  produce: async () => (await import('./commands/produce.js')).addProduceCommand,
  ingest: async () => (await import('./commands/ingest.js')).addIngestCommand,
  feeds: async () => (await import('./commands/feeds.js')).addFeedsCommands,
  accounts: async () => (await import('./commands/accounts.js')).addAccountCommands,
  keys: async () => (await import('./commands/keys.js')).addKeyCommands,
  credits: async () => (await import('./commands/credits.js')).addCreditCommands,
  sql: async () => (await import('./commands/sql.js')).addSqlCommand,
  verify: async () => (await import('./commands/verify.js')).addVerifyCommand,
  reindex: async () => (await import('./commands/reindex.js')).addReindexCommand,
  doctor: async () => (await import('./commands/doctor.js')).addDoctorCommand,
  status: async () => (await import('./commands/status.js')).addStatusCommand,
  completion: async () => {
    const { addCompletionCommand } = await import('./commands/completion.js');
    return (program) => addCompletionCommand(program, () => createProgram(Object.values(COMMANDS)));
  },
};

/**
 * Returns a function that runs the command that `given` names. It sets `process.exitCode`: 0 done, 1
 * failed, 2 wrong usage.
 */
export async function loadCommand(given: readonly string[]): Promise<() => Promise<void>> {
  // The library's own `help` would show only the first command of a path.
  const [first, ...path] = given;
  const [command = ''] = path;
  const isUnknown = /^[^-]/.test(command) && !Object.hasOwn(COMMANDS, command);
  const args = first !== 'help' ? given : isUnknown ? [command] : [...path, '--help'];
  const program = await createProgram(commandsFor(args[0]));
  return async () => {
    try {
      await program.parseAsync([...args], { from: 'user' });
    } catch (error) {
      process.exitCode =
        error instanceof CommanderError ? (error.exitCode === 0 ? 0 : 2) : reportFailure(error);
    }
  };
}

async function createProgram(commands: readonly (() => Promise<AddCommand>)[]): Promise<Command> {
  const program = new Command('signals')
    .description('Signals service: load raw events, serve and inspect signals.')
    .version(packageVersion())
    .exitOverride()
    .showHelpAfterError();
  for (const load of commands) (await load())(program);
  return program;
}

/**
 * Returns the command of that name, and none for the version; all of them for help, or if the
 * command does not exist.
 */
function commandsFor(name = ''): (() => Promise<AddCommand>)[] {
  if (name === '--version' || name === '-V') return [];
  const named = Object.entries(COMMANDS).find(([each]) => each === name);
  return named ? [named[1]] : Object.values(COMMANDS);
}
