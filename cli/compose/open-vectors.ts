/** Opens the vector store of a process, as configured; there is none without `QDRANT_URL`. */
import { isTransient } from '../../shared/domain/concurrency/retry.js';
import type { Embedder } from '../../shared/domain/ports/embedder.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';
import type { Config } from '../../shared/platform/process/config.js';
import { createQdrant, type Qdrant } from '../../shared/platform/qdrant/client.js';
import { createClickHouseSignalVersions } from '../../shared/stores/vector-sync/clickhouse-signal-versions.js';
import { type Collection, openCollection } from '../../shared/stores/vectors/qdrant-collection.js';

interface VectorDeps {
  config: Pick<Config, 'qdrant'>;
  clickhouse: ClickHouse;
  logger: Pick<Logger, 'warn'>;
}

export interface VectorStore {
  qdrant: Qdrant;
  collection: Collection;
}

/**
 * Opens the store; returns `undefined` without `QDRANT_URL`. An unavailable server does not stop
 * the process: searches fall back, writes wait. A collection of another model does stop it.
 */
export async function openVectors(
  { config, clickhouse, logger }: VectorDeps,
  { model, dimension }: Pick<Embedder, 'model' | 'dimension'>,
  limits?: Parameters<typeof createQdrant>[1],
): Promise<VectorStore | undefined> {
  if (!config.qdrant) return undefined;
  const qdrant = createQdrant(config.qdrant, limits);
  const versions = createClickHouseSignalVersions(clickhouse);
  const settings = { alias: config.qdrant.collection, model, dimension };
  const isEmpty = async () => (await versions.countLive()) === 0;
  const collection = openCollection(qdrant, settings, isEmpty);
  try {
    await collection.ready();
  } catch (error) {
    if (!isTransient(error)) throw error;
    logger.warn({ err: error }, 'vector_store_not_ready');
  }
  return { qdrant, collection };
}
