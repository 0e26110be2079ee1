/**
 * Takes batches of normalised events to the stores, in order. What holds after each step of `commit`
 * if the process dies there: profiles first (a repeat decides the same), then signals (a repeat
 * rewrites the same rows), then the registry; only then may the source record its progress. So a
 * batch that is delivered again ends in the same rows, and nothing before a checkpoint is lost.
 */
import type { Embedder } from '../shared/ports/embedder.js';
import type { NormalisedEvent, SignalDraft } from '../shared/ports/event-records.js';
import { type EventRegistry, eventKey, type StoredEvent } from '../shared/ports/event-registry.js';
import type { SignalKey, SignalRecord, Withdrawal } from '../shared/ports/signal-writer.js';
import { eventVersion } from '../shared/versions.js';
import { type RelinkDeps, resolveLinks } from './relink-signals.js';
import { placeOf, standsAt } from './signal-place.js';
import { decideVersion } from './steps/decide-version.js';
import { recordKeyOf, writeProfiles } from './write-profiles.js';

export interface BatchWriterDeps extends RelinkDeps {
  registry: EventRegistry;
  embedder: Embedder;
}

export interface PreparedBatch {
  /** Per event given: was it new? */
  outcomes: ('accepted' | 'duplicate')[];
  chosen: ChosenEvent[];
  embeddings: Promise<ReadonlyMap<string, string>>;
}

export interface ChosenEvent {
  event: NormalisedEvent;
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
  return {
    async prepare(events) {
      const stored = await deps.registry.stored(events);
      const outcomes: PreparedBatch['outcomes'] = [];
      const chosen = new Map<string, ChosenEvent>();
      for (const event of events) {
        const key = eventKey(event);
        const known = pending.get(key) ?? stored.get(key);
        const decision = decideVersion(event, known);
        outcomes.push(decision.outcome);
        if (!decision.write) continue;
        chosen.set(key, { event, stored: known });
        pending.set(key, storedEventOf(event));
      }
      const batch = [...chosen.values()];
      const embeddings = embedSummaries(deps.embedder, batch);
      // Awaited in `commit`; until then a failure must not count as unhandled.
      embeddings.catch(() => undefined);
      return { outcomes, chosen: batch, embeddings };
    },
    async commit(batch) {
      try {
        const profiles = await writeProfiles(deps, batch.chosen);
        const signals = await writeSignals(deps, batch);
        await deps.registry.put(batch.chosen.map(({ event }) => storedEventOf(event)));
        return { signals, profiles };
      } finally {
        release(batch);
      }
    },
    release,
  };

  function release(batch: PreparedBatch): void {
    for (const { event } of batch.chosen) {
      const key = eventKey(event);
      if (pending.get(key)?.eventVersion === versionOf(event)) pending.delete(key);
    }
  }
}

async function writeSignals(deps: BatchWriterDeps, batch: PreparedBatch): Promise<number> {
  const records = await buildRecords(deps, batch);
  const dropped = batch.chosen.flatMap(({ event, stored }) => {
    const kept = new Set(event.signals.map((draft) => draft.signalId));
    const gone = stored?.signalIds.filter((id) => !kept.has(id)) ?? [];
    return gone.map((signalId) => ({ signalId, eventVersion: versionOf(event) }));
  });
  const ids = [...records.keys(), ...dropped.map(({ signalId }) => signalId)];
  const places = await deps.signals.keys(ids);
  const written: SignalRecord[] = [];
  const moved: SignalKey[] = [];
  for (const record of records.values()) {
    const place = places.get(record.draft.signalId);
    const winner = place ? supersede(record, place) : record;
    if (!winner) continue;
    written.push(winner);
    if (place && !place.withdrawn && !standsAt(winner, place)) moved.push(place);
  }
  const withdrawn = dropped.flatMap(({ signalId, eventVersion: version }): Withdrawal[] => {
    const key = places.get(signalId);
    const live = key && !key.withdrawn && !records.has(signalId);
    return live && key.eventVersion <= version ? [{ key, eventVersion: version }] : [];
  });
  await putNamesOf(deps, written);
  if (written.length + withdrawn.length > 0) await deps.signals.write(written, moved, withdrawn);
  return written.length;
}

/** The batch's signals by id; of several versions of one signal the one that stands. */
async function buildRecords(
  deps: BatchWriterDeps,
  batch: PreparedBatch,
): Promise<Map<string, SignalRecord>> {
  const drafts = batch.chosen.flatMap(({ event }) =>
    event.signals.map((draft) => ({ event, draft })),
  );
  const links = await resolveLinks(
    deps.identity,
    drafts.map(({ draft }) => draft),
  );
  const embeddings = await batch.embeddings;
  const records = new Map<string, SignalRecord>();
  drafts.forEach(({ event, draft }, index) => {
    const link = links[index];
    if (!link) throw new Error('a draft without links');
    const record: SignalRecord = {
      draft,
      source: event.source,
      eventId: event.eventId,
      observedAtMs: event.observedAtMs,
      eventVersion: versionOf(event),
      ...link,
      embeddingModel: deps.embedder.model,
      embedding: embeddingOf(event, draft, embeddings),
    };
    const rival = records.get(draft.signalId);
    const winner = rival ? supersede(record, placeOf(rival)) : record;
    if (winner) records.set(draft.signalId, winner);
  });
  return records;
}

/**
 * What stands when a signal is written again: the newest version; but a job posting was first seen
 * when it was first seen, whichever snapshot arrives last.
 */
function supersede(record: SignalRecord, place: SignalKey): SignalRecord | null {
  if (record.draft.signalSubtype === 'jobPosting' && !place.withdrawn) {
    if (place.detectedAtMs < record.draft.detectedAtMs) return null;
    if (place.detectedAtMs > record.draft.detectedAtMs) {
      const newer = place.eventVersion > record.eventVersion;
      return { ...record, eventVersion: newer ? place.eventVersion : record.eventVersion };
    }
  }
  return place.eventVersion > record.eventVersion ? null : record;
}

/** Companies without a profile become findable by the name their signals show. */
async function putNamesOf(deps: BatchWriterDeps, records: readonly SignalRecord[]): Promise<void> {
  const names = new Map<string, string>();
  for (const { company } of records) {
    if (company.name !== null && company.key !== '') names.set(company.key, company.name);
  }
  await deps.identity.putNames([...names].map(([companyKey, name]) => ({ companyKey, name })));
}

async function embedSummaries(
  embedder: Embedder,
  batch: readonly ChosenEvent[],
): Promise<ReadonlyMap<string, string>> {
  const texts = batch.flatMap(({ event }) =>
    event.embedding ? [] : event.signals.map((draft) => draft.data.summary),
  );
  const unique = [...new Set(texts)];
  const vectors = await embedder.embed(unique, 'batch');
  return new Map(unique.map((text, index) => [text, base64Of(vectors[index])]));
}

function embeddingOf(
  event: NormalisedEvent,
  draft: SignalDraft,
  embeddings: ReadonlyMap<string, string>,
): string {
  return event.embedding ? base64Of(event.embedding) : (embeddings.get(draft.data.summary) ?? '');
}

function base64Of(vector: Float32Array | undefined): string {
  if (!vector) throw new Error('a text without a vector');
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

function versionOf(event: NormalisedEvent): bigint {
  return eventVersion(event.observedAtMs, event.payloadHash);
}

function storedEventOf(event: NormalisedEvent): StoredEvent {
  return {
    source: event.source,
    eventId: event.eventId,
    kind: event.kind,
    observedAtMs: event.observedAtMs,
    payloadHash: event.payloadHash,
    signalIds: event.signals.map((draft) => draft.signalId),
    recordKey: recordKeyOf(event),
    eventVersion: versionOf(event),
  };
}
