/**
 * Opens what the API and the ingest of a process share: one embedder and, with `QDRANT_URL`, one
 * vector store, on the open ClickHouse. Tests and benchmarks can replace parts.
 */
import { isTransient } from '../../shared/domain/concurrency/retry.js';
import { type Clock, systemClock } from '../../shared/domain/ports/clock.js';
import type { Embedder } from '../../shared/domain/ports/embedder.js';
import type { WordPieces } from '../../shared/domain/word-pieces.js';
import { createEmbedder } from '../../shared/platform/embedding/embedder.js';
import { openWordPieces } from '../../shared/platform/embedding/load-word-pieces.js';
import { createRemoteEmbedder } from '../../shared/platform/embedding/remote-embedder.js';
import type { Stop } from '../../shared/platform/process/lifecycle.js';
import { createQdrant, type Qdrant } from '../../shared/platform/qdrant/client.js';
import { createClickHouseSignalVersions } from '../../shared/stores/vector-sync/clickhouse-signal-versions.js';
import { type Collection, openCollection } from '../../shared/stores/vectors/qdrant-collection.js';
import type { Runtime } from './with-runtime.js';

export interface Parts extends Base {
  clock: Clock;
  embedder: Embedder & {
    /** Returns the number of texts that wait for the model. */
    waiting(): number;
  };
  /** Word pieces of the model; `null` if it runs on a server. */
  wordPieces: WordPieces | null;
  vectors: VectorStore | undefined;
  /** Signals that may be compared one by one without Qdrant; see `MAX_EXACT_SIGNALS`. */
  maxExactSignals?: number | undefined;
}

export type Base = Pick<Runtime, 'config' | 'clickhouse' | 'logger'> &
  Partial<Pick<Runtime, 'damagedParts'>>;

export interface VectorStore {
  qdrant: Qdrant;
  collection: Collection;
}

/** Parts that replace those of the configuration. The caller closes them. */
export interface Overrides {
  clock?: Clock;
  embedder?: Embedder;
  qdrantLimits?: Parameters<typeof openVectors>[2];
  maxExactSignals?: number;
}

type StartStop = Pick<Stop, 'defer'> & Partial<Pick<Stop, 'signal'>>;

type BatchLimits = Parameters<typeof createEmbedder>[0]['limits'];

export async function openParts(
  base: Base,
  stop: StartStop,
  overrides: Overrides = {},
  limits?: BatchLimits,
): Promise<Parts> {
  const { config, clickhouse, logger } = base;
  const { clock = systemClock, qdrantLimits, maxExactSignals } = overrides;
  const embedder = overrides.embedder
    ? { ...overrides.embedder, waiting: () => 0 }
    : await openEmbedder(base, stop, limits);
  const vectors = await openVectors(base, embedder, qdrantLimits);
  return {
    config,
    clickhouse,
    logger,
    damagedParts: base.damagedParts ?? [],
    clock,
    embedder,
    wordPieces: config.embedding.server ? null : await openWordPieces(config.embedding.model),
    vectors,
    maxExactSignals,
  };
}

async function openEmbedder({ config, logger }: Base, stop: StartStop, limits?: BatchLimits) {
  const { model, server } = config.embedding;
  const embedder = server
    ? await createRemoteEmbedder({ server, logger, signal: stop.signal })
    : await createEmbedder({ model, logger, limits });
  stop.defer({ name: 'embedder', run: () => embedder.close() });
  return embedder;
}

/**
 * Opens the vector store; returns `undefined` without `QDRANT_URL`. An unavailable server does not stop
 * the process: searches fall back, writes wait. A collection of another model does stop it.
 */
export async function openVectors(
  { config, clickhouse, logger }: Omit<Base, 'config'> & { config: Pick<Base['config'], 'qdrant'> },
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
