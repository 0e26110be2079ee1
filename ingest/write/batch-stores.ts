/** The stores that a batch reads and changes. */
import type { EventRegistry } from '../../shared/domain/ports/event-registry.js';
import type { IdentityStore } from '../../shared/domain/ports/identity-store.js';
import type { IngestOutcomeStore } from '../../shared/domain/ports/ingest-outcomes.js';
import type { SignalWriter } from '../../shared/domain/ports/signal-writer.js';
import type { SnapshotStore } from '../../shared/domain/ports/snapshot-store.js';
import type { StoryStore } from '../../shared/domain/ports/story-store.js';

export interface BatchStores {
  identity: IdentityStore;
  signals: SignalWriter;
  stories: StoryStore;
  snapshots: SnapshotStore;
  outcomes: IngestOutcomeStore;
  registry: EventRegistry;
}
