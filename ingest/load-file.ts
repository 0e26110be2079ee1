/**
 * Loads one file. If an earlier load of the same file was interrupted, it resumes after the last
 * checkpoint, unless it is told to read every line; if that load was complete, it reads every line.
 */
import { createHash, randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { isTransient } from '../shared/domain/concurrency/retry.js';
import { type RetryPolicy, retryTransient } from '../shared/domain/concurrency/retry-transient.js';
import type { Origin } from '../shared/domain/ports/ingest-outcomes.js';
import type { Ingest } from './create-ingest.js';
import { MAX_REJECTED_FILE_BYTES, openRejectedFile } from './outcomes/rejected-file.js';
import { addTally, emptyTally, type Tally } from './outcomes/tally.js';
import { type BatchReport, runPipeline } from './pipeline.js';
import {
  type FileSource,
  type Line,
  type OpenFile,
  openFileSource,
  STANDARD_INPUT,
} from './sources/file-source.js';
import { inFolder, setAside } from './sources/spool-folders.js';

export interface LoadOptions {
  /** Feed whose bare payloads the lines are; `undefined` if the lines are envelopes. */
  source: string | undefined;
  /** Path of the file of rejected lines, which is created with the first of them. */
  rejectedPath: string;
  /** Largest size in bytes of the file of rejected lines. */
  maxRejectedBytes?: number | undefined;
  /**
   * The file if it is in the spool folder, where others may write. So is the file of rejected lines
   * then: that of an earlier file of the same name is kept, and its folder must not be a link.
   */
  spoolFile?: OpenFile;
  /** The stream that is read for the path `-`. */
  standardInput?: Readable | undefined;
  batchEvents: number;
  /** True to read every line again, even if an earlier load of the file was interrupted. */
  again?: boolean;
  /** Called before a load resumes, with the number of lines that it does not read again. */
  onResume?: (lines: number) => void;
  onProgress?: (file: FileSource, tally: Tally) => void;
  signal?: AbortSignal;
  /** How to wait for an unavailable store or embedder. Without it the load ends instead. */
  retryPolicy?: RetryPolicy;
  /** Changes each line before it is decoded; the demo sets its dates with it. */
  rewriteLine?: (line: Buffer) => Buffer;
}

interface LoadResult {
  tally: Tally;
  /** False if `signal` ended the load before the end of the file. */
  ended: boolean;
}

/** Enough for a full batch of events that bring their vectors as lists of numbers. */
const BATCH_BYTES = 32_000_000;
/** Name of the number of the run, among the counts of a checkpoint. */
const RUN = 'run';

export async function loadFile(
  ingest: Ingest,
  path: string,
  options: LoadOptions,
): Promise<LoadResult> {
  const loaded = new AbortController();
  try {
    const file = openFileSource(path, {
      bare: options.source !== undefined,
      signal: AbortSignal.any([loaded.signal, ...(options.signal ? [options.signal] : [])]),
      standardInput: options.standardInput,
      opened: options.spoolFile,
    });
    return await loadSource(ingest, file, path, options);
  } finally {
    // End the reading: a stream that sends nothing would keep the process alive.
    loaded.abort();
  }
}

async function loadSource(
  ingest: Ingest,
  file: FileSource,
  path: string,
  options: LoadOptions,
): Promise<LoadResult> {
  const fileKey = keyOf(path, file, options);
  const { retryPolicy } = options;
  const earlier =
    fileKey === null
      ? null
      : await retryTransient(() => ingest.progress.progress(fileKey), retryPolicy);
  const resumed = earlier && !earlier.ended && !options.again ? earlier : null;
  const checkpoint = resumed?.tallies ?? {};
  const tally = emptyTally();
  addTally(tally, checkpoint);
  const { rejectedPath, maxRejectedBytes = MAX_REJECTED_FILE_BYTES } = options;
  const isShared = options.spoolFile !== undefined;
  const setAsideIn = (folder: string) => setAside(join(folder, basename(rejectedPath)));
  const hasSetAside = isShared && !resumed && inFolder(dirname(rejectedPath), setAsideIn);
  const rejected = openRejectedFile(rejectedPath, checkpoint, maxRejectedBytes, isShared);
  let lines = resumed?.lines ?? 0;
  let isSaved = true;
  if (lines > 0) options.onResume?.(lines);
  // A load that resumes continues its run; one that reads every line again starts the next one.
  const run = earlier ? (earlier.tallies[RUN] ?? 0) + (resumed ? 0 : 1) : 0;
  const origin = originOf(file, fileKey, run);
  const keep = (write: () => void): Promise<void> =>
    retryTransient(async () => write(), retryPolicy);
  const save = async (ended: boolean): Promise<void> => {
    if (fileKey === null) return;
    const tallies = { ...tally, ...rejected.state(), [RUN]: run };
    const progress = { fileKey, lines, tallies, ended };
    await retryTransient(() => ingest.progress.putProgress(progress), retryPolicy);
  };
  try {
    // With a checkpoint, a repeat of this load does not set its own lines aside.
    if (hasSetAside) await save(false);
    for await (const report of writeLines(ingest, file, options, origin, lines)) {
      await keep(() => rejected.append(report.rejected));
      addTally(tally, report.tally);
      lines = report.lastLine;
      // The checkpoint of the last batch is saved together with the end of the file.
      isSaved = !report.isLast;
      if (isSaved) await save(false);
      options.onProgress?.(file, tally);
    }
    const ended = !options.signal?.aborted;
    if (ended) await keep(() => rejected.end(file.name));
    if (ended || !isSaved) await save(ended);
    return { tally, ended };
  } catch (error) {
    // The load was stopped while it waited, so it ends as it does between two batches.
    if (!options.signal?.aborted || !isTransient(error)) throw error;
    return { tally, ended: false };
  }
}

/** Writes the lines after the first `skipLines`. Yields a report for each batch. */
function writeLines(
  ingest: Ingest,
  file: FileSource,
  options: LoadOptions,
  origin: Origin,
  skipLines: number,
): AsyncGenerator<BatchReport> {
  const { source, batchEvents, retryPolicy, signal } = options;
  return runPipeline(rewritten(file, options), ingest.normalise, ingest.writer, {
    batchEvents,
    batchBytes: BATCH_BYTES,
    context: { nowMs: Date.now(), source, fileTimeMs: file.modifiedMs },
    skipLines,
    retryPolicy,
    lineOrigin: {
      origin,
      positionOf: (line) => line,
      lagAfter: () => null,
      acceptedFrom: (line) => ingest.outcomes.acceptedFrom(origin, line),
    },
    signal,
  });
}

async function* rewritten(file: FileSource, options: LoadOptions): AsyncGenerator<Line> {
  for await (const line of file.lines()) yield options.rewriteLine?.(line) ?? line;
}

function originOf({ name }: FileSource, fileKey: string | null, run: number): Origin {
  if (fileKey === null) return { kind: 'stream', name, partition: null, run: randomUUID() };
  return { kind: 'file', name, partition: null, run: `${fileKey}/${run}` };
}

/** Returns the key of the file's progress; `null` for standard input, which cannot be reread. */
function keyOf(
  path: string,
  file: FileSource,
  { source, spoolFile }: Pick<LoadOptions, 'source' | 'spoolFile'>,
): string | null {
  if (path === STANDARD_INPUT) return null;
  // The name of an open file may be a link by now.
  const realPath = spoolFile ? join(realpathSync(dirname(path)), file.name) : realpathSync(path);
  const identity = [realPath, file.totalBytes, file.modifiedMs, source ?? ''];
  return createHash('sha256').update(identity.join('\n')).digest('hex');
}
