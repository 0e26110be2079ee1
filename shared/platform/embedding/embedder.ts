/**
 * The embedder with a model on this machine: queues for one worker process. Questions are embedded
 * before batches. A worker that dies is replaced; its job fails at once, so that nothing hangs.
 */
import { basename } from 'node:path';
import { type CachedEmbedder, cacheVectors } from './cached-embedder.js';
import { EmbeddingQueue, type EmbeddingQueueOptions } from './embedding-queue.js';
import type { BatchLimits } from './plan-batches.js';

export interface EmbedderOptions extends EmbeddingQueueOptions {
  limits?: BatchLimits | undefined;
  /** Maximum number of vectors in the cache. */
  cachedVectors?: number;
}

/** Runs are small, so that a question waits only a few milliseconds for a running batch. */
const SHARED_LIMITS: BatchLimits = { maxTokens: 1_024, maxTexts: 32 };

export async function createEmbedder(options: EmbedderOptions): Promise<
  CachedEmbedder & {
    /** Kills the worker, as a fault in it would. It is replaced. */
    crash(): void;
  }
> {
  const { model, limits = SHARED_LIMITS, cachedVectors } = options;
  const queue = new EmbeddingQueue(options);
  const dimension = await queue.start();
  const embedder = cacheVectors(queue, {
    model: basename(model),
    dimension,
    limits,
    cachedVectors,
  });
  return { ...embedder, crash: () => queue.crash() };
}
