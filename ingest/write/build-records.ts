/**
 * Makes a batch's drafts whole: resolved, embedded, the newest version of each signal.
 */
import type { Embedder } from '../../shared/domain/ports/embedder.js';
import type { SignalDraft } from '../../shared/domain/ports/event-records.js';
import type { IdentityStore } from '../../shared/domain/ports/identity-store.js';
import type { SignalRecord } from '../../shared/domain/ports/signal-writer.js';
import type { OriginatedDraft } from '../derive/derived-signals.js';
import { resolveLinks } from '../resolve/resolve-links.js';
import { base64Of } from '../values/vectors.js';

export interface RecordDeps {
  identity: IdentityStore;
  embedder: Embedder;
}

/**
 * Of several versions of one signal the newest. `embeddings`: vectors by signal id or text, base64;
 * texts that are missing there are embedded.
 */
export async function buildRecords(
  deps: RecordDeps,
  drafts: readonly OriginatedDraft[],
  embeddings: ReadonlyMap<string, string>,
): Promise<SignalRecord[]> {
  const links = await resolveLinks(
    deps.identity,
    drafts.map(({ draft }) => draft),
  );
  const vectorOf = ({ signalId, data }: SignalDraft) =>
    embeddings.get(signalId) ?? embeddings.get(data.summary);
  const missing = drafts
    .filter(({ draft }) => vectorOf(draft) === undefined)
    .map(({ draft }) => draft.data.summary);
  const further = await embedTexts(deps.embedder, missing);
  const records = new Map<string, SignalRecord>();
  drafts.forEach(({ origin, draft }, index) => {
    const link = links[index];
    if (!link) throw new Error('a draft without links');
    const record: SignalRecord = {
      draft,
      source: origin.source,
      eventId: origin.eventId,
      observedAtMs: origin.observedAtMs,
      eventVersion: origin.eventVersion,
      ...link,
      embeddingModel: deps.embedder.model,
      embedding: vectorOf(draft) ?? further.get(draft.data.summary) ?? '',
    };
    const rival = records.get(draft.signalId);
    if (!rival || rival.eventVersion <= record.eventVersion) records.set(draft.signalId, record);
  });
  return [...records.values()];
}

/** Companies without a profile become findable by the name their signals show. */
export async function putNamesOf(
  identity: IdentityStore,
  records: readonly SignalRecord[],
): Promise<void> {
  const names = new Map<string, string>();
  for (const { company } of records) {
    if (company.name !== null && company.key !== '') names.set(company.key, company.name);
  }
  await identity.putNames([...names].map(([companyKey, name]) => ({ companyKey, name })));
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
