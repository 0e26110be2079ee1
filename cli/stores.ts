/** The stores of a command: all on one ClickHouse, the vectors in Qdrant where there is one. */
import type { ClickHouse } from '../shared/clickhouse/clickhouse.js';
import type { Clock } from '../shared/ports/clock.js';
import type { IntentIndex } from '../shared/ports/intent-index.js';
import type { Logger } from '../shared/ports/logger.js';
import type { SignalReader } from '../shared/ports/signal-reader.js';
import type { VectorIndex } from '../shared/ports/vector-index.js';
import { createClickHouseAccountStore } from '../shared/stores/clickhouse-account-store.js';
import { createClickHouseBillingStore } from '../shared/stores/clickhouse-billing-store.js';
import { createClickHouseEventRegistry } from '../shared/stores/clickhouse-event-registry.js';
import { createClickHouseIdentityGraph } from '../shared/stores/clickhouse-identity-graph.js';
import { createClickHouseIdentityStore } from '../shared/stores/clickhouse-identity-store.js';
import { createClickHouseIntentIndex } from '../shared/stores/clickhouse-intent-index.js';
import { createClickHouseLeaseStore } from '../shared/stores/clickhouse-lease-store.js';
import { createClickHouseProgressStore } from '../shared/stores/clickhouse-progress-store.js';
import { createClickHouseSignalReader } from '../shared/stores/clickhouse-signal-reader.js';
import { createClickHouseSignalWriter } from '../shared/stores/clickhouse-signal-writer.js';
import { createClickHouseSnapshotStore } from '../shared/stores/clickhouse-snapshot-store.js';
import { createClickHouseSourceStore } from '../shared/stores/clickhouse-source-store.js';
import { createClickHouseStoryStore } from '../shared/stores/clickhouse-story-store.js';
import { createClickHouseTurnStore } from '../shared/stores/clickhouse-turn-store.js';
import { createClickHouseUsageStore } from '../shared/stores/clickhouse-usage-store.js';
import { createClickHouseVectorIndex } from '../shared/stores/clickhouse-vector-index.js';
import { createQdrantIntentIndex } from '../shared/stores/qdrant-intent-index.js';
import { createQdrantVectorIndex } from '../shared/stores/qdrant-vector-index.js';
import { createQdrantVectorWriter } from '../shared/stores/qdrant-vector-writer.js';
import { fallBackToExact, MAX_EXACT_SIGNALS } from '../shared/vectors/fall-back-to-exact.js';
import { writeBothStores } from '../shared/vectors/write-both-stores.js';
import type { VectorStore } from './open-vectors.js';

export interface VectorSearchOptions {
  vectors: VectorStore | undefined;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
  /** See `FallbackDeps`. */
  maxSignals?: number;
}

export function createIngestStores(clickhouse: ClickHouse, vectors?: VectorStore) {
  const signals = createClickHouseSignalWriter(clickhouse);
  return {
    registry: createClickHouseEventRegistry(clickhouse),
    identity: createClickHouseIdentityStore(clickhouse),
    signals: vectors
      ? writeBothStores(signals, createQdrantVectorWriter(vectors.qdrant, vectors.collection))
      : signals,
    snapshots: createClickHouseSnapshotStore(clickhouse),
    stories: createClickHouseStoryStore(clickhouse),
    progress: createClickHouseProgressStore(clickhouse),
    turns: createClickHouseTurnStore(clickhouse),
  };
}

export function createApiStores(clickhouse: ClickHouse, search: VectorSearchOptions) {
  const signals = createClickHouseSignalReader(clickhouse);
  return {
    ...createBillingStores(clickhouse),
    signals,
    vectors: createVectorIndex(clickhouse, signals, search),
    identity: createClickHouseIdentityGraph(clickhouse),
    intent: createIntentIndex(clickhouse, signals, search),
  };
}

/** Accounts and all that is known of what they used. */
export function createBillingStores(clickhouse: ClickHouse) {
  return {
    accounts: createClickHouseAccountStore(clickhouse),
    usage: createClickHouseUsageStore(clickhouse),
    sources: createClickHouseSourceStore(clickhouse),
    billing: createClickHouseBillingStore(clickhouse),
    leases: createClickHouseLeaseStore(clickhouse),
  };
}

function createIntentIndex(
  clickhouse: ClickHouse,
  signals: SignalReader,
  { vectors, maxSignals = MAX_EXACT_SIGNALS }: VectorSearchOptions,
): IntentIndex {
  if (!vectors) return createClickHouseIntentIndex(clickhouse);
  const { qdrant, collection: target } = vectors;
  return createQdrantIntentIndex({ qdrant, target, clickhouse, signals, maxSignals });
}

function createVectorIndex(
  clickhouse: ClickHouse,
  signals: SignalReader,
  { vectors, ...options }: VectorSearchOptions,
): VectorIndex {
  const exact = createClickHouseVectorIndex(clickhouse);
  if (!vectors) return exact;
  const first = createQdrantVectorIndex(vectors.qdrant, vectors.collection, clickhouse);
  return fallBackToExact({ first, exact, signals, ...options });
}
