/**
 * One way through: lines → normalise → decide and embed → stores → progress. Batches are written in
 * order, one ahead is embedding; what is behind the last checkpoint is read again after a crash and
 * changes nothing. It may be cut in other places then: versions of an event that a process which died
 * may have written half stay apart, so that the newer one finds all that the older one left.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Patience, retryPassing } from '../shared/domain/concurrency/retry-passing.js';
import type { NormalisedEvent } from '../shared/domain/ports/event-records.js';
import type { NormaliseContext, NormaliseEvent } from './normalise/normalise-event.js';
import type { Outcome } from './outcomes/outcome.js';
import { type RejectedLine, rejectedEvent } from './outcomes/rejected.js';
import { addTally, emptyTally, type Tally } from './outcomes/tally.js';
import { versionOf, versionSlotOf } from './values/version-slot.js';
import type { BatchWriter, PreparedBatch } from './write/batch-writer.js';

export interface PipelineOptions {
  /** Events per batch, `MAX_BATCH_EVENTS` at most. */
  batchEvents: number;
  /** Sum of the batch's line lengths that closes it early. */
  batchBytes: number;
  context: NormaliseContext;
  /** Lines to pass over: they are in the stores already. */
  skipLines: number;
  signal?: AbortSignal;
  /** With a store or the embedder that is away; without it the run ends. */
  patience?: Patience | undefined;
}

export interface BatchReport {
  /** Lines from the start of the source up to the end of this batch. */
  lines: number;
  tally: Tally;
  rejected: RejectedLine[];
}

interface OpenBatch {
  lines: number;
  bytes: number;
  signals: number;
  events: NormalisedEvent[];
  /** Whether the event at the same index counts as ignored, whatever is stored. */
  ignored: boolean[];
  /** By place of an event, the version that is in the batch. */
  versions: Map<string, bigint>;
  tally: Tally;
  rejected: RejectedLine[];
}

type ReadyBatch = OpenBatch & { prepared: PreparedBatch };

/** No process writes more than this behind its last checkpoint. */
export const MAX_BATCH_EVENTS = 1_000;
/** A snapshot of a job board is an event with thousands of signals; one insert holds those of a batch. */
const MAX_BATCH_SIGNALS = 5_000;
/** Blank lines and others: after so many a stop is seen, whatever they are. */
const MAX_BATCH_LINES = 100_000;
/** The event loop is given a turn whenever normalising has held it this long. */
const MAX_HOLD_MS = 4;

/**
 * Yields one report per batch once everything in it is stored. Ends early, between batches, when
 * `signal` aborts.
 */
export async function* runPipeline(
  lines: AsyncIterable<Uint8Array>,
  normalise: NormaliseEvent,
  writer: BatchWriter,
  options: PipelineOptions,
): AsyncGenerator<BatchReport> {
  const { patience } = options;
  let ahead: ReadyBatch | null = null;
  try {
    for await (const batch of normalisedBatches(lines, normalise, options)) {
      const prepared = await retryPassing(() => writer.prepare(batch.events), patience);
      const due: ReadyBatch | null = ahead;
      ahead = { ...batch, prepared };
      if (due) yield await commitPatiently(writer, due, ahead, patience);
      if (options.signal?.aborted) break;
    }
    const last: ReadyBatch | null = ahead;
    ahead = null;
    if (last) yield await commitPatiently(writer, last, null, patience);
  } finally {
    if (ahead) writer.release(ahead.prepared);
  }
}

async function* normalisedBatches(
  lines: AsyncIterable<Uint8Array>,
  normalise: NormaliseEvent,
  options: PipelineOptions,
): AsyncGenerator<OpenBatch> {
  let number = 0;
  let taken = 0;
  let batch = emptyBatch(0);
  let start = options.skipLines;
  let heldSince = performance.now();
  for await (const line of lines) {
    number += 1;
    if (number <= options.skipLines) continue;
    if (isBlank(line)) {
      batch.lines = number;
      if (number - start < MAX_BATCH_LINES) continue;
      yield batch;
      batch = emptyBatch(number);
      start = number;
      continue;
    }
    const outcome = await normalise(line, options.context);
    const startedAt = taken - batch.tally.read;
    if (startedAt < MAX_BATCH_EVENTS && isAnotherVersion(batch, outcome)) {
      yield batch;
      batch = emptyBatch(number - 1);
      start = number - 1;
    }
    taken += 1;
    takeLine(batch, line, number, outcome);
    if (isFull(batch, options)) {
      yield batch;
      batch = emptyBatch(number);
      start = number;
    }
    if (performance.now() - heldSince > MAX_HOLD_MS) {
      await nextTurn();
      heldSince = performance.now();
    }
  }
  // Blank lines at the end are progress too.
  if (batch.lines > start) yield batch;
}

function isFull({ tally, bytes, signals }: OpenBatch, options: PipelineOptions): boolean {
  return (
    tally.read >= options.batchEvents || bytes >= options.batchBytes || signals >= MAX_BATCH_SIGNALS
  );
}

function isAnotherVersion(batch: OpenBatch, outcome: Outcome): boolean {
  if (outcome.kind === 'rejected') return false;
  const before = batch.versions.get(versionSlotOf(outcome.event));
  return before !== undefined && before !== versionOf(outcome.event);
}

function takeLine(batch: OpenBatch, line: Uint8Array, number: number, outcome: Outcome): void {
  batch.lines = number;
  batch.bytes += line.byteLength;
  batch.tally.read += 1;
  if (outcome.kind === 'rejected') {
    batch.tally.rejected += 1;
    batch.rejected.push({
      line: number,
      reason: outcome.reason,
      event: rejectedEvent(line, outcome.reason),
    });
    return;
  }
  batch.events.push(outcome.event);
  batch.signals += outcome.event.signals.length;
  batch.versions.set(versionSlotOf(outcome.event), versionOf(outcome.event));
  batch.ignored.push(outcome.kind === 'ignored');
}

/**
 * What `ahead` may write was decided on what `due` leaves behind. When `due` fails both are taken back, and
 * decided anew from what is stored, in their order, as after a crash.
 */
async function commitPatiently(
  writer: BatchWriter,
  due: ReadyBatch,
  ahead: ReadyBatch | null,
  patience: Patience | undefined,
): Promise<BatchReport> {
  let failed = false;
  const report = await retryPassing(async () => {
    if (failed) due.prepared = await writer.prepare(due.events);
    try {
      return await commitBatch(writer, due);
    } catch (error) {
      if (ahead && !failed) writer.release(ahead.prepared);
      failed = true;
      throw error;
    }
  }, patience);
  if (ahead && failed) {
    ahead.prepared = await retryPassing(() => writer.prepare(ahead.events), patience);
  }
  return report;
}

async function commitBatch(writer: BatchWriter, batch: ReadyBatch): Promise<BatchReport> {
  const written = await writer.commit(batch.prepared);
  batch.prepared.outcomes.forEach((outcome, index) => {
    if (batch.ignored[index]) batch.tally.ignored += 1;
    else batch.tally[outcome === 'accepted' ? 'accepted' : 'duplicates'] += 1;
  });
  addTally(batch.tally, written);
  return { lines: batch.lines, tally: batch.tally, rejected: batch.rejected };
}

function emptyBatch(lines: number): OpenBatch {
  return {
    lines,
    bytes: 0,
    signals: 0,
    events: [],
    ignored: [],
    versions: new Map(),
    tally: emptyTally(),
    rejected: [],
  };
}

export function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09);
}
