/** Implements `signals load`: loads files or standard input. */
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { Ingest } from '../../ingest/create-ingest.js';
import { type LoadOptions, loadFile } from '../../ingest/load-file.js';
import { MAX_BATCH_EVENTS } from '../../ingest/normalise/cut-batches.js';
import { addTally, emptyTally, TALLY_NAMES, type Tally } from '../../ingest/outcomes/tally.js';
import { openFileSource, STANDARD_INPUT } from '../../ingest/sources/file-source.js';
import { dropSetAside, setAside } from '../../ingest/sources/spool-folders.js';
import { isTransient } from '../../shared/domain/concurrency/retry.js';
import { AppError } from '../../shared/domain/errors.js';
import type { StopPhase } from '../../shared/platform/process/lifecycle.js';
import { onStopSignals } from '../../shared/platform/process/stop-signals.js';
import { composeIngest } from '../compose/compose-ingest.js';
import { openParts } from '../compose/open-parts.js';
import { readFeeds } from '../compose/read-feeds.js';
import { type Runtime, withRuntime } from '../compose/with-runtime.js';
import { printNotice, printResult, table } from '../terminal/output.js';
import { requireKnownSource, requireSourceForCsv } from '../terminal/require-source.js';
import { startProgress } from '../terminal/start-progress.js';
import { takeStandardInput } from '../terminal/take-standard-input.js';

/** How long a load waits for a store or the embedder before it ends. */
const MAX_WAIT_MS = 300_000;
/** Paths of standard input. By the time that files are read, the engine has emptied it. */
const INPUT_PATHS: ReadonlySet<string> = new Set(['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

interface CommandOptions {
  source?: string;
  again?: boolean;
  json?: boolean;
}

interface FileReport extends Tally {
  rejected_file: string | null;
}

export function addLoadCommand(program: Command): void {
  program
    .command('load')
    .description(
      'load NDJSON or CSV files, plain or .gz; an interrupted load resumes where it stopped',
    )
    .argument('<file...>', 'files to load, or - for standard input')
    .option('--source <source>', 'lines are bare payloads of this feed')
    .option('--again', 'read every line, also of a file whose load was interrupted')
    .option('--json', 'print the result as one JSON document')
    .action(async (paths: string[], options: CommandOptions) => {
      const files = paths.map((path) => (INPUT_PATHS.has(path) ? STANDARD_INPUT : path));
      requireSourceForCsv(files, options.source);
      const standardInput = files.includes(STANDARD_INPUT) ? takeStandardInput() : undefined;
      try {
        await withRuntime('load', (runtime) => loadFiles(runtime, files, options, standardInput));
      } finally {
        // If it was not read to its end, its reader would keep this process alive.
        standardInput?.destroy();
      }
    });
}

async function loadFiles(
  runtime: Runtime,
  files: readonly string[],
  { source, again = false, json }: CommandOptions,
  standardInput: Readable | undefined,
): Promise<void> {
  const { config } = runtime;
  requireKnownSource(source, () => readFeeds(config));
  // Check that every file exists before any of them is loaded.
  for (const file of files) openFileSource(file);
  const stop = stopOnSignal();
  const opened: StopPhase[] = [];
  try {
    const defer = (phase: StopPhase) => opened.unshift(phase);
    const { ingest } = await composeIngest(await openParts(runtime, { defer }));
    const reports: FileReport[] = [];
    for (const file of files) {
      if (stop.signal.aborted) break;
      const rejectedPath = join(config.dataDir, 'rejected', rejectedNameOf(file));
      // The input may be made of the file of the load before, which must not be lost.
      if (file === STANDARD_INPUT && setAside(rejectedPath)) {
        dropSetAside(dirname(rejectedPath), config.spoolRetentionDays);
      }
      const report = await loadWithBar(ingest, file, {
        source,
        again,
        rejectedPath,
        standardInput,
        signal: stop.signal,
        retryPolicy: {
          maxWaitMs: MAX_WAIT_MS,
          mayContinue: () => !stop.signal.aborted,
          onWait: (error, waitMs) =>
            printNotice(`Waiting: ${error.message}. Retrying in ${Math.round(waitMs / 1_000)} s.`),
        },
      });
      reports.push(report);
    }
    showReports(json, files, reports, stop.signal.aborted);
  } finally {
    stop.release();
    for (const { run } of opened) await run();
  }
}

async function loadWithBar(
  ingest: Ingest,
  path: string,
  options: Omit<LoadOptions, 'batchEvents' | 'onProgress'>,
): Promise<FileReport> {
  let bar: ReturnType<typeof startProgress> | undefined;
  try {
    const { tally } = await loadFile(ingest, path, {
      ...options,
      batchEvents: MAX_BATCH_EVENTS,
      onResume: (lines) =>
        printNotice(
          `${path}: resuming after line ${lines}. To read every line, for example after a change of a feed definition, run the command with --again.`,
        ),
      onProgress(file, sum) {
        bar ??= startProgress(file.name, file.totalBytes);
        bar.update(file.bytesRead(), sum.read);
      },
    });
    return { ...tally, rejected_file: tally.rejected > 0 ? options.rejectedPath : null };
  } catch (error) {
    throw isTransient(error) ? gaveUpError(error, path) : error;
  } finally {
    bar?.stop();
  }
}

function gaveUpError(error: AppError, path: string): AppError {
  const resume =
    path === STANDARD_INPUT
      ? 'send the same lines again. Lines that are already stored change nothing.'
      : 'run the same command again. It continues after the last stored batch.';
  const minutes = MAX_WAIT_MS / 60_000;
  const message = `${error.message}. Gave up after ${minutes} minutes of waiting. To resume, ${resume}`;
  return new AppError('unavailable', message, { cause: error });
}

function showReports(
  json: boolean | undefined,
  files: readonly string[],
  reports: readonly FileReport[],
  isInterrupted: boolean,
): void {
  const total = emptyTally();
  for (const report of reports) addTally(total, report);
  const rejectedFiles = reports.flatMap((report) => report.rejected_file ?? []);
  const byFile = reports.map((report, index) => ({ file: files[index], ...report }));
  const document = { ...total, rejected_file: rejectedFiles[0] ?? null, files: byFile };
  printResult(json, document, () =>
    table([
      ['file', ...TALLY_NAMES],
      ...byFile.map((each) => [nameOf(each.file ?? ''), ...countsOf(each)]),
      ['total', ...countsOf(total)],
    ]),
  );
  for (const path of rejectedFiles) printNotice(`Rejected lines: ${path}`);
  if (!isInterrupted) return;
  printNotice('Interrupted. Run the same command again to resume.');
  process.exitCode = 1;
}

function countsOf(tally: Tally): string[] {
  return TALLY_NAMES.map((name) => String(tally[name]));
}

/** Returns the same name if the load resumes, another for a file of that name in another folder. */
function rejectedNameOf(path: string): string {
  if (path === STANDARD_INPUT) return `${nameOf(path)}.ndjson`;
  const hash = createHash('sha256').update(realpathSync(path)).digest('hex');
  return `${nameOf(path)}-${hash.slice(0, 8)}.ndjson`;
}

function nameOf(path: string): string {
  return path === STANDARD_INPUT
    ? 'stdin'
    : basename(path)
        .replace(/\.gz$/i, '')
        .replace(/\.ndjson$/i, '');
}

/** The first signal ends the load after the running batch, the second one at once. */
function stopOnSignal(): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const release = onStopSignals({
    onFirst() {
      printNotice('Stopping after this batch. Interrupt again to stop immediately.');
      controller.abort();
    },
    onLater: () => process.exit(1),
  });
  return { signal: controller.signal, release };
}
