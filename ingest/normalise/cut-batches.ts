/**
 * Cuts lines into batches of normalised events. After a crash the batches may be cut at other
 * lines. Versions of one event that a process may have written in part before it died are kept in
 * separate batches, so that the newer one finds everything that the older one left.
 */
import { yieldSlice } from '../../shared/domain/concurrency/in-slices.js';
import { type BatchLines, storedLine } from '../outcomes/batch-outcomes.js';
import type { Outcome } from '../outcomes/outcome.js';
import { rejectedEvent } from '../outcomes/rejected-file.js';
import { emptyTally, type Tally } from '../outcomes/tally.js';
import { versionSlotOf } from '../values/event-versions.js';
import type { DecodeContext } from './decode-envelope.js';
import type { NormaliseEvent } from './normalise-event.js';

export interface CutOptions {
  /** Events per batch; an event with its own vector counts as `SHARE_WITH_VECTOR`. */
  batchEvents: number;
  /** Number of bytes in its lines at which a batch is closed early. */
  batchBytes: number;
  context: DecodeContext;
  /** Number of lines to skip, because they are in the stores already. */
  skipLines: number;
}

export interface CutBatch extends BatchLines {
  bytes: number;
  /** Number of lines, weighted as `batchEvents` counts them. */
  weight: number;
  signals: number;
  /** True if the event at the same index counts as ignored, whatever is stored. */
  ignored: boolean[];
  /** Versions that are in the batch, keyed by the version slot of their event. */
  versions: Map<string, bigint>;
  tally: Tally;
}

/** Usual number of events per batch. Events with their own vectors count a quarter. */
export const MAX_BATCH_EVENTS = 1_000;

/**
 * How much an event with its own vector counts. Nothing has to be embedded for it, so a batch is
 * written as soon as it is read, and larger batches take a third less time per event.
 */
const SHARE_WITH_VECTOR = 0.25;
/** Largest number of events that a process writes after its last checkpoint. */
export const MAX_EVENTS_BEHIND = MAX_BATCH_EVENTS / SHARE_WITH_VECTOR;
/** One insert holds the signals of a batch, and a snapshot of a job board has thousands of them. */
const MAX_BATCH_SIGNALS = 5_000;
/** Number of lines after which a batch ends even if they are blank, so that a stop is noticed. */
const MAX_BATCH_LINES = 100_000;

export async function* cutBatches(
  lines: AsyncIterable<Uint8Array>,
  normalise: NormaliseEvent,
  options: CutOptions,
): AsyncGenerator<CutBatch> {
  let number = 0;
  let linesTaken = 0;
  let batch = emptyBatch(options.skipLines);
  for await (const line of lines) {
    const pause = yieldSlice('ahead');
    if (pause) await pause;
    number += 1;
    if (number <= options.skipLines) continue;
    if (isBlank(line)) {
      batch.lastLine = number;
      if (number - batch.firstLine + 1 < MAX_BATCH_LINES) continue;
      yield batch;
      batch = emptyBatch(number);
      continue;
    }
    const outcome = await normalise(line, options.context);
    const linesBefore = linesTaken - batch.tally.read;
    if (linesBefore < MAX_EVENTS_BEHIND && hasOtherVersion(batch, outcome)) {
      yield batch;
      batch = emptyBatch(number - 1);
    }
    linesTaken += 1;
    takeLine(batch, line, number, outcome);
    if (isFull(batch, options)) {
      yield batch;
      batch = emptyBatch(number);
    }
  }
  // Blank lines at the end are progress too, so they are reported.
  if (batch.lastLine >= batch.firstLine) yield batch;
}

function isFull({ weight, bytes, signals }: CutBatch, options: CutOptions): boolean {
  return (
    weight >= options.batchEvents || bytes >= options.batchBytes || signals >= MAX_BATCH_SIGNALS
  );
}

function hasOtherVersion(batch: CutBatch, outcome: Outcome): boolean {
  if (outcome.kind === 'rejected') return false;
  const before = batch.versions.get(versionSlotOf(outcome.event));
  return before !== undefined && before !== outcome.event.eventVersion;
}

function takeLine(batch: CutBatch, line: Uint8Array, number: number, outcome: Outcome): void {
  batch.lastLine = number;
  batch.bytes += line.byteLength;
  batch.tally.read += 1;
  if (outcome.kind === 'rejected') {
    const { reason, feed } = outcome;
    batch.weight += 1;
    batch.tally.rejected += 1;
    const event = rejectedEvent(line, reason);
    batch.rejected.push({ line: number, reason, event, stored: storedLine(line, feed, reason) });
    return;
  }
  const { event } = outcome;
  batch.weight += event.embedding === null ? 1 : SHARE_WITH_VECTOR;
  batch.events.push(event);
  batch.eventLines.push(number);
  batch.signals += event.signals.length;
  batch.versions.set(versionSlotOf(event), event.eventVersion);
  batch.ignored.push(outcome.kind === 'ignored');
}

function emptyBatch(lastLine: number): CutBatch {
  return {
    firstLine: lastLine + 1,
    lastLine,
    bytes: 0,
    weight: 0,
    signals: 0,
    events: [],
    eventLines: [],
    ignored: [],
    versions: new Map(),
    tally: emptyTally(),
    rejected: [],
  };
}

export function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09);
}
