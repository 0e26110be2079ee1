/** Puts the ingest together from its parts; what it runs on is given. */
import type { Embedder } from '../shared/ports/embedder.js';
import type { EventRegistry } from '../shared/ports/event-registry.js';
import type { IdentityStore } from '../shared/ports/identity-store.js';
import type { FactStore, ProgressStore } from '../shared/ports/progress-store.js';
import type { SignalWriter } from '../shared/ports/signal-writer.js';
import type { SnapshotStore } from '../shared/ports/snapshot-store.js';
import type { StoryStore } from '../shared/ports/story-store.js';
import type { TurnStore } from '../shared/ports/turn-store.js';
import { loadSignalTypes } from '../shared/signal-types.js';
import { createBatchWriter } from './batch-writer.js';
import { loadNewsClassifier } from './classify/news-classifier.js';
import { loadFeedDefinitions } from './feed-definitions.js';
import type { LoadDeps } from './load-file.js';
import { createNormaliseEvent } from './normalise-event.js';
import { createTurns, type TurnLimits } from './turns.js';

export interface IngestDeps {
  embedder: Embedder;
  registry: EventRegistry;
  identity: IdentityStore;
  signals: SignalWriter;
  snapshots: SnapshotStore;
  stories: StoryStore;
  progress: ProgressStore & FactStore;
  turns: TurnStore;
  /** How long a process may be silent, unless it is as usual. */
  turnLimits?: Partial<TurnLimits>;
  feedDirs: readonly string[];
}

/** Refuses a store whose vectors were made by another model: they cannot be compared. */
export async function createIngest(deps: IngestDeps): Promise<LoadDeps> {
  await requireSameModel(deps.progress, deps.embedder);
  const types = loadSignalTypes();
  return {
    normalise: createNormaliseEvent({
      feeds: loadFeedDefinitions(deps.feedDirs),
      types,
      embedding: deps.embedder,
    }),
    writer: createBatchWriter({
      ...deps,
      types,
      classifier: loadNewsClassifier(),
      turns: createTurns(deps.turns, deps.turnLimits),
    }),
    progress: deps.progress,
  };
}

const MODEL_FACT = 'embedding_model';

/** The first process to come writes the model's name and dimension beside the data. */
export async function requireSameModel(facts: FactStore, embedder: Embedder): Promise<void> {
  const own = `${embedder.model}/${embedder.dimension}`;
  const stored = await facts.fact(MODEL_FACT);
  if (stored === null) {
    await facts.putFact(MODEL_FACT, own);
  } else if (stored !== own) {
    throw new Error(
      `the stored vectors were made by ${stored}, not by ${own}: set EMBEDDING_MODEL to that model, or load into an empty data folder`,
    );
  }
}
