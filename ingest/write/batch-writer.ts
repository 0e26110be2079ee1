/**
 * Writes batches of normalised events in order, whatever other processes write. Versions are
 * decided and texts embedded while other processes write; the rest happens in this process's turn.
 */
import { yieldSlice } from '../../shared/domain/concurrency/in-slices.js';
import { createSerialQueue } from '../../shared/domain/concurrency/serial-queue.js';
import type { NormalisedEvent, SignalDraft } from '../../shared/domain/ports/event-records.js';
import { eventKey, type StoredEvent } from '../../shared/domain/ports/event-registry.js';
import type { BatchOutcomes } from '../../shared/domain/ports/ingest-outcomes.js';
import type { SignalWriter } from '../../shared/domain/ports/signal-writer.js';
import { type ChosenEvent, versionOf, versionSlotOf } from '../values/version-slot.js';
import { applyChanges } from './apply-changes.js';
import { NO_CHANGES } from './changes.js';
import { type CommitDeps, type Committed, commitBatch, type TurnTraces } from './commit-batch.js';
import { decideVersion, isSuperseded } from './decide-version.js';
import { isBoardEvent, storedEventOf, storyOf } from './event-signals.js';
import { findMisplacedRows } from './find-misplaced-rows.js';
import { type Embeddings, embedTexts } from './make-records.js';
import { TurnLostError, type Turns } from './turns.js';

interface BatchWriterDeps extends CommitDeps {
  turns: Turns;
}

export interface PreparedBatch {
  events: readonly NormalisedEvent[];
  /** Outcome of each event given; `accepted` if it was new. */
  outcomes: ('accepted' | 'duplicate')[];
  chosen: ChosenEvent[];
  embeddings: Promise<Embeddings>;
  /** The count of `Turns.changes` when the versions were decided. */
  changes: number;
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
  // Versions of batches that are prepared and not yet in the registry.
  const pending = new Map<string, StoredEvent>();
  // Versions committed while other batches were prepared, which may have read the registry before.
  const recentlyCommitted = new Map<string, StoredEvent>();
  let preparing = 0;
  // Events of prepared batches whose commit has not begun; each of them needs a turn.
  const following = new Set<PreparedBatch['events']>();
  // Ids of signals whose write was not confirmed. At first they are those written last, because
  // nobody knows how the process before this one ended.
  const unconfirmed = new Set<string>();
  let isFirst = true;
  // Turns are taken one after the other, in the order of the batches.
  const inOrder = createSerialQueue();
  return {
    async prepare(events) {
      following.add(events);
      preparing += 1;
      try {
        return await prepare(events);
      } catch (error) {
        following.delete(events);
        throw error;
      } finally {
        preparing -= 1;
        if (preparing === 0) recentlyCommitted.clear();
      }
    },
    async commit(batch, outcomes) {
      following.delete(batch.events);
      try {
        const committed = await inOrder(async () => {
          if (isFirst) for (const id of await deps.signals.writtenLast()) unconfirmed.add(id);
          isFirst = false;
          if (batch.chosen.length === 0 && unconfirmed.size === 0) {
            return await countWithoutTurn(deps, outcomes);
          }
          const isFollowed = () => following.size > 0;
          const written = await commitInTurn(deps, { batch, outcomes, unconfirmed, isFollowed });
          unconfirmed.clear();
          return written;
        });
        if (preparing > 0)
          for (const [key, version] of pendingOf(batch)) recentlyCommitted.set(key, version);
        return committed;
      } finally {
        release(batch);
      }
    },
    release(batch) {
      following.delete(batch.events);
      release(batch);
    },
  };

  async function prepare(events: readonly NormalisedEvent[]): Promise<PreparedBatch> {
    const changes = deps.turns.changes();
    const stored = await deps.registry.stored(events);
    const outcomes: PreparedBatch['outcomes'] = [];
    const chosen = new Map<string, ChosenEvent>();
    for (const event of events) {
      const pause = yieldSlice('ahead');
      if (pause) await pause;
      const key = eventKey(event);
      const known = pending.get(key) ?? recentlyCommitted.get(key) ?? stored.get(key);
      const decision = decideVersion(event, known);
      outcomes.push(decision.outcome);
      if (!decision.write) continue;
      const before = chosen.get(versionSlotOf(event));
      if (before && versionOf(before.event) > versionOf(event)) continue;
      chosen.set(versionSlotOf(event), { event, stored: before ? before.stored : known });
      if (!known || known.eventVersion < versionOf(event)) {
        pending.set(
          key,
          storedEventOf(event, known?.payloadHash === event.payloadHash ? known.decision : ''),
        );
      }
    }
    const batch = [...chosen.values()];
    try {
      const known = await knownPostings(deps.signals, batch);
      const drafts = draftsOf(batch).filter(({ signalId }) => !known.has(signalId));
      const embeddings = embedSummaries(deps, batch, drafts);
      // The promise is awaited in `commit`; until then a failure must not count as unhandled.
      embeddings.catch(() => undefined);
      await deps.signals.readAhead(drafts.map(({ data }) => data.summary));
      return { events, outcomes, chosen: batch, embeddings, changes };
    } catch (error) {
      release({ chosen: batch });
      throw error;
    }
  }

  function release(batch: Pick<PreparedBatch, 'chosen'>): void {
    for (const [key] of pendingOf(batch)) pending.delete(key);
  }

  /** Returns the pending versions of a batch, without those that a later batch has replaced. */
  function pendingOf({ chosen }: Pick<PreparedBatch, 'chosen'>): [string, StoredEvent][] {
    return chosen.flatMap(({ event }): [string, StoredEvent][] => {
      const version = pending.get(eventKey(event));
      return version?.eventVersion === versionOf(event) ? [[eventKey(event), version]] : [];
    });
  }
}

/** Counts the lines of a batch that changes nothing. It needs no turn: nobody else counts them. */
async function countWithoutTurn(
  deps: BatchWriterDeps,
  outcomes: BatchOutcomes | null,
): Promise<Committed> {
  const turn = { require: () => undefined, untilMs: () => Number.POSITIVE_INFINITY };
  await applyChanges(deps, { ...NO_CHANGES, outcomes }, turn);
  return { signals: 0, profiles: 0 };
}

interface DueBatch {
  batch: PreparedBatch;
  outcomes: BatchOutcomes | null;
  unconfirmed: Set<string>;
  /** Says whether another batch is prepared. */
  isFollowed: () => boolean;
}

/**
 * Commits a batch in a turn. If the turn is lost, takes another and reads, decides and writes
 * everything again. Ids that a failed turn wrote go into `unconfirmed`; their wrong rows are
 * withdrawn.
 */
async function commitInTurn(
  deps: BatchWriterDeps,
  { batch, outcomes, unconfirmed, isFollowed }: DueBatch,
): Promise<Committed> {
  const embeddings = await batch.embeddings;
  const traces: TurnTraces = { signals: new Set(), clusters: new Map() };
  for (let turns = 1; ; turns += 1) {
    try {
      return await deps.turns.take(async (turn) => {
        const again = turns > 1;
        const lost = again ? structuredClone(traces) : null;
        const chosen = await decidedNow(deps, batch, again);
        const all = { chosen, embeddings, turn, outcomes, traces, lost };
        const committed = await commitBatch(deps, all);
        if (unconfirmed.size > 0) {
          const strays = await findMisplacedRows(deps.signals, [...unconfirmed]);
          await applyChanges(deps, { ...NO_CHANGES, signals: strays }, turn);
        }
        turn.require();
        return committed;
      }, isFollowed);
    } catch (error) {
      for (const id of traces.signals) unconfirmed.add(id);
      if (!(error instanceof TurnLostError) || turns === MAX_TURNS) throw error;
    }
  }
}

/** Returns the events with the versions that are stored by now. */
async function decidedNow(
  { registry, turns }: BatchWriterDeps,
  { chosen, changes }: PreparedBatch,
  again: boolean,
): Promise<readonly ChosenEvent[]> {
  if (!again && turns.changes() === changes && !chosen.some(isSuperseded)) return chosen;
  const stored = await registry.stored(chosen.map(({ event }) => event));
  const now = chosen.map(({ event }) => ({ event, stored: stored.get(eventKey(event)) }));
  // The stored version may be this process's own, from before its turn was lost: keep the event.
  return again ? now : now.filter((each) => decideVersion(each.event, each.stored).write !== null);
}

/** Returns ids of postings that an earlier snapshot shows: they will hardly need a vector. */
async function knownPostings(
  signals: SignalWriter,
  chosen: readonly ChosenEvent[],
): Promise<ReadonlySet<string>> {
  const drafts = chosen.flatMap(({ event }) => (isBoardEvent(event) ? event.signals : []));
  const places = await signals.locate([...new Set(drafts.map(({ signalId }) => signalId))]);
  const known = drafts.filter(({ signalId, detectedAtMs }) => {
    const place = places.get(signalId);
    return place && !place.withdrawn && place.detectedAtMs < detectedAtMs;
  });
  return new Set(known.map(({ signalId }) => signalId));
}

/** Returns drafts to embed. A superseded version only needs its story, for its group of stories. */
function draftsOf(batch: readonly ChosenEvent[]): SignalDraft[] {
  return batch.flatMap((each) => (isSuperseded(each) ? storyOf(each) : each.event.signals));
}

/** Returns vectors keyed by text; those that came with an event are keyed by signal id. */
async function embedSummaries(
  deps: BatchWriterDeps,
  batch: readonly ChosenEvent[],
  drafts: readonly SignalDraft[],
): Promise<Embeddings> {
  const given = new Map<string, string>();
  for (const { event } of batch) {
    const [draft] = event.signals;
    if (event.embedding && draft) given.set(draft.signalId, event.embedding);
  }
  const made = await embedTexts(
    deps.embedder,
    drafts.filter(({ signalId }) => !given.has(signalId)).map(({ data }) => data.summary),
  );
  return new Map([...made, ...given]);
}
