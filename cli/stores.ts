/** The stores of a command, all on one ClickHouse. */
import type { ClickHouse } from '../shared/clickhouse/clickhouse.js';
import { createClickHouseAccountStore } from '../shared/stores/clickhouse-account-store.js';
import { createClickHouseBillingStore } from '../shared/stores/clickhouse-billing-store.js';
import { createClickHouseEventRegistry } from '../shared/stores/clickhouse-event-registry.js';
import { createClickHouseIdentityGraph } from '../shared/stores/clickhouse-identity-graph.js';
import { createClickHouseIdentityStore } from '../shared/stores/clickhouse-identity-store.js';
import { createClickHouseLeaseStore } from '../shared/stores/clickhouse-lease-store.js';
import { createClickHouseProgressStore } from '../shared/stores/clickhouse-progress-store.js';
import { createClickHouseSignalReader } from '../shared/stores/clickhouse-signal-reader.js';
import { createClickHouseSignalWriter } from '../shared/stores/clickhouse-signal-writer.js';
import { createClickHouseSnapshotStore } from '../shared/stores/clickhouse-snapshot-store.js';
import { createClickHouseSourceStore } from '../shared/stores/clickhouse-source-store.js';
import { createClickHouseStoryStore } from '../shared/stores/clickhouse-story-store.js';
import { createClickHouseUsageStore } from '../shared/stores/clickhouse-usage-store.js';
import { createClickHouseVectorIndex } from '../shared/stores/clickhouse-vector-index.js';

export function createIngestStores(clickhouse: ClickHouse) {
  return {
    registry: createClickHouseEventRegistry(clickhouse),
    identity: createClickHouseIdentityStore(clickhouse),
    signals: createClickHouseSignalWriter(clickhouse),
    snapshots: createClickHouseSnapshotStore(clickhouse),
    stories: createClickHouseStoryStore(clickhouse),
    progress: createClickHouseProgressStore(clickhouse),
  };
}

export function createApiStores(clickhouse: ClickHouse) {
  return {
    signals: createClickHouseSignalReader(clickhouse),
    vectors: createClickHouseVectorIndex(clickhouse),
    identity: createClickHouseIdentityGraph(clickhouse),
    accounts: createClickHouseAccountStore(clickhouse),
    usage: createClickHouseUsageStore(clickhouse),
    sources: createClickHouseSourceStore(clickhouse),
    billing: createClickHouseBillingStore(clickhouse),
    leases: createClickHouseLeaseStore(clickhouse),
  };
}
