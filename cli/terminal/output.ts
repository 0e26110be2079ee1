/** Writes results of commands to standard output, notices and errors to standard error. */
import { ClickHouseError } from '@clickhouse/client';
import { AppError } from '../../shared/domain/errors.js';
import { ConfigError } from '../../shared/platform/process/config.js';

/** Wrong use of the command line; the exit code is 2. */
export class UsageError extends Error {}

/** Prints one JSON document on standard output, or the text for people. */
export function printResult(
  json: boolean | undefined,
  document: unknown,
  text: () => string,
  onWritten?: () => void,
): void {
  print(json ? `${JSON.stringify(document)}\n` : `${text()}\n`, onWritten);
}

/**
 * Writes text to a terminal as `printable` returns it, text and bytes to a pipe as they are. If the
 * output cannot be written, `bin/signals.cjs` ends the command, and `onWritten` is not called.
 */
export function print(output: string | Uint8Array, onWritten?: () => void): void {
  const { stdout } = process;
  const text = typeof output === 'string' && stdout.isTTY ? printable(output) : output;
  stdout.write(text, (error) => {
    if (!error) onWritten?.();
  });
}

/** Replaces control characters, which a terminal would obey; JSON leaves some of them, too. */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, ' ');
}

/**
 * Writes a notice for people, which may repeat stored text, to standard error, because standard
 * output belongs to the result.
 */
export function printNotice(message: string): void {
  const { stderr } = process;
  stderr.write(`${stderr.isTTY ? printable(message) : message}\n`);
}

/** Writes what went wrong to standard error, and returns the exit code of the failed command. */
export function reportFailure(error: unknown): number {
  if (error instanceof UsageError || error instanceof ConfigError) {
    printNotice(`error: ${error.message}`);
    return 2;
  }
  const isKnown = error instanceof AppError || error instanceof ClickHouseError;
  if (isKnown || (error instanceof Error && 'syscall' in error)) {
    printNotice(`error: ${error.message}`);
    return 1;
  }
  printNotice(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
}

/** Returns a number with its noun, for example `1 message` or `2 messages`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats rows as columns, aligned by blanks. */
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
