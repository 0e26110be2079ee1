/**
 * The embedder with a model on this machine: queues for one worker process. Queries are embedded
 * before batches. A worker that dies is replaced; its job fails at once, so that nothing hangs.
 */
import { basename } from 'node:path';
import type { Logger } from '../../domain/ports/logger.js';
import { type CachedEmbedder, cacheVectors } from './cached-embedder.js';
import { EmbeddingQueue } from './embedding-queue.js';
import type { BatchLimits } from './plan-batches.js';
import { type EmbeddingWorker, startWorker } from './start-worker.js';

export interface EmbedderOptions {
  /** Folder of the model, or its id on a hub. */
  model: string;
  logger: Logger;
  limits?: BatchLimits | undefined;
  /** Milliseconds after which a run fails and its worker is treated as dead. */
  timeoutMs?: number;
  /** Maximum number of vectors in the cache. */
  cachedVectors?: number;
  /** Maximum number of queries that wait; further ones are refused. Callers limit their batches. */
  maxWaitingQueries?: number;
  startWorker?: (model: string) => EmbeddingWorker;
}

/** Runs are small, so that a query waits only a few milliseconds for a running batch. */
const SHARED_LIMITS: BatchLimits = { maxTokens: 1_024, maxTexts: 32 };
const RUN_TIMEOUT_MS = 60_000;
const MAX_WAITING_QUERIES = 2_000;

export async function createEmbedder(options: EmbedderOptions): Promise<
  CachedEmbedder & {
    /** Kills the worker, as a fault in it would. It is replaced. */
    crash(): void;
  }
> {
  const { model, limits = SHARED_LIMITS, cachedVectors } = options;
  const queue = new EmbeddingQueue({
    start: () => (options.startWorker ?? startWorker)(model),
    logger: options.logger,
    runTimeoutMs: options.timeoutMs ?? RUN_TIMEOUT_MS,
    maxWaitingQueries: options.maxWaitingQueries ?? MAX_WAITING_QUERIES,
  });
  const dimension = await queue.start();
  const embedder = cacheVectors(queue, {
    model: basename(model),
    dimension,
    limits,
    cachedVectors,
  });
  return { ...embedder, crash: () => queue.crash() };
}
