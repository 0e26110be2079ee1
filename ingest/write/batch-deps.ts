/** The stores that a batch reads and changes, and what else it is decided with. */
import type { Embedder } from '../../shared/domain/ports/embedder.js';
import type { EventRegistry } from '../../shared/domain/ports/event-registry.js';
import type { IdentityStore } from '../../shared/domain/ports/identity-store.js';
import type { IngestOutcomeStore } from '../../shared/domain/ports/ingest-outcomes.js';
import type { SignalWriter } from '../../shared/domain/ports/signal-writer.js';
import type { SnapshotStore } from '../../shared/domain/ports/snapshot-store.js';
import type { StoryStore } from '../../shared/domain/ports/story-store.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import type { NewsClassifier } from '../classify/news-classifier.js';

export interface BatchStores {
  identity: IdentityStore;
  signals: SignalWriter;
  stories: StoryStore;
  snapshots: SnapshotStore;
  outcomes: IngestOutcomeStore;
  registry: EventRegistry;
}

export interface BatchDeps extends BatchStores {
  embedder: Embedder;
  types: SignalTypes;
  classifier: NewsClassifier;
}
