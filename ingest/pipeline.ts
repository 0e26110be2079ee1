/**
 * Takes batches from their lines to the stores. Start reading here; each step names its file:
 *
 * 1. decode, map, build: a line becomes an event with signals or a rejection
 * (`normalise/normalise-event.ts`)
 * 2. cut: events become a batch (`normalise/cut-batches.ts`)
 * 3. choose and embed: finds new events (`write/choose-versions.ts`), makes vectors of their texts
 * (`write/batch-writer.ts`)
 * 4. take the turn: only one process at a time continues from here (`write/turns.ts`)
 * 5. read and decide: reads stored data, decides all changes as one value
 * (`write/decide-and-apply.ts`)
 * 6. apply: the only step that writes (`write/apply-changes.ts`)
 * 7. acknowledge: the source records its progress (`load-file.ts`, `kafka-source.ts`)
 *
 * Batches are written in order. While one is written, the next is prepared and the one after it is
 * cut. What follows the last acknowledged batch is read again after a crash, and changes nothing.
 */
import { readAhead } from '../shared/domain/concurrency/read-ahead.js';
import { type RetryPolicy, retryTransient } from '../shared/domain/concurrency/retry-transient.js';
import { isAbort } from '../shared/domain/errors.js';
import { type CutBatch, type CutOptions, cutBatches } from './normalise/cut-batches.js';
import type { NormaliseEvent } from './normalise/normalise-event.js';
import {
  type CountLines,
  createCountLines,
  type EventOutcome,
  type LineOrigin,
} from './outcomes/batch-outcomes.js';
import type { RejectedLine } from './outcomes/rejected-file.js';
import { addTally, type Tally } from './outcomes/tally.js';
import type { BatchWriter, PreparedBatch } from './write/batch-writer.js';

interface PipelineOptions extends CutOptions {
  /** Ends the run between two batches when it aborts. */
  signal?: AbortSignal | undefined;
  /** How to wait for an unavailable store or embedder. Without it the run ends instead. */
  retryPolicy?: RetryPolicy | undefined;
  /** Where the lines come from, for their stored outcomes. Without it no outcomes are stored. */
  lineOrigin?: LineOrigin;
}

export interface BatchReport {
  /** Number of the batch's last line, from the start of the source. */
  lastLine: number;
  tally: Tally;
  rejected: RejectedLine[];
  /** True if no batch follows: the source has ended, or the run was stopped. */
  isLast: boolean;
}

interface ReadyBatch extends CutBatch {
  /** The preparation that has begun; `null` if the batch has to be prepared (again). */
  prepared: Promise<PreparedBatch> | null;
}

interface CommitContext {
  writer: BatchWriter;
  retryPolicy: RetryPolicy | undefined;
  countLines: CountLines | undefined;
}

/**
 * Yields one report per batch, once everything in it is stored. Ends early, between two batches,
 * when `signal` aborts.
 */
export async function* runPipeline(
  lines: AsyncIterable<Uint8Array>,
  normalise: NormaliseEvent,
  writer: BatchWriter,
  options: PipelineOptions,
): AsyncGenerator<BatchReport> {
  const { retryPolicy, lineOrigin } = options;
  const countLines = lineOrigin && createCountLines(lineOrigin, options.skipLines + 1);
  const context = { writer, retryPolicy, countLines };
  let ahead: ReadyBatch | null = null;
  try {
    const batches = untilStopped(cutBatches(lines, normalise, options), options.signal);
    for await (const batch of readAhead(batches)) {
      const due: ReadyBatch | null = ahead;
      // Finish this preparation first, because batches must be prepared in order.
      if (due) await retryTransient(() => prepare(writer, due), retryPolicy);
      ahead = { ...batch, prepared: null };
      // Not awaited, so that it is prepared while the batch before it is written.
      prepare(writer, ahead).catch(() => undefined);
      if (due) yield await commitWithRetries(context, due, ahead);
      if (options.signal?.aborted) break;
    }
    const last: ReadyBatch | null = ahead;
    ahead = null;
    if (last) yield await commitWithRetries(context, last, null);
  } finally {
    if (ahead) await takeBack(writer, ahead);
  }
}

/**
 * Yields the items; ends without an error if `signal` stopped the source, so that the rest is
 * written.
 */
async function* untilStopped<T>(items: AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    if (!isAbort(error) || !signal?.aborted) throw error;
  }
}

/**
 * Commits `due`, with retries. `ahead` is prepared for the state after `due`. If `due` fails, both
 * are discarded and prepared again, in order, from what is stored, as after a crash.
 */
async function commitWithRetries(
  context: CommitContext,
  due: ReadyBatch,
  ahead: ReadyBatch | null,
): Promise<BatchReport> {
  const { writer, retryPolicy } = context;
  const report = await retryTransient(async () => {
    try {
      return await countAndCommit(context, due, await prepare(writer, due));
    } catch (error) {
      // Whatever failed, take both back: the next attempt would count their events as duplicates.
      await takeBack(writer, due);
      if (ahead) await takeBack(writer, ahead);
      throw error;
    }
  }, retryPolicy);
  return { ...report, isLast: ahead === null };
}

/** Prepares the batch once; again only if that failed or was taken back. */
async function prepare(writer: BatchWriter, batch: ReadyBatch): Promise<PreparedBatch> {
  batch.prepared ??= writer.prepare(batch.events);
  try {
    return await batch.prepared;
  } catch (error) {
    batch.prepared = null;
    throw error;
  }
}

async function takeBack(writer: BatchWriter, batch: ReadyBatch): Promise<void> {
  const { prepared } = batch;
  batch.prepared = null;
  await prepared?.then(writer.release, () => undefined);
}

async function countAndCommit(
  { writer, countLines }: CommitContext,
  batch: CutBatch,
  prepared: PreparedBatch,
): Promise<Omit<BatchReport, 'isLast'>> {
  const decided = prepared.outcomes.map(
    (outcome, index): EventOutcome => (batch.ignored[index] ? 'ignored' : outcome),
  );
  const counted = (await countLines?.(batch, decided)) ?? null;
  const written = await writer.commit(prepared, counted);
  // Repeated events are reported as duplicates, although the stored counts do not change.
  for (const outcome of decided) batch.tally[outcome] += 1;
  addTally(batch.tally, written);
  return { lastLine: batch.lastLine, tally: batch.tally, rejected: batch.rejected };
}
