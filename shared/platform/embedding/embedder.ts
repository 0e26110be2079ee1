/**
 * The embedder with a model of this machine: queues in front of one worker process. Queries go ahead of
 * batches, and a worker that dies is replaced: what it held fails at once, nothing hangs.
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
  /** A run that takes longer counts as a dead worker. */
  timeoutMs?: number;
  /** Vectors that are remembered. */
  cachedVectors?: number;
  /** Queries that may wait; one more is refused. Batches are bounded by those who send them. */
  maxWaitingQueries?: number;
  startWorker?: (model: string) => EmbeddingWorker;
}

/** Small runs, so that a query waits for few milliseconds behind a batch. */
const SHARED_LIMITS: BatchLimits = { maxTokens: 1_024, maxTexts: 32 };
const RUN_TIMEOUT_MS = 60_000;
const MAX_WAITING_QUERIES = 2_000;

export async function createEmbedder(options: EmbedderOptions): Promise<
  CachedEmbedder & {
    /** Ends the worker as a fault in it would; it is replaced. */
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
