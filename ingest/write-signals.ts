/**
 * Brings a batch's signals to the store: resolved, embedded, the newest version of each, with the rows
 * they leave behind. Repeating it rewrites the same rows.
 */
import type { Embedder } from '../shared/ports/embedder.js';
import type { EventRegistry } from '../shared/ports/event-registry.js';
import type { SignalKey, SignalRecord, Withdrawal } from '../shared/ports/signal-writer.js';
import type { OriginatedDraft } from './derive/derived-signals.js';
import { type RelinkDeps, resolveLinks } from './relink-signals.js';
import { standsAt } from './signal-place.js';

export interface SignalsDeps extends RelinkDeps {
  registry: EventRegistry;
  embedder: Embedder;
}

export interface SignalChanges {
  drafts: readonly OriginatedDraft[];
  /** Vectors by text, base64; texts that are missing are embedded. */
  embeddings: ReadonlyMap<string, string>;
  /** Signals that their events no longer yield, with the version that says so. */
  dropped: readonly { signalId: string; eventVersion: bigint }[];
}

/** Returns how many signals were written. */
export async function writeSignals(deps: SignalsDeps, changes: SignalChanges): Promise<number> {
  const records = await buildRecords(deps, changes);
  const ids = [...records.keys(), ...changes.dropped.map(({ signalId }) => signalId)];
  const places = await deps.signals.keys([...new Set(ids)]);
  const written: SignalRecord[] = [];
  const moved: SignalKey[] = [];
  for (const record of records.values()) {
    const place = places.get(record.draft.signalId);
    if (place && place.eventVersion > record.eventVersion) continue;
    written.push(record);
    if (place && !place.withdrawn && !standsAt(record, place)) moved.push(place);
  }
  const withdrawn = changes.dropped.flatMap(({ signalId, eventVersion }): Withdrawal[] => {
    const key = places.get(signalId);
    const live = key && !key.withdrawn && !records.has(signalId);
    return live && key.eventVersion <= eventVersion ? [{ key, eventVersion }] : [];
  });
  await putNamesOf(deps, written);
  if (written.length + withdrawn.length > 0) await deps.signals.write(written, moved, withdrawn);
  return written.length;
}

/** Signals by id; of several versions of one signal the newest. */
async function buildRecords(
  deps: SignalsDeps,
  { drafts, embeddings }: SignalChanges,
): Promise<Map<string, SignalRecord>> {
  const links = await resolveLinks(
    deps.identity,
    drafts.map(({ draft }) => draft),
  );
  const missing = drafts
    .map(({ draft }) => draft.data.summary)
    .filter((text) => !embeddings.has(text));
  const further = await embedTexts(deps.embedder, missing);
  const records = new Map<string, SignalRecord>();
  drafts.forEach(({ origin, draft }, index) => {
    const link = links[index];
    if (!link) throw new Error('a draft without links');
    const { summary } = draft.data;
    const record: SignalRecord = {
      draft,
      source: origin.source,
      eventId: origin.eventId,
      observedAtMs: origin.observedAtMs,
      eventVersion: origin.eventVersion,
      ...link,
      embeddingModel: deps.embedder.model,
      embedding: embeddings.get(summary) ?? further.get(summary) ?? '',
    };
    const rival = records.get(draft.signalId);
    if (!rival || rival.eventVersion <= record.eventVersion) records.set(draft.signalId, record);
  });
  return records;
}

/** Companies without a profile become findable by the name their signals show. */
async function putNamesOf(deps: RelinkDeps, records: readonly SignalRecord[]): Promise<void> {
  const names = new Map<string, string>();
  for (const { company } of records) {
    if (company.name !== null && company.key !== '') names.set(company.key, company.name);
  }
  await deps.identity.putNames([...names].map(([companyKey, name]) => ({ companyKey, name })));
}

/** Little-endian float32 values of each distinct text, base64. */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
): Promise<Map<string, string>> {
  const unique = [...new Set(texts)];
  if (unique.length === 0) return new Map();
  const vectors = await embedder.embed(unique, 'batch');
  return new Map(unique.map((text, index) => [text, base64Of(vectors[index])]));
}

export function base64Of(vector: Float32Array | undefined): string {
  if (!vector) throw new Error('a text without a vector');
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}
