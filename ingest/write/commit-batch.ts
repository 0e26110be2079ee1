/**
 * Writes one batch, with the turn to write held (`turns.ts`): what is read here is still so when it is
 * written, as if there were one process. What holds after each step if the process dies there: records of
 * companies and people first (a repeat decides the same), then signals (a repeat rewrites the same rows),
 * then the stories and snapshots they were derived from, then the registry; only then may the source record
 * its progress. So a batch that is delivered again ends in the same rows, and nothing before a checkpoint
 * is lost. If another process has stored newer versions of the batch's events by then, their repeat finds
 * that, and takes back what the older ones left.
 */
import type { Embedder } from '../../shared/domain/ports/embedder.js';
import type { NormalisedEvent, SignalDraft } from '../../shared/domain/ports/event-records.js';
import type { StoredEvent } from '../../shared/domain/ports/event-registry.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import { earliestVersion } from '../../shared/domain/versions.js';
import type { NewsClassifier } from '../classify/news-classifier.js';
import { settleSubtype } from '../classify/settle-subtypes.js';
import { deriveHiring } from '../derive/derive-hiring.js';
import { joinDerived, type OriginatedDraft } from '../derive/derived-signals.js';
import { groupStories } from '../derive/group-stories.js';
import { findNewSnapshots } from '../derive/new-snapshots.js';
import type { ChosenEvent } from '../values/chosen-event.js';
import { vectorFrom } from '../values/vectors.js';
import { versionOf, versionSlotOf } from '../values/version-slot.js';
import type { BatchStores } from './batch-stores.js';
import { buildRecords, putNamesOf } from './build-records.js';
import { decideVersion } from './decide-version.js';
import type { TurnTraces } from './guard-writes.js';
import { relinkEmployers, relinkSignals } from './relink-signals.js';
import { storeRecords } from './store-records.js';
import { writeCompanies } from './write-companies.js';
import { writePeople } from './write-people.js';

export interface CommitDeps extends BatchStores {
  embedder: Embedder;
  types: SignalTypes;
  classifier: NewsClassifier;
}

export interface Committed {
  signals: number;
  profiles: number;
}

/** `lost`: of turns in which this process may have written some of the batch, and others since. */
export async function commitBatch(
  deps: CommitDeps,
  chosen: readonly ChosenEvent[],
  embeddings: ReadonlyMap<string, string>,
  lost: Pick<TurnTraces, 'clusters'> | null,
): Promise<Committed> {
  const settled = settleSubtypes(deps, chosen, embeddings);
  const superseded = settled.filter(isSuperseded);
  const current = settled.filter((each) => !isSuperseded(each));
  const events = current.map(({ event }) => event);
  const snapshots = await findNewSnapshots(deps.snapshots, {
    current,
    superseded,
    again: lost !== null,
  });
  const companies = await writeCompanies(deps, snapshots);
  const people = await writePeople(deps, snapshots);
  if (companies.identifiers.length > 0) {
    await relinkEmployers(deps.identity, companies.identifiers);
  }
  const mayBeLeft = lost !== null || superseded.length > 0;
  await relinkSignals(deps, companies.identifiers, people.identifiers, mayBeLeft);
  const fresh = new Set(snapshots.fresh.map(versionSlotOf));
  const shown = events.filter((event) => isBoard(event) && fresh.has(versionSlotOf(event)));
  const hiring = await deriveHiring(deps, snapshots, shown.flatMap(draftsOf));
  const derived = joinDerived([people.derived, hiring.derived]);
  const own = events.filter((event) => !isBoard(event)).flatMap(draftsOf);
  const records = await buildRecords(deps, [...own, ...derived.drafts], embeddings);
  const postings = await buildRecords(deps, hiring.postings, embeddings);
  const stories = new Set(events.flatMap(({ storyId }) => storyId ?? []));
  const left = await buildRecords(deps, superseded.flatMap(storyOf), embeddings);
  const groups = await groupStories(deps.stories, {
    given: records.filter(({ draft }) => stories.has(draft.signalId)),
    left,
    anew: lost?.clusters ?? new Map(),
  });
  await putNamesOf(deps.identity, [...records, ...postings]);
  const written = await storeRecords(deps.signals, {
    records: records.filter(({ draft }) => !stories.has(draft.signalId)),
    dropped: [...droppedBy(current), ...leftBy(superseded), ...derived.withdrawn],
    settled: {
      records: [...groups.records, ...postings],
      dropped: [...groups.dropped, ...hiring.gone],
    },
  });
  await deps.stories.put(groups.stories);
  await deps.snapshots.put(snapshots.fresh);
  await deps.registry.put(current.map(({ event, decision }) => storedEventOf(event, decision)));
  return { signals: written.length, profiles: companies.written + people.written };
}

interface SettledEvent extends ChosenEvent {
  decision: string;
}

/** A newer version of the event is stored, and this one is no observation of its own. */
export function isSuperseded({ event, stored }: ChosenEvent): boolean {
  return decideVersion(event, stored).write === 'remains';
}

function settleSubtypes(
  { classifier, types, embedder }: CommitDeps,
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

/** Signals of a version that was written in part, after a newer one had been decided from an older. */
function leftBy(events: readonly ChosenEvent[]): { signalId: string; eventVersion: bigint }[] {
  return events.flatMap(({ event, stored }) => {
    if (!stored || isBoard(event)) return [];
    const kept = new Set(stored.signalIds);
    const gone = event.signals.map(({ signalId }) => signalId).filter((id) => !kept.has(id));
    return gone.map((signalId) => ({ signalId, eventVersion: stored.eventVersion }));
  });
}

function storyOf({ event }: ChosenEvent): OriginatedDraft[] {
  return draftsOf(event).filter(({ draft }) => draft.signalId === event.storyId);
}

export function isBoard(event: NormalisedEvent): boolean {
  return event.snapshot?.evidence.kind === 'board';
}

export function storedEventOf(event: NormalisedEvent, decision: string): StoredEvent {
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
