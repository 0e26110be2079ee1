/** The stores that one batch reads and changes. */
import type { EventRegistry } from '../../shared/domain/ports/event-registry.js';
import type { SnapshotStore } from '../../shared/domain/ports/snapshot-store.js';
import type { RelinkDeps } from './relink-signals.js';

/** What a batch is written to. */
export interface BatchStores extends RelinkDeps {
  registry: EventRegistry;
  snapshots: SnapshotStore;
}
