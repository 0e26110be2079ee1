/** Creates ingest from its parts; the stores are injected. */
import { AppError } from '../shared/domain/errors.js';
import type { Embedder } from '../shared/domain/ports/embedder.js';
import type { IngestOutcomeStore } from '../shared/domain/ports/ingest-outcomes.js';
import {
  EMBEDDING_MODEL_FACT,
  type FactStore,
  type ProgressStore,
  TOKENIZER_FACT,
} from '../shared/domain/ports/progress-store.js';
import type { TurnStore } from '../shared/domain/ports/turn-store.js';
import { loadSignalTypes } from '../shared/domain/schemas/signal-types.js';
import { loadNewsClassifier } from './classify/news-classifier.js';
import type { FeedDefinitions } from './feeds/feed-definitions.js';
import { createNormaliseEvent, type NormaliseEvent } from './normalise/normalise-event.js';
import type { BatchStores } from './write/batch-deps.js';
import { type BatchWriter, createBatchWriter } from './write/batch-writer.js';
import { createTurns, type TurnLimits } from './write/turns.js';

interface IngestDeps extends BatchStores {
  embedder: Embedder;
  /** Fingerprint of the tokenizer of the word pieces; `null` if no word pieces are stored. */
  tokenizer?: string | null;
  progress: ProgressStore & FactStore;
  turns: TurnStore;
  /** Time limits of turns that replace the usual ones. */
  turnLimits?: Partial<TurnLimits>;
  feeds: FeedDefinitions;
}

/** What a source of events needs to write them. */
export interface Ingest {
  normalise: NormaliseEvent;
  writer: BatchWriter;
  progress: ProgressStore;
  outcomes: IngestOutcomeStore;
  /** Names of all feeds. */
  feedNames: readonly string[];
}

/**
 * Creates ingest. Throws `conflict` if another model made the stored vectors or word pieces,
 * because they cannot be compared with new ones.
 */
export async function createIngest(deps: IngestDeps): Promise<Ingest> {
  await requireSameModel(deps.progress, deps.embedder);
  await requireSameTokenizer(deps.progress, deps.tokenizer ?? null);
  const types = loadSignalTypes();
  return {
    normalise: createNormaliseEvent({
      feeds: deps.feeds,
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
    outcomes: deps.outcomes,
    feedNames: deps.feeds.sources(),
  };
}

async function requireSameModel(facts: FactStore, embedder: Embedder): Promise<void> {
  const current = `${embedder.model}/${embedder.dimension}`;
  const stored = await ensureFact(facts, EMBEDDING_MODEL_FACT, current);
  if (stored === current) return;
  throw new AppError(
    'conflict',
    `The stored vectors were created by ${stored}, but the current model is ${current}. Set EMBEDDING_MODEL to the model of the stored vectors, or load into an empty data folder.`,
  );
}

async function requireSameTokenizer(facts: FactStore, current: string | null): Promise<void> {
  if (current === null || (await ensureFact(facts, TOKENIZER_FACT, current)) === current) return;
  throw new AppError(
    'conflict',
    'The stored word pieces were made by another tokenizer than that of the current model, which has the same name. Set EMBEDDING_MODEL to the model of the stored signals, or load into an empty data folder.',
  );
}

/** Returns the stored value of a fact. If there is none, stores `initial` and returns it. */
async function ensureFact(facts: FactStore, name: string, initial: string): Promise<string> {
  const stored = await facts.fact(name);
  if (stored === null) await facts.putFact(name, initial);
  return stored ?? initial;
}
