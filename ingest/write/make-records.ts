/** Turns drafts into records: links and embeds the newest version of each signal. */
import type { Embedder } from '../../shared/domain/ports/embedder.js';
import type { SignalDraft } from '../../shared/domain/ports/event-records.js';
import type { CompanyName } from '../../shared/domain/ports/identity-store.js';
import type { SignalRecord } from '../../shared/domain/ports/signal-writer.js';
import { packVector } from '../../shared/domain/vectors.js';
import { type Directories, resolveLinks } from '../resolve/resolve-links.js';

/** Packed vectors, keyed by signal id if they came with an event, else by text. */
export type Embeddings = ReadonlyMap<string, string>;

export interface RecordParts {
  directories: Directories;
  embeddings: Embeddings;
  model: string;
}

/** Makes the records. Of several versions of one signal only the newest is kept. */
export function makeRecords(
  drafts: readonly SignalDraft[],
  { directories, embeddings, model }: RecordParts,
): SignalRecord[] {
  const newest = new Map<string, SignalDraft>();
  for (const draft of drafts) {
    const rival = newest.get(draft.signalId);
    if (!rival || rival.origin.eventVersion <= draft.origin.eventVersion) {
      newest.set(draft.signalId, draft);
    }
  }
  return [...newest.values()].map((draft) => ({
    draft,
    ...resolveLinks(draft, directories),
    embeddingModel: model,
    embedding: embeddingOf(draft, embeddings) ?? '',
  }));
}

/** Returns `embeddings`, with the vectors of the drafts that are missing there. */
export async function embedMissing(
  embedder: Embedder,
  drafts: readonly SignalDraft[],
  embeddings: Embeddings,
): Promise<Embeddings> {
  const missing = drafts.filter((draft) => embeddingOf(draft, embeddings) === undefined);
  const texts = [...new Set(missing.map(({ data }) => data.summary))];
  if (texts.length === 0) return embeddings;
  const vectors = await embedder.embed(texts);
  const computed = texts.map((text, at): [string, string] => [text, packVector(vectors[at])]);
  return new Map([...embeddings, ...computed]);
}

function embeddingOf({ signalId, data }: SignalDraft, embeddings: Embeddings): string | undefined {
  return embeddings.get(signalId) ?? embeddings.get(data.summary);
}

/**
 * Returns the names by which companies without a profile can be found: all that their signals
 * show, because any of them may be the newest. Companies with a profile can be found already.
 */
export function namesOf(
  records: readonly SignalRecord[],
  companies: Directories['companies'],
): CompanyName[] {
  const profiles = new Set([...companies.values()].flat().map(({ key }) => key));
  const named = records.flatMap(({ company: { key: companyKey, name } }) =>
    name === null || companyKey === '' || profiles.has(companyKey) ? [] : [{ companyKey, name }],
  );
  const byName = named.map((each) => [`${each.companyKey}\n${each.name}`, each] as const);
  return [...new Map(byName).values()];
}
