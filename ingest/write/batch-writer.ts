/**
 * Writes batches of normalised events in order, whatever other processes write. Versions are
 * decided and texts embedded while other processes write; the rest happens in this process's turn.
 */
import { createSerialQueue } from '../../shared/domain/concurrency/serial-queue.js';
import type { NormalisedEvent } from '../../shared/domain/ports/event-records.js';
import { eventKey } from '../../shared/domain/ports/event-registry.js';
import type { BatchOutcomes } from '../../shared/domain/ports/ingest-outcomes.js';
import type { SignalWriter } from '../../shared/domain/ports/signal-writer.js';
import type { ChosenEvent } from '../values/event-versions.js';
import { applyChanges } from './apply-changes.js';
import type { BatchDeps } from './batch-deps.js';
import { NO_CHANGES } from './changes.js';
import { type ChosenVersions, chooseVersions, PendingVersions } from './choose-versions.js';
import { type Committed, decideAndApply, type TurnTraces } from './decide-and-apply.js';
import { decideVersion, isSuperseded } from './decide-version.js';
import { isBoardEvent, storyDraftOf } from './event-signals.js';
import { findMisplacedRows } from './find-misplaced-rows.js';
import { type Embeddings, embedMissing } from './make-records.js';
import { TurnLostError, type Turns } from './turns.js';

interface BatchWriterDeps extends BatchDeps {
  turns: Turns;
}

export interface PreparedBatch extends ChosenVersions {
  events: readonly NormalisedEvent[];
  embeddings: Promise<Embeddings>;
  /** The count of `Turns.foreignWrites` when the versions were decided. */
  foreignWritesSeen: number;
}

export interface BatchWriter {
  /**
   * Decides versions and starts embedding. Batches are prepared in the order in which they are
   * committed; a few may be prepared ahead.
   */
  prepare(events: readonly NormalisedEvent[]): Promise<PreparedBatch>;
  /** Writes a batch; resolves when everything is in the stores. */
  commit(batch: PreparedBatch, outcomes: BatchOutcomes | null): Promise<Committed>;
  /** Forgets a batch that will not be committed: its events are new when they come again. */
  release(batch: PreparedBatch): void;
}

/** Number of turns that are taken for a batch before the source has to retry later. */
const MAX_TURNS = 10;

export function createBatchWriter(deps: BatchWriterDeps): BatchWriter {
  const pending = new PendingVersions();
  // Events of prepared batches whose commit has not begun; each of them needs a turn.
  const preparedNotCommitted = new Set<PreparedBatch['events']>();
  // Ids of signals whose write was not confirmed. At first they are those written last, because
  // nobody knows how the process before this one ended.
  const unconfirmed = new Set<string>();
  let isFirstCommit = true;
  // True if the last insert, of this process or the one before, may not have reached all tables.
  let mayBeIncomplete = true;
  // Takes turns one after the other, in the order of the batches.
  const runInOrder = createSerialQueue();
  const commitNext = async (
    batch: PreparedBatch,
    outcomes: BatchOutcomes | null,
  ): Promise<Committed> => {
    if (isFirstCommit) for (const id of await deps.signals.writtenLast()) unconfirmed.add(id);
    isFirstCommit = false;
    if (mayBeIncomplete) await deps.signals.completeLastInsert();
    mayBeIncomplete = false;
    if (batch.chosen.length === 0 && unconfirmed.size === 0) {
      // Nothing changes but the counts. They need no turn: nobody else counts these lines.
      if (outcomes) await deps.outcomes.putOutcomes(outcomes);
      return { signals: 0, profiles: 0 };
    }
    const isFollowed = () => preparedNotCommitted.size > 0;
    // Whatever fails from here on may have been a database that was killed.
    mayBeIncomplete = true;
    const committed = await commitInTurn(deps, batch, outcomes, unconfirmed, isFollowed);
    mayBeIncomplete = false;
    unconfirmed.clear();
    return committed;
  };
  return {
    async prepare(events) {
      preparedNotCommitted.add(events);
      try {
        return await pending.duringPreparation(() => prepareBatch(deps, events, pending));
      } catch (error) {
        preparedNotCommitted.delete(events);
        throw error;
      }
    },
    async commit(batch, outcomes) {
      preparedNotCommitted.delete(batch.events);
      try {
        const committed = await runInOrder(() => commitNext(batch, outcomes));
        pending.markCommitted(batch.chosen);
        return committed;
      } finally {
        pending.release(batch.chosen);
      }
    },
    release(batch) {
      preparedNotCommitted.delete(batch.events);
      pending.release(batch.chosen);
    },
  };
}

async function prepareBatch(
  deps: BatchWriterDeps,
  events: readonly NormalisedEvent[],
  pending: PendingVersions,
): Promise<PreparedBatch> {
  const foreignWritesSeen = deps.turns.foreignWrites();
  const stored = await deps.registry.stored(events);
  const { outcomes, chosen } = await chooseVersions(events, stored, pending);
  try {
    const earlierPostings = await findEarlierPostings(deps.signals, chosen);
    // A superseded version only needs its story, for its group of stories.
    const drafts = chosen
      .flatMap((each) => (isSuperseded(each) ? storyDraftOf(each) : each.event.signals))
      .filter(({ signalId }) => !earlierPostings.has(signalId));
    const embeddings = embedMissing(deps.embedder, drafts, deliveredVectors(chosen));
    // The promise is awaited in `commit`; until then a failure must not count as unhandled.
    embeddings.catch(() => undefined);
    await deps.signals.prepareSummaries(drafts.map(({ data }) => data.summary));
    return { events, outcomes, chosen, embeddings, foreignWritesSeen };
  } catch (error) {
    pending.release(chosen);
    throw error;
  }
}

/**
 * Commits a batch in a turn. If the turn is lost, takes another and reads, decides and writes
 * everything again. Ids that a failed turn wrote go into `unconfirmed`; their wrong rows are
 * withdrawn. `isFollowed` says whether another batch is prepared.
 */
async function commitInTurn(
  deps: BatchWriterDeps,
  batch: PreparedBatch,
  outcomes: BatchOutcomes | null,
  unconfirmed: Set<string>,
  isFollowed: () => boolean,
): Promise<Committed> {
  const embeddings = await batch.embeddings;
  const traces: TurnTraces = { signals: new Set(), clusters: new Map() };
  for (let turns = 1; ; turns += 1) {
    try {
      return await deps.turns.take(async (turn) => {
        const isRetry = turns > 1;
        const lostTraces = isRetry ? structuredClone(traces) : null;
        const chosen = await withCurrentVersions(deps, batch, isRetry);
        const due = { chosen, embeddings, turn, outcomes, traces, lostTraces };
        const committed = await decideAndApply(deps, due);
        if (unconfirmed.size > 0) {
          const corrections = await findMisplacedRows(deps.signals, [...unconfirmed]);
          await applyChanges(deps, { ...NO_CHANGES, signals: corrections }, turn);
        }
        turn.assertHeld();
        return committed;
      }, isFollowed);
    } catch (error) {
      for (const id of traces.signals) unconfirmed.add(id);
      if (!(error instanceof TurnLostError) || turns === MAX_TURNS) throw error;
    }
  }
}

/** Returns the events with the versions that are stored by now. */
async function withCurrentVersions(
  { registry, turns }: BatchWriterDeps,
  { chosen, foreignWritesSeen }: PreparedBatch,
  isRetry: boolean,
): Promise<readonly ChosenEvent[]> {
  if (!isRetry && turns.foreignWrites() === foreignWritesSeen && !chosen.some(isSuperseded))
    return chosen;
  const stored = await registry.stored(chosen.map(({ event }) => event));
  const updated = chosen.map(({ event }) => ({ event, stored: stored.get(eventKey(event)) }));
  // The stored version may be this process's own, from before its turn was lost: keep the event.
  return isRetry
    ? updated
    : updated.filter((each) => decideVersion(each.event, each.stored).write !== null);
}

/**
 * Returns ids of postings that are stored with an earlier date. That row stays
 * (`postingsWithoutEarlier`), so no vector is made in advance.
 */
async function findEarlierPostings(
  signals: SignalWriter,
  chosen: readonly ChosenEvent[],
): Promise<ReadonlySet<string>> {
  const drafts = chosen.flatMap(({ event }) => (isBoardEvent(event) ? event.signals : []));
  const storedKeys = await signals.locate([...new Set(drafts.map(({ signalId }) => signalId))]);
  const earlier = drafts.filter(({ signalId, detectedAtMs }) => {
    const key = storedKeys.get(signalId);
    return key && !key.withdrawn && key.detectedAtMs < detectedAtMs;
  });
  return new Set(earlier.map(({ signalId }) => signalId));
}

/** Returns the packed vectors that came with events, keyed by signal id. */
function deliveredVectors(batch: readonly ChosenEvent[]): Embeddings {
  return new Map(
    batch.flatMap(({ event }): [string, string][] => {
      const [draft] = event.signals;
      return event.embedding && draft ? [[draft.signalId, event.embedding]] : [];
    }),
  );
}
