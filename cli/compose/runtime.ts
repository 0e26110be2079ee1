import { ClickHouseError } from '@clickhouse/client';
import { withTimeout } from '../../shared/domain/concurrency/with-timeout.js';
import { AppError } from '../../shared/domain/errors.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';
import type {
  OpenClickHouse,
  OpenOptions,
} from '../../shared/platform/clickhouse/client/clickhouse-connection.js';
import { openClickHouse } from '../../shared/platform/clickhouse/client/open-clickhouse.js';
import { type Config, ConfigError, readConfig } from '../../shared/platform/process/config.js';
import { type Stop, untilStopped } from '../../shared/platform/process/lifecycle.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { protectFolder } from './protect-folder.js';
import { upgradeSchema } from './upgrade-schema.js';

/** What closing ClickHouse may take: its gateway gives requests 10 s. */
export const CLOSE_MS = 11_000;

export interface Runtime {
  config: Config;
  logger: Logger;
  open: OpenClickHouse;
  clickhouse: ClickHouse;
  /** Files of the schema that this process applied. */
  applied: readonly string[];
}

/** Wrong use of the command line: exit code 2. */
export class UsageError extends Error {}

export function loadConfig(): Config {
  return readConfig(process.env, (warning) => process.stderr.write(`warning: ${warning}\n`));
}

/** Opens ClickHouse, brings its schema up to date, runs `work` and closes again. */
export async function withRuntime<T>(
  command: string,
  work: (runtime: Runtime) => Promise<T>,
  options: Omit<OpenOptions, 'command'> = {},
): Promise<T> {
  const basics = readBasics();
  const open = await openBy(command, basics, options);
  try {
    return await work(await runtimeOf(command, basics, open));
  } finally {
    await withTimeout(CLOSE_MS, open.close());
  }
}

/** The same for a process that runs until it is told to stop, from the moment that `start` is done. */
export async function withService(
  command: string,
  start: (runtime: Runtime, stop: Stop) => Promise<void>,
  options: Omit<OpenOptions, 'command' | 'signal'> = {},
): Promise<void> {
  const basics = readBasics();
  await untilStopped(basics.logger, async (stop) => {
    const { signal } = stop;
    const open = await openBy(command, basics, { ...options, signal });
    stop.defer({ name: 'clickhouse', timeoutMs: CLOSE_MS, run: () => open.close() });
    signal.throwIfAborted();
    const runtime = await runtimeOf(command, basics, open, signal);
    signal.throwIfAborted();
    await start(runtime, stop);
  });
}

type Basics = Pick<Runtime, 'config' | 'logger'>;

function readBasics(): Basics {
  const config = loadConfig();
  return { config, logger: createLogger(config.logLevel) };
}

function openBy(
  command: string,
  { config }: Basics,
  options: Omit<OpenOptions, 'command'>,
): Promise<OpenClickHouse> {
  protectFolder(config.dataDir);
  return openClickHouse(config.clickhouse, {
    onUnreachable: (reason) => tell(`waiting for ClickHouse: ${reason}`),
    ...options,
    command,
  });
}

async function runtimeOf(
  command: string,
  basics: Basics,
  open: OpenClickHouse,
  signal?: AbortSignal,
): Promise<Runtime> {
  const { clickhouse } = open;
  const applied = await upgradeSchema({
    clickhouse,
    logger: basics.logger,
    command,
    ...(signal ? { signal } : {}),
  });
  return { ...basics, open, clickhouse, applied };
}

/** One JSON document on standard output, or the text for people. */
export function show(json: boolean, document: unknown, text: () => string): void {
  process.stdout.write(json ? `${JSON.stringify(document)}\n` : `${text()}\n`);
}

/** Notices for people; standard output belongs to the result. */
export function tell(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** Exit code of a failed command; what went wrong goes to standard error. */
export function reportFailure(error: unknown): number {
  if (error instanceof UsageError || error instanceof ConfigError) {
    tell(`error: ${error.message}`);
    return 2;
  }
  if (error instanceof AppError || error instanceof ClickHouseError || isSystemError(error)) {
    tell(`error: ${error.message}`);
    return 1;
  }
  tell(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** Columns aligned by blanks. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
