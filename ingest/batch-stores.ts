/** The stores that one batch reads and changes. */
import type { EventRegistry } from '../shared/ports/event-registry.js';
import type { SnapshotStore } from '../shared/ports/snapshot-store.js';
import type { RelinkDeps } from './relink-signals.js';

/** What a batch is written to. */
export interface BatchStores extends RelinkDeps {
  registry: EventRegistry;
  snapshots: SnapshotStore;
}
