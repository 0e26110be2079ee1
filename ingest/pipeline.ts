/**
 * Takes batches from their lines to the stores. Start reading here; each step names its file:
 *
 * 1. decode, map, build: a line becomes an event with signals or a rejection
 * (`normalise/normalise-event.ts`)
 * 2. cut: events become a batch (`normalise/cut-batches.ts`)
 * 3. prepare: reads stored versions, makes vectors of new texts (`write/batch-writer.ts`)
 * 4. choose and take the turn: finds new events (`write/choose-versions.ts`); only one process at a
 * time continues from here (`write/turns.ts`)
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
  /** Its preparation, which has begun. */
  prepared: Promise<PreparedBatch>;
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
  let due: ReadyBatch | undefined;
  const batches = untilStopped(cutBatches(lines, normalise, options), options.signal);
  for await (const batch of readAhead(batches)) {
    // Not awaited, so that it is prepared while the batch before it is written.
    const prepared = writer.prepare(batch.events);
    // A failure is noticed when the batch is due.
    prepared.catch(() => undefined);
    if (due) yield await commitWithRetries(context, due, false);
    due = { ...batch, prepared };
    if (options.signal?.aborted) break;
  }
  if (due) yield await commitWithRetries(context, due, true);
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

/** Commits a batch. After a failure it is prepared again, from what is stored, as after a crash. */
async function commitWithRetries(
  { writer, retryPolicy, countLines }: CommitContext,
  batch: ReadyBatch,
  isLast: boolean,
): Promise<BatchReport> {
  const { tally, ignored, lastLine, rejected } = batch;
  let prepared: Promise<PreparedBatch> | undefined = batch.prepared;
  let decided: EventOutcome[] = [];
  const count = async (outcomes: readonly EventOutcome[]) => {
    decided = outcomes.map((outcome, index) => (ignored[index] ? 'ignored' : outcome));
    return (await countLines?.(batch, decided)) ?? null;
  };
  const written = await retryTransient(async () => {
    prepared ??= writer.prepare(batch.events);
    try {
      return await writer.commit(await prepared, count, !isLast);
    } catch (error) {
      prepared = undefined;
      throw error;
    }
  }, retryPolicy);
  // Repeated events are reported as duplicates, although the stored counts do not change.
  for (const outcome of decided) tally[outcome] += 1;
  addTally(tally, written);
  return { lastLine, tally, rejected, isLast };
}
