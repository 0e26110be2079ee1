/**
 * Counts the outcomes of a batch's lines by feed, as they are stored for operators. Every line
 * counts once: an event that an earlier attempt at its batch accepted stays accepted, although it
 * is stored by now.
 */
import type { NormalisedEvent } from '../../shared/domain/ports/event-records.js';
import type {
  BatchOutcomes,
  FeedOutcomes,
  Origin,
  OutcomeCounts,
  RejectedEvent,
} from '../../shared/domain/ports/ingest-outcomes.js';
import type { Reason } from './outcome.js';
import type { RejectedLine } from './rejected-file.js';

/** Says where the lines of a run come from, for their outcomes. */
export interface LineOrigin {
  origin: Origin;
  /** Returns the line number (from 1) or the offset of the n-th line of the run. */
  positionOf(line: number): number;
  /** Returns how many messages follow the n-th line; `null` if that is unknown. */
  lagAfter(line: number): number | null;
  /** Returns the positions that an earlier attempt at the batch starting at that line accepted. */
  acceptedFrom(line: number): Promise<readonly number[]>;
}

type StoredLine = Omit<RejectedEvent, 'position'>;

/** The lines of a batch, as they were read. */
export interface BatchLines {
  /** Number of the batch's first line, from 1. */
  firstLine: number;
  /** Number of the batch's last line; `firstLine - 1` if it has no lines. */
  lastLine: number;
  events: NormalisedEvent[];
  /** Line number of the event at the same index. */
  eventLines: number[];
  rejected: (RejectedLine & { stored: StoredLine })[];
}

export type EventOutcome = Exclude<keyof OutcomeCounts, 'rejected'>;

const MAX_LINE_CHARACTERS = 2_000;
/** Bytes that are decoded at most: a character has at most four bytes. */
const MAX_TEXT_BYTES = 4 * MAX_LINE_CHARACTERS;

/**
 * Counts a batch; returns `null` if it has no lines. Batches are counted in order; a failed one is
 * counted again. Rejects if the outcomes of an earlier attempt cannot be read.
 */
export type CountLines = (
  batch: BatchLines,
  decided: readonly EventOutcome[],
) => Promise<BatchOutcomes | null>;

/**
 * Creates the counter of a run. `firstLine` is the first line of the run; an earlier run may have
 * ended there, in the middle of a batch.
 */
export function createCountLines(lineOrigin: LineOrigin, firstLine: number): CountLines {
  let earlierPositions: Promise<Set<number>> | undefined;
  const acceptedBefore = (): Promise<Set<number>> => {
    earlierPositions ??= lineOrigin.acceptedFrom(firstLine).then((positions) => new Set(positions));
    earlierPositions.catch(() => {
      earlierPositions = undefined;
    });
    return earlierPositions;
  };
  // Reads early, while the first lines are read. If this fails, the next call retries.
  void acceptedBefore().catch(() => undefined);
  return async function countLines(batch, decided) {
    const accepted = await acceptedBefore();
    const start = lineOrigin.positionOf(batch.firstLine);
    for (const position of accepted) if (position < start) accepted.delete(position);
    const positions = batch.eventLines.map(lineOrigin.positionOf);
    const outcomes = decided.map((outcome, index) => {
      const position = positions[index] ?? Number.NaN;
      return outcome === 'duplicates' && accepted.has(position) ? 'accepted' : outcome;
    });
    const acceptedPositions = positions.filter((_, index) => outcomes[index] === 'accepted');
    // The next attempt needs these if this one fails after the registry has the events.
    for (const position of acceptedPositions) accepted.add(position);
    const report = batchOutcomesOf(lineOrigin, batch, outcomes, acceptedPositions);
    return report.feeds.length > 0 ? report : null;
  };
}

function batchOutcomesOf(
  { origin, positionOf, lagAfter }: LineOrigin,
  batch: BatchLines,
  outcomes: readonly EventOutcome[],
  acceptedPositions: readonly number[],
): BatchOutcomes {
  const feeds = new Map<string | null, FeedOutcomes>();
  const count = (feed: string | null, outcome: keyof OutcomeCounts): void => {
    const none = { feed, accepted: 0, duplicates: 0, ignored: 0, rejected: 0 };
    const counts = feeds.get(feed) ?? none;
    feeds.set(feed, counts);
    counts[outcome] += 1;
  };
  outcomes.forEach((outcome, index) => {
    count(batch.events[index]?.source ?? null, outcome);
  });
  for (const { stored } of batch.rejected) count(stored.feed, 'rejected');
  return {
    origin,
    firstPosition: positionOf(batch.firstLine),
    nextPosition: positionOf(batch.lastLine) + 1,
    lag: lagAfter(batch.lastLine),
    feeds: [...feeds.values()],
    acceptedPositions,
    rejected: batch.rejected.map(({ line, stored }) => ({ position: positionOf(line), ...stored })),
  };
}

/** Returns what is stored of a rejected line: its readable beginning, whatever its encoding is. */
export function storedLine(line: Uint8Array, feed: string | null, reason: Reason): StoredLine {
  const text = Buffer.from(line.subarray(0, MAX_TEXT_BYTES)).toString('utf8');
  return { feed, reason, line: text.slice(0, MAX_LINE_CHARACTERS), lineBytes: line.byteLength };
}
