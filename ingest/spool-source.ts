/**
 * Loads files that appear in the spool folder as whole files, one after the other, then moves them
 * to `done/`. A file that takes long lets others go first. A file that was loaded in part when the
 * process died is still in the folder and is resumed.
 */
import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient, retry } from '../shared/domain/concurrency/retry.js';
import { AppError, isLackOfRoom, messageOf } from '../shared/domain/errors.js';
import type { Logger } from '../shared/domain/ports/logger.js';
import type { Ingest } from './create-ingest.js';
import { loadFile } from './load-file.js';
import { appendFileReason } from './outcomes/rejected-file.js';
import { CSV_NAME, type OpenFile } from './sources/file-source.js';
import {
  doneFolder,
  dropOldFiles,
  entriesIn,
  makeSpoolFolders,
  moveLoadedFile,
  openSpoolFile,
  rejectedFolder,
} from './sources/spool-folders.js';

interface SpoolOptions {
  folder: string;
  /** Days for which a loaded file is kept in `done/`. */
  retentionDays: number;
  batchEvents: number;
  signal: AbortSignal;
  /** Milliseconds for which a file is loaded while others wait. */
  sliceMs?: number;
  /** Largest size in bytes of the file of rejected lines of each file. */
  maxRejectedBytes?: number;
  /** Milliseconds between two searches for files to delete. */
  dropMs?: number;
}

/** Default of `sliceMs`: a file of ordinary size is loaded by then. */
const SLICE_MS = 30_000;
const POLL_MS = 1_000;
/** Default of `dropMs`: a search reads the time of every file that is kept. */
const DROP_MS = 600_000;
const WAITS = { firstMs: 1_000, lastMs: 30_000 };

/** Loads files until `signal` aborts; waits if a store or a folder is unavailable. */
export async function runSpoolSource(
  ingest: Ingest,
  options: SpoolOptions,
  logger: Logger,
): Promise<void> {
  const order = createSpoolOrder();
  const warnOfIgnored = createIgnoredWarning(logger);
  const dropOld = createDropping(options);
  const { signal } = options;
  while (!signal.aborted) {
    try {
      const hasFile = await retry(
        async () => {
          const isTaken = await takeNextFile(ingest, options, order, warnOfIgnored, logger);
          if (!isTaken) dropOld();
          return isTaken;
        },
        {
          ...WAITS,
          isTransient: () => true,
          mayContinue: () => !signal.aborted,
          onWait: (error, retryMs) =>
            logger.warn({ err: error, retry_ms: retryMs }, 'spool_waits_for_store'),
        },
      );
      if (!hasFile) await sleep(POLL_MS, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

/** Returns a function that deletes old files, but not again within `dropMs`. */
function createDropping({ folder, retentionDays, dropMs = DROP_MS }: SpoolOptions): () => void {
  let droppedMs = -Infinity;
  return () => {
    if (performance.now() - droppedMs < dropMs) return;
    dropOldFiles(folder, retentionDays);
    droppedMs = performance.now();
  };
}

/**
 * Loads the next file, until its end or that of its time slice; returns false if there is none.
 * Moves a loaded file to `done/`, one that cannot be read to `rejected/` with the reason beside it.
 * Rejects with an error that may pass, so that the file is tried again.
 */
async function takeNextFile(
  ingest: Ingest,
  options: SpoolOptions,
  order: SpoolOrder,
  warnOfIgnored: (names: readonly string[]) => void,
  logger: Logger,
): Promise<boolean> {
  makeSpoolFolders(options.folder);
  const { files, others } = entriesIn(options.folder);
  warnOfIgnored(others);
  const file = order.next(files);
  if (file === undefined) return false;
  const path = join(options.folder, file);
  const statsBefore = lstatSync(path, { bigint: true });
  const rejectedPath = join(rejectedFolder(options.folder), `${file}.ndjson`);
  let spoolFile: OpenFile | null = null;
  try {
    spoolFile = await openSpoolFile(path);
    if (spoolFile === null) {
      warnOfIgnored([...others, file]);
      return true;
    }
    logger.info({ file }, 'spool_file_started');
    const slice = startSlice(file, options);
    const { tally, ended } = await loadFile(ingest, path, {
      source: sourceOf(file, ingest.feedNames),
      rejectedPath,
      spoolFile,
      batchEvents: options.batchEvents,
      maxRejectedBytes: options.maxRejectedBytes,
      onProgress: slice.progressed,
      signal: AbortSignal.any([options.signal, slice.over]),
    });
    if (ended) {
      moveLoadedFile(path, statsBefore, doneFolder(options.folder));
      logger.info({ file, ...tally }, 'spool_file_loaded');
    } else if (existsSync(path)) {
      order.markInterrupted(file, othersThan(file, options.folder).length);
      logger.info({ file, ...tally }, 'spool_file_interrupted');
    } else {
      logger.warn({ file, ...tally }, 'spool_file_removed');
    }
  } catch (error) {
    if (isTransient(error) || isLackOfRoom(error)) throw error;
    const reason = messageOf(error);
    // The stack of an error in the file itself would say nothing.
    const details = error instanceof AppError ? { reason } : { err: error };
    logger.error({ file, ...details }, 'spool_file_unreadable');
    appendFileReason(rejectedPath, reason);
    moveLoadedFile(path, statsBefore, rejectedFolder(options.folder));
  } finally {
    await spoolFile?.handle.close();
  }
  return true;
}

/** Returns a function that warns of entries which are not files, of each once while it is there. */
function createIgnoredWarning(logger: Logger): (names: readonly string[]) => void {
  let known: readonly string[] = [];
  return (names) => {
    const added = names.filter((name) => !known.includes(name));
    known = names;
    if (added.length === 0) return;
    const reason =
      'Only files are loaded, not links, pipes and folders. Their names are UTF-8, at most 230 bytes.';
    const examples = added.slice(0, MAX_EXAMPLES);
    logger.warn({ entries: added.length, examples, reason }, 'spool_entries_ignored');
  };
}

/** The most names in one warning. */
const MAX_EXAMPLES = 10;

type SpoolOrder = ReturnType<typeof createSpoolOrder>;

/**
 * Decides which file is loaded next: files in the order of their names. A long file that was
 * interrupted continues after the files that were waiting then, however many more arrive.
 */
export function createSpoolOrder() {
  /** Interrupted files, each with the number of other files to load before it continues. */
  const filesBefore = new Map<string, number>();
  return {
    /** Returns the next of the given files, which are in order; `undefined` if there are none. */
    next(files: readonly string[]): string | undefined {
      for (const file of filesBefore.keys()) if (!files.includes(file)) filesBefore.delete(file);
      const due = [...filesBefore].find(([, others]) => others <= 0)?.[0];
      const chosen = due ?? files.find((file) => !filesBefore.has(file)) ?? files[0];
      if (chosen === undefined) return undefined;
      filesBefore.delete(chosen);
      for (const [file, others] of filesBefore) filesBefore.set(file, others - 1);
      return chosen;
    },
    /** Records that `file` was interrupted before its end while `others` files were waiting. */
    markInterrupted(file: string, others: number): void {
      filesBefore.set(file, others);
    },
  };
}

/**
 * Starts a time slice, which ends when its time is over and others wait, or when the file is gone. In
 * a large file it takes time to find where an earlier slice ended: new lines get at least as much
 * time.
 */
function startSlice(file: string, { folder, sliceMs = SLICE_MS }: SpoolOptions) {
  const controller = new AbortController();
  const started = performance.now();
  let endMs: number | undefined;
  return {
    over: controller.signal,
    progressed(): void {
      const now = performance.now();
      endMs ??= now + Math.max(sliceMs, now - started);
      const isOver = now > endMs && othersThan(file, folder).length > 0;
      if (isOver || !existsSync(join(folder, file))) controller.abort();
    },
  };
}

/** Returns the files that wait while `file` is loaded, which may be gone. */
function othersThan(file: string, folder: string): string[] {
  return entriesIn(folder).files.filter((name) => name !== file);
}

/**
 * Returns the feed of a CSV file, which has bare payloads; `undefined` for NDJSON, which has
 * envelopes. The name begins with the feed; of several feeds, the longest counts. Throws if there
 * is none.
 */
export function sourceOf(file: string, feedNames: readonly string[]): string | undefined {
  if (!CSV_NAME.test(file)) return undefined;
  const fitting = feedNames.filter(
    (name) => file.startsWith(name) && /[-_.]/.test(file.charAt(name.length)),
  );
  const longest = fitting.sort((a, b) => b.length - a.length)[0];
  if (longest !== undefined) return longest;
  const examples = 'funding-rounds.csv or funding-rounds-2026-05.csv';
  const text = `${file}: the name of a CSV file must begin with its feed, for example ${examples}. A feed that was added while the service runs is known after a restart.`;
  throw new AppError('invalid_request', text);
}
