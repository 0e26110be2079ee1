/**
 * Takes batches of normalised events to the stores, in order. What holds after each step of `commit`
 * if the process dies there: records of companies and people first (a repeat decides the same), then
 * signals (a repeat rewrites the same rows), then the stories and snapshots they were derived from, then
 * the registry; only then may the source record its progress. So a batch that is delivered again ends in
 * the same rows, and nothing before a checkpoint is lost.
 */

import type { Embedder } from '../shared/ports/embedder.js';
import type { NormalisedEvent, SignalDraft } from '../shared/ports/event-records.js';
import { type EventRegistry, eventKey, type StoredEvent } from '../shared/ports/event-registry.js';
import type { SignalWriter } from '../shared/ports/signal-writer.js';
import type { SnapshotStore } from '../shared/ports/snapshot-store.js';
import type { SignalTypes } from '../shared/signal-types.js';
import { earliestVersion } from '../shared/versions.js';
import { buildRecords, embedTexts, putNamesOf } from './build-records.js';
import type { NewsClassifier } from './classify/news-classifier.js';
import { joinDerived, type OriginatedDraft } from './derive/derived-signals.js';
import { deriveHiring } from './derive-hiring.js';
import { placeOfEvent, versionOf } from './event-place.js';
import { groupStories } from './group-stories.js';
import { findNewSnapshots } from './new-snapshots.js';
import {
  type RelinkDeps,
  relinkEmployers,
  relinkRecords,
  relinkSignals,
} from './relink-signals.js';
import { decideVersion } from './steps/decide-version.js';
import { settleSubtype } from './steps/settle-subtypes.js';
import { storeRecords } from './store-records.js';
import { base64Of, vectorFrom } from './vectors.js';
import { writeCompanies } from './write-companies.js';
import { writePeople } from './write-people.js';

export interface BatchWriterDeps extends RelinkDeps {
  registry: EventRegistry;
  embedder: Embedder;
  snapshots: SnapshotStore;
  types: SignalTypes;
  classifier: NewsClassifier;
}

export interface PreparedBatch {
  /** Per event given: was it new? */
  outcomes: ('accepted' | 'duplicate')[];
  chosen: ChosenEvent[];
  /** By text, base64. */
  embeddings: Promise<ReadonlyMap<string, string>>;
}

export interface ChosenEvent {
  event: NormalisedEvent;
  /** The version of the event that is stored, if any. */
  stored: StoredEvent | undefined;
}

export interface BatchWriter {
  /**
   * Decides versions and starts embedding. Batches are prepared in the order they are committed; a
   * few may be prepared ahead.
   */
  prepare(events: readonly NormalisedEvent[]): Promise<PreparedBatch>;
  /** Everything is in the stores when it resolves. */
  commit(batch: PreparedBatch): Promise<{ signals: number; profiles: number }>;
  /** Forgets a batch that will not be committed: its events are new when they come again. */
  release(batch: PreparedBatch): void;
}

export function createBatchWriter(deps: BatchWriterDeps): BatchWriter {
  // Versions of batches that are prepared and not yet in the registry.
  const pending = new Map<string, StoredEvent>();
  // What is derived is read, decided and written: never by two sources of this process at once.
  let last: Promise<unknown> = Promise.resolve();
  return {
    async prepare(events) {
      const stored = await deps.registry.stored(events);
      const outcomes: PreparedBatch['outcomes'] = [];
      const chosen = new Map<string, ChosenEvent>();
      for (const event of events) {
        const known = pending.get(eventKey(event)) ?? stored.get(eventKey(event));
        const decision = decideVersion(event, known);
        outcomes.push(decision.outcome);
        if (!decision.write) continue;
        const before = chosen.get(placeOfEvent(event));
        if (before && versionOf(before.event) > versionOf(event)) continue;
        chosen.set(placeOfEvent(event), { event, stored: before ? before.stored : known });
        if (!known || known.eventVersion < versionOf(event)) {
          pending.set(
            eventKey(event),
            storedEventOf(event, known?.payloadHash === event.payloadHash ? known.decision : ''),
          );
        }
      }
      const batch = [...chosen.values()];
      const known = await knownPostings(deps.signals, batch).catch((error: unknown) => {
        release({ chosen: batch });
        throw error;
      });
      const embeddings = embedSummaries(deps, batch, known);
      // Awaited in `commit`; until then a failure must not count as unhandled.
      embeddings.catch(() => undefined);
      return { outcomes, chosen: batch, embeddings };
    },
    async commit(batch) {
      const turn = last.then(() => commitBatch(deps, batch));
      last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        release(batch);
      }
    },
    release,
  };

  function release(batch: Pick<PreparedBatch, 'chosen'>): void {
    for (const { event } of batch.chosen) {
      const key = eventKey(event);
      if (pending.get(key)?.eventVersion === versionOf(event)) pending.delete(key);
    }
  }
}

async function commitBatch(
  deps: BatchWriterDeps,
  batch: PreparedBatch,
): Promise<{ signals: number; profiles: number }> {
  const embeddings = await batch.embeddings;
  const settled = settleSubtypes(deps, batch.chosen, embeddings);
  const events = settled.map(({ event }) => event);
  const snapshots = await findNewSnapshots(deps.snapshots, events);
  const companies = await writeCompanies(deps, snapshots);
  const people = await writePeople(deps, snapshots);
  if (companies.identifiers.length > 0) {
    await relinkEmployers(deps.identity, companies.identifiers);
  }
  await relinkSignals(deps, companies.identifiers, people.identifiers);
  const fresh = new Set(snapshots.fresh.map(placeOfEvent));
  const shown = events.filter((event) => isBoard(event) && fresh.has(placeOfEvent(event)));
  const hiring = await deriveHiring(deps, snapshots, shown.flatMap(draftsOf));
  const derived = joinDerived([people.derived, hiring.derived]);
  const own = events.filter((event) => !isBoard(event)).flatMap(draftsOf);
  const records = await buildRecords(deps, [...own, ...derived.drafts], embeddings);
  const postings = await buildRecords(deps, hiring.postings, embeddings);
  const stories = new Set(events.flatMap(({ storyId }) => storyId ?? []));
  const groups = await groupStories(
    deps.stories,
    records.filter(({ draft }) => stories.has(draft.signalId)),
  );
  await putNamesOf(deps.identity, [...records, ...postings]);
  const written = await storeRecords(deps.signals, {
    records: records.filter(({ draft }) => !stories.has(draft.signalId)),
    dropped: [...droppedBy(settled), ...derived.withdrawn],
    settled: {
      records: [...groups.records, ...postings],
      dropped: [...groups.dropped, ...hiring.gone],
    },
  });
  // Another process may have stored a profile since the links were looked up; it saw none of these.
  await relinkRecords(deps, written, stories);
  await deps.stories.put(groups.stories);
  await deps.snapshots.put(snapshots.fresh);
  await deps.registry.put(settled.map(({ event, decision }) => storedEventOf(event, decision)));
  return { signals: written.length, profiles: companies.written + people.written };
}

interface SettledEvent extends ChosenEvent {
  decision: string;
}

function settleSubtypes(
  { classifier, types, embedder }: BatchWriterDeps,
  chosen: readonly ChosenEvent[],
  embeddings: ReadonlyMap<string, string>,
): SettledEvent[] {
  const vectorOf = ({ signalId, data }: SignalDraft) =>
    vectorFrom(embeddings.get(signalId) ?? embeddings.get(data.summary) ?? '');
  const deps = { classifier, types, model: embedder.model };
  return chosen.map(({ event, stored }) => ({
    stored,
    ...settleSubtype(event, stored, vectorOf, deps),
  }));
}

/** Postings that an earlier snapshot shows already: they will hardly need a vector. */
async function knownPostings(
  signals: SignalWriter,
  chosen: readonly ChosenEvent[],
): Promise<ReadonlySet<string>> {
  const drafts = chosen.flatMap(({ event }) => (isBoard(event) ? event.signals : []));
  const places = await signals.keys([...new Set(drafts.map(({ signalId }) => signalId))]);
  const known = drafts.filter(({ signalId, detectedAtMs }) => {
    const place = places.get(signalId);
    return place && !place.withdrawn && place.detectedAtMs < detectedAtMs;
  });
  return new Set(known.map(({ signalId }) => signalId));
}

function draftsOf(event: NormalisedEvent): OriginatedDraft[] {
  const { source, eventId, observedAtMs } = event;
  const version = versionOf(event);
  return event.signals.map((draft) => ({
    origin: {
      source,
      eventId,
      observedAtMs,
      // Postings are dated by the first snapshot that shows them.
      eventVersion: isBoard(event) ? earliestVersion(draft.detectedAtMs, version) : version,
    },
    draft,
  }));
}

/** Signals of the stored version that the new one no longer yields. */
function droppedBy(events: readonly ChosenEvent[]): { signalId: string; eventVersion: bigint }[] {
  return events.flatMap(({ event, stored }) => {
    const kept = new Set(event.signals.map((draft) => draft.signalId));
    const gone = stored?.signalIds.filter((id) => !kept.has(id)) ?? [];
    return gone.map((signalId) => ({ signalId, eventVersion: versionOf(event) }));
  });
}

/** Vectors by text; those that came with an event by the id of its signal. */
async function embedSummaries(
  deps: BatchWriterDeps,
  batch: readonly ChosenEvent[],
  known: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const given = new Map<string, string>();
  for (const { event } of batch) {
    const [draft] = event.signals;
    if (event.embedding && draft) given.set(draft.signalId, base64Of(event.embedding));
  }
  const drafts = batch
    .flatMap(({ event }) => event.signals)
    .filter(({ signalId }) => !given.has(signalId) && !known.has(signalId));
  const made = await embedTexts(
    deps.embedder,
    drafts.map(({ data }) => data.summary),
  );
  return new Map([...made, ...given]);
}

function isBoard(event: NormalisedEvent): boolean {
  return event.snapshot?.evidence.kind === 'board';
}

function storedEventOf(event: NormalisedEvent, decision: string): StoredEvent {
  return {
    source: event.source,
    eventId: event.eventId,
    kind: event.kind,
    observedAtMs: event.observedAtMs,
    payloadHash: event.payloadHash,
    // Postings belong to their board: no later version of the event takes them back.
    signalIds: isBoard(event) ? [] : event.signals.map((draft) => draft.signalId),
    decision,
    eventVersion: versionOf(event),
  };
}
