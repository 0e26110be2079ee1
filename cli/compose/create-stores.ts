/** Creates the stores of a command: all in ClickHouse, vectors also in Qdrant if configured. */
import type { SignalFilter, SignalReader } from '../../shared/domain/ports/signal-reader.js';
import type { VectorIndex } from '../../shared/domain/ports/vector-index.js';
import type { WordPieces } from '../../shared/domain/word-pieces.js';
import { cacheReads } from '../../shared/platform/clickhouse/client/cache-reads.js';
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';
import { createClickHouseAccountStore } from '../../shared/stores/accounts/clickhouse-account-store.js';
import { createClickHouseBillingStore } from '../../shared/stores/credits/clickhouse-billing-store.js';
import { createClickHouseSourceStore } from '../../shared/stores/credits/clickhouse-source-store.js';
import { createClickHouseIdentityGraph } from '../../shared/stores/identity/clickhouse-identity-graph.js';
import { createClickHouseIdentityStore } from '../../shared/stores/identity/clickhouse-identity-store.js';
import { createClickHouseEventRegistry } from '../../shared/stores/ingest/clickhouse-event-registry.js';
import { createClickHouseIngestOutcomeReader } from '../../shared/stores/ingest/clickhouse-ingest-outcome-reader.js';
import { createClickHouseIngestOutcomeStore } from '../../shared/stores/ingest/clickhouse-ingest-outcome-store.js';
import { createClickHouseProgressStore } from '../../shared/stores/ingest/clickhouse-progress-store.js';
import { createClickHouseSnapshotStore } from '../../shared/stores/ingest/clickhouse-snapshot-store.js';
import { createClickHouseStoryStore } from '../../shared/stores/ingest/clickhouse-story-store.js';
import { createClickHouseTurnStore } from '../../shared/stores/ingest/clickhouse-turn-store.js';
import { createClickHouseUsageStore } from '../../shared/stores/logs/clickhouse-usage-store.js';
import { createClickHouseSignalReader } from '../../shared/stores/signals/clickhouse-signal-reader.js';
import { createClickHouseSignalWriter } from '../../shared/stores/signals/clickhouse-signal-writer.js';
import { writeBothStores } from '../../shared/stores/vector-sync/write-both-stores.js';
import { createClickHouseVectorIndex } from '../../shared/stores/vectors/clickhouse-vector-index.js';
import {
  fallBackToExact,
  MAX_EXACT_SIGNALS,
} from '../../shared/stores/vectors/fall-back-to-exact.js';
import { createQdrantVectorIndex } from '../../shared/stores/vectors/qdrant-vector-index.js';
import { createQdrantVectorWriter } from '../../shared/stores/vectors/qdrant-vector-writer.js';
import type { Parts, VectorStore } from './open-parts.js';

type SearchParts = Pick<Parts, 'vectors' | 'clock' | 'logger' | 'maxExactSignals'>;

export function createIngestStores(
  clickhouse: ClickHouse,
  vectors: VectorStore | undefined,
  wordPieces: WordPieces | null,
) {
  const signals = createClickHouseSignalWriter(clickhouse, wordPieces);
  return {
    registry: createClickHouseEventRegistry(clickhouse),
    identity: createClickHouseIdentityStore(clickhouse),
    signals: vectors
      ? writeBothStores(signals, createQdrantVectorWriter(vectors.qdrant, vectors.collection))
      : signals,
    snapshots: createClickHouseSnapshotStore(clickhouse),
    stories: createClickHouseStoryStore(clickhouse),
    progress: createClickHouseProgressStore(clickhouse),
    outcomes: createClickHouseIngestOutcomeStore(clickhouse),
    turns: createClickHouseTurnStore(clickhouse),
  };
}

export function createApiStores(clickhouse: ClickHouse, search: SearchParts) {
  const reads = cacheReads(clickhouse);
  const signals = createClickHouseSignalReader(reads);
  return {
    ...createBillingStores(clickhouse),
    signals,
    vectors: createVectorIndex(reads, signals, search),
    identity: createClickHouseIdentityGraph(reads),
    ingestOutcomes: createClickHouseIngestOutcomeReader(clickhouse),
    facts: createClickHouseProgressStore(clickhouse),
  };
}

/** Creates the stores of accounts and of all that is known about what they used. */
export function createBillingStores(clickhouse: ClickHouse) {
  return {
    accounts: createClickHouseAccountStore(clickhouse),
    usage: createClickHouseUsageStore(clickhouse),
    sources: createClickHouseSourceStore(clickhouse),
    billing: createClickHouseBillingStore(clickhouse),
  };
}

function createVectorIndex(
  clickhouse: ClickHouse,
  signals: SignalReader,
  { vectors, clock, logger, maxExactSignals: maxSignals = MAX_EXACT_SIGNALS }: SearchParts,
): VectorIndex {
  const exact = createClickHouseVectorIndex(clickhouse);
  if (!vectors) return exact;
  const { qdrant, collection: target } = vectors;
  const suffices = async (filter: SignalFilter) => (await signals.count(filter)) <= maxSignals;
  const first = createQdrantVectorIndex({
    qdrant,
    target,
    clickhouse,
    exact: { index: exact, suffices },
  });
  return fallBackToExact({ first, exact, suffices, clock, logger });
}
