/**
 * What every command needs: configuration, logger, ClickHouse by itself or by the running service,
 * the stores on it, and how results and failures are shown.
 */
import { join } from 'node:path';
import { ClickHouseError } from '@clickhouse/client';
import type { ClickHouse } from '../shared/clickhouse/clickhouse.js';
import {
  type OpenClickHouse,
  type OpenOptions,
  openClickHouse,
} from '../shared/clickhouse/open-clickhouse.js';
import { type Config, ConfigError, readConfig } from '../shared/config.js';
import { AppError } from '../shared/errors.js';
import { type Stop, untilStopped } from '../shared/lifecycle.js';
import { createLogger, type Logger } from '../shared/logger.js';
import { packageRoot } from '../shared/package-root.js';
import { within } from '../shared/within.js';
import { upgradeSchema } from './upgrade-schema.js';

/** What closing ClickHouse may take: its front gives requests 10 s. */
export const CLOSE_MS = 11_000;

export interface Runtime {
  config: Config;
  logger: Logger;
  open: OpenClickHouse;
  clickhouse: ClickHouse;
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
  const { config, logger } = readBasics();
  const open = await openClickHouse(config.clickhouse, {
    onUnreachable: tellUnreachable,
    ...options,
    command,
  });
  try {
    await upgradeSchema({
      clickhouse: open.clickhouse,
      logger,
      folder: migrationsFolder(),
      command,
    });
    return await work({ config, logger, open, clickhouse: open.clickhouse });
  } finally {
    await within(CLOSE_MS, open.close());
  }
}

/** The same for a process that runs until it is told to stop, from the moment that `start` is done. */
export async function withService(
  command: string,
  start: (runtime: Runtime, stop: Stop) => Promise<void>,
  options: Omit<OpenOptions, 'command' | 'signal'> = {},
): Promise<void> {
  const { config, logger } = readBasics();
  await untilStopped(logger, async (stop) => {
    const open = await openClickHouse(config.clickhouse, {
      onUnreachable: tellUnreachable,
      ...options,
      command,
      signal: stop.signal,
    });
    stop.defer({ name: 'clickhouse', timeoutMs: CLOSE_MS, run: () => open.close() });
    stop.signal.throwIfAborted();
    await upgradeSchema({
      clickhouse: open.clickhouse,
      logger,
      folder: migrationsFolder(),
      command,
      signal: stop.signal,
    });
    stop.signal.throwIfAborted();
    await start({ config, logger, open, clickhouse: open.clickhouse }, stop);
  });
}

function readBasics(): Pick<Runtime, 'config' | 'logger'> {
  const config = loadConfig();
  return { config, logger: createLogger(config.logLevel) };
}

export function migrationsFolder(): string {
  return join(packageRoot(), 'deploy/clickhouse');
}

/** One JSON document on standard output, or the text for people. */
export function show(json: boolean, document: unknown, text: () => string): void {
  process.stdout.write(json ? `${JSON.stringify(document)}\n` : `${text()}\n`);
}

/** Notices for people; standard output belongs to the result. */
export function tell(message: string): void {
  process.stderr.write(`${message}\n`);
}

export function tellUnreachable(reason: string): void {
  tell(`waiting for ClickHouse: ${reason}`);
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
