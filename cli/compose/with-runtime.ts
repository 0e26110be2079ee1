/** Opens the runtime of a command: configuration, a logger, ClickHouse with the current schema. */
import { existsSync } from 'node:fs';
import { withTimeout } from '../../shared/domain/concurrency/with-timeout.js';
import { AppError } from '../../shared/domain/errors.js';
import { openClickHouse } from '../../shared/platform/clickhouse/client/open-clickhouse.js';
import type {
  OpenClickHouse,
  OpenOptions,
} from '../../shared/platform/clickhouse/client/open-options.js';
import { findDamagedParts } from '../../shared/platform/clickhouse/schema/damaged-parts.js';
import { type Config, ConfigError, readConfig } from '../../shared/platform/process/config.js';
import { type Stop, untilStopped } from '../../shared/platform/process/lifecycle.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { printNotice } from '../terminal/output.js';
import { logDamage, requireAccounting } from './damaged-tables.js';
import { folderFault, makeFolder } from './folder-faults.js';
import { rootWarning, wrongOwnerText } from './folder-owner.js';
import { protectFolder } from './protect-folder.js';
import { upgradeSchema } from './upgrade-schema.js';

/** Time limit for closing ClickHouse: its gateway gives requests 10 s. */
export const CLOSE_MS = 11_000;
const FIRST_FILE = '001_create_signals.sql';
/** Commands that only read, with which an operator examines incomplete tables. */
const EXAMINING: ReadonlySet<string> = new Set(['sql', 'status', 'verify']);
/** Commands with which a new data folder begins. For any other, its name is probably wrong. */
const FIRST: ReadonlySet<string> = new Set(['serve', 'api', 'ingest', 'load', 'migrate']);

export type Runtime = Awaited<ReturnType<typeof createRuntime>>;

export function loadConfig(): Config {
  return readConfig(process.env, (warning) => process.stderr.write(`warning: ${warning}\n`));
}

/** Opens ClickHouse, brings its schema up to date, runs `work` and closes again. */
export async function withRuntime<T>(
  command: string,
  work: (runtime: Runtime) => Promise<T>,
): Promise<T> {
  const basics = readBasics();
  const connection = await connect(command, basics);
  try {
    return await work(await createRuntime(command, basics, connection));
  } finally {
    await withTimeout(CLOSE_MS, connection.close());
  }
}

/**
 * Opens the runtime for a process that runs, from the moment that `start` is done, until it
 * receives a stop signal; then closes it.
 */
export async function withService(
  command: string,
  start: (runtime: Runtime, stop: Stop) => Promise<void>,
  options: Omit<OpenOptions, 'command' | 'signal'> = {},
): Promise<void> {
  const basics = readBasics();
  await untilStopped(basics.logger, async (stop) => {
    const { signal } = stop;
    const connection = await connect(command, basics, { ...options, signal });
    stop.defer({ name: 'clickhouse', timeoutMs: CLOSE_MS, run: () => connection.close() });
    signal.throwIfAborted();
    const runtime = await createRuntime(command, basics, connection, signal);
    signal.throwIfAborted();
    await start(runtime, stop);
  });
}

type Basics = ReturnType<typeof readBasics>;

function readBasics() {
  const config = loadConfig();
  return { config, logger: createLogger(config.logLevel) };
}

async function connect(
  command: string,
  { config }: Basics,
  options: Omit<OpenOptions, 'command'> = {},
): Promise<OpenClickHouse> {
  // With a server, not every command needs the folder, which may be on a read-only file system.
  if (config.clickhouse.url === undefined) makeDataFolder(command, config.dataDir);
  const warning = config.clickhouse.url === undefined ? rootWarning(config.dataDir) : null;
  if (warning !== null) printNotice(warning);
  try {
    protectFolder(config.dataDir);
    return await openClickHouse(config.clickhouse, {
      onWait: (what) => printNotice(`Waiting for ${what}`),
      ...options,
      command,
    });
  } catch (error) {
    throw whoseFault(config, error);
  }
}

function makeDataFolder(command: string, dataDir: string): void {
  const isNew = !existsSync(dataDir);
  makeFolder('SIGNALS_DATA_DIR', dataDir);
  if (!isNew || FIRST.has(command)) return;
  printNotice(`warning: ${dataDir} did not exist, and is created empty. Check SIGNALS_DATA_DIR.`);
}

/** The engine does not say why it cannot open a folder; files of another user are one reason. */
function whoseFault({ clickhouse, dataDir }: Config, error: unknown): unknown {
  const mayBeOwner = clickhouse.url === undefined && !(error instanceof AppError);
  const text = mayBeOwner ? wrongOwnerText(dataDir) : null;
  if (text !== null) return new ConfigError([`SIGNALS_DATA_DIR: ${text}`]);
  return folderFault('SIGNALS_DATA_DIR', error);
}

async function createRuntime(
  command: string,
  basics: Basics,
  connection: OpenClickHouse,
  signal?: AbortSignal,
) {
  const { clickhouse } = connection;
  const { config, logger } = basics;
  /** Files of the schema that this process applied. */
  const appliedFiles = await upgradeSchema({ clickhouse, logger, command, signal });
  // A new database gets all files.
  if (appliedFiles.length > 0 && !appliedFiles.includes(FIRST_FILE)) {
    logger.info({ files: appliedFiles }, 'schema_upgraded');
  }
  /** Parts whose rows are missing from their tables. */
  const damagedParts = await findDamagedParts(clickhouse, config.clickhouse.database);
  if (!EXAMINING.has(command)) requireAccounting(damagedParts);
  logDamage(damagedParts, logger);
  return { ...basics, connection, clickhouse, appliedFiles, damagedParts };
}
