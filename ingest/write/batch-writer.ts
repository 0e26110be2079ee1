/**
 * Writes batches of normalised events in order, whatever other processes write. Texts are embedded
 * while other batches and processes write; the rest happens in this process's turn.
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
import { chooseVersions, type Versions } from './choose-versions.js';
import {
  type Committed,
  decideAndApply,
  NOTHING_COMMITTED,
  type TurnTraces,
} from './decide-and-apply.js';
import { decideVersion, isSuperseded } from './decide-version.js';
import { isBoardEvent, storyDraftOf } from './event-signals.js';
import { findMisplacedRows } from './find-misplaced-rows.js';
import { type Embeddings, embedMissing } from './make-records.js';
import { TurnLostError, type Turns } from './turns.js';

interface BatchWriterDeps extends BatchDeps {
  turns: Turns;
}

export interface PreparedBatch {
  events: readonly NormalisedEvent[];
  /** The versions of the events that were stored when the batch was prepared. */
  stored: Versions;
  /** Packed vectors of new texts, keyed by text. */
  embeddings: Promise<Embeddings>;
  /** Counts of `Turns.foreignWrites` and of commits when the versions were read. */
  foreignWritesSeen: number;
  commitsSeen: number;
}

type Outcomes = Awaited<ReturnType<typeof chooseVersions>>['outcomes'];

export interface BatchWriter {
  /** Reads stored versions and starts embedding, also while other batches are written. */
  prepare(events: readonly NormalisedEvent[]): Promise<PreparedBatch>;
  /**
   * Writes a batch; resolves when everything is in the stores. `count` turns the outcomes of its
   * events into those that are stored; `null` if none are. `isFollowed`: whether another batch is
   * prepared. After a failure, the batch must be prepared again.
   */
  commit(
    batch: PreparedBatch,
    count: (outcomes: Outcomes) => Promise<BatchOutcomes | null>,
    isFollowed: boolean,
  ): Promise<Committed>;
}

/** Number of turns that are taken for a batch before the source has to retry later. */
const MAX_TURNS = 10;

export function createBatchWriter(deps: BatchWriterDeps): BatchWriter {
  // Ids of signals whose write was not confirmed. At first they are those written last, because
  // nobody knows how the process before this one ended.
  const unconfirmed = new Set<string>();
  let isFirstCommit = true;
  // True if the last insert, of this process or the one before, may not have reached all tables.
  let mayBeIncomplete = true;
  let commits = 0;
  // The versions that the last commit stored; unknown if it failed.
  let lastVersions: Versions | undefined;
  // Takes turns one after the other, in the order of the batches.
  const queue = createSerialQueue();
  const currentVersions = async (batch: PreparedBatch): Promise<Versions> => {
    const commitsSince = commits - batch.commitsSeen;
    if (commitsSince === 0) return batch.stored;
    if (commitsSince > 1 || !lastVersions) return deps.registry.stored(batch.events);
    return new Map([...batch.stored, ...lastVersions]);
  };
  const commitNext: BatchWriter['commit'] = async (batch, count, isFollowed) => {
    if (isFirstCommit) for (const id of await deps.signals.writtenLast()) unconfirmed.add(id);
    isFirstCommit = false;
    if (mayBeIncomplete) await deps.signals.completeLastInsert();
    mayBeIncomplete = false;
    const { outcomes, chosen } = await chooseVersions(batch.events, await currentVersions(batch));
    const counted = await count(outcomes);
    if (chosen.length === 0 && unconfirmed.size === 0) {
      // Nothing changes but the counts. They need no turn: nobody else counts these lines.
      if (counted) await deps.outcomes.putOutcomes(counted);
      return NOTHING_COMMITTED;
    }
    // Whatever fails from here on may have been a database that was killed.
    mayBeIncomplete = true;
    const due = { ...batch, chosen, outcomes: counted, isFollowed };
    const committed = await commitInTurn(deps, due, unconfirmed);
    mayBeIncomplete = false;
    unconfirmed.clear();
    return committed;
  };
  return {
    prepare: (events) => prepareBatch(deps, events, commits),
    commit: (batch, count, isFollowed) =>
      queue.run(async () => {
        try {
          const committed = await commitNext(batch, count, isFollowed);
          lastVersions = committed.versions;
          return committed;
        } catch (error) {
          lastVersions = undefined;
          throw error;
        } finally {
          commits += 1;
        }
      }),
  };
}

async function prepareBatch(
  deps: BatchWriterDeps,
  events: readonly NormalisedEvent[],
  commitsSeen: number,
): Promise<PreparedBatch> {
  const foreignWritesSeen = deps.turns.foreignWrites();
  const stored = await deps.registry.stored(events);
  const { chosen } = await chooseVersions(events, stored);
  const earlierPostings = await findEarlierPostings(deps.signals, chosen);
  // A superseded version only needs its story, for its group of stories.
  const drafts = chosen
    .flatMap((each) => (isSuperseded(each) ? storyDraftOf(each) : each.event.signals))
    .filter(({ signalId }) => !earlierPostings.has(signalId));
  // Vectors that came with events are added in `commit`, which decides the versions they belong to.
  const delivered = deliveredVectors(chosen);
  const toEmbed = drafts.filter(({ signalId }) => !delivered.has(signalId));
  const embeddings = embedMissing(deps.embedder, toEmbed, new Map());
  // The promise is awaited in `commit`; until then a failure must not count as unhandled.
  embeddings.catch(() => undefined);
  await deps.signals.prepareSummaries(drafts.map(({ data }) => data.summary));
  return { events, stored, embeddings, foreignWritesSeen, commitsSeen };
}

interface DueBatch extends PreparedBatch {
  chosen: readonly ChosenEvent[];
  /** Outcomes of its lines; `null` if they are not counted. */
  outcomes: BatchOutcomes | null;
  isFollowed: boolean;
}

/**
 * Commits a batch in a turn. If the turn is lost, takes another and reads, decides and writes
 * everything again. Ids that a failed turn wrote go into `unconfirmed`; their wrong rows are
 * withdrawn.
 */
async function commitInTurn(
  deps: BatchWriterDeps,
  batch: DueBatch,
  unconfirmed: Set<string>,
): Promise<Committed> {
  const embeddings = new Map([...(await batch.embeddings), ...deliveredVectors(batch.chosen)]);
  const traces: TurnTraces = { signals: new Set(), clusters: new Map() };
  for (let turns = 1; ; turns += 1) {
    try {
      return await deps.turns.take(async (turn) => {
        const isRetry = turns > 1;
        const lostTraces = isRetry ? structuredClone(traces) : null;
        const chosen = await withCurrentVersions(deps, batch, isRetry);
        const { outcomes } = batch;
        const due = { chosen, embeddings, turn, outcomes, traces, lostTraces };
        const committed = await decideAndApply(deps, due);
        if (unconfirmed.size > 0) {
          const corrections = await findMisplacedRows(deps.signals, [...unconfirmed]);
          await applyChanges(deps, { ...NO_CHANGES, signals: corrections }, turn);
        }
        turn.assertHeld();
        return committed;
      }, batch.isFollowed);
    } catch (error) {
      for (const id of traces.signals) unconfirmed.add(id);
      if (!(error instanceof TurnLostError) || turns === MAX_TURNS) throw error;
    }
  }
}

/** Returns the events with the versions that are stored by now. */
async function withCurrentVersions(
  { registry, turns }: BatchWriterDeps,
  { chosen, foreignWritesSeen }: DueBatch,
  isRetry: boolean,
): Promise<readonly ChosenEvent[]> {
  if (!isRetry && turns.foreignWrites() === foreignWritesSeen) return chosen;
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
function deliveredVectors(chosen: readonly ChosenEvent[]): Embeddings {
  return new Map(
    chosen.flatMap(({ event }): [string, string][] => {
      const [draft] = event.signals;
      return event.embedding && draft ? [[draft.signalId, event.embedding]] : [];
    }),
  );
}
