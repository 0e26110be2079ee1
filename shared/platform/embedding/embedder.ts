/**
 * The embedder with a model on this machine: queues for one worker process. Questions are embedded
 * before batches. A worker that dies is replaced; its job fails at once, so that nothing hangs.
 */
import { basename } from 'node:path';
import { startBuilt } from '../process/start-built.js';
import { type CachedEmbedder, cacheVectors } from './cached-embedder.js';
import {
  EmbeddingQueue,
  type EmbeddingQueueOptions,
  type EmbeddingWorker,
} from './embedding-queue.js';
import { workerSettings } from './model-files.js';
import type { BatchLimits } from './plan-batches.js';

export interface EmbedderOptions extends Omit<EmbeddingQueueOptions, 'startWorker'> {
  /** Starts the process with the model by default. */
  startWorker?: EmbeddingQueueOptions['startWorker'];
  limits?: BatchLimits | undefined;
  /** Maximum number of vectors in the cache. */
  cachedVectors?: number;
}

/** Limits of one run of the model, for processes that embed no questions beside batches. */
const BATCH_LIMITS: BatchLimits = { maxTokens: 1_024, maxTexts: 32 };

export async function createEmbedder(options: EmbedderOptions): Promise<
  CachedEmbedder & {
    /** Kills the worker, as a fault in it would. It is replaced. */
    crash(): void;
  }
> {
  const { model, limits = BATCH_LIMITS, cachedVectors } = options;
  const queue = new EmbeddingQueue({ startWorker, ...options });
  const dimension = await queue.start();
  const embedder = cacheVectors(queue, {
    model: basename(model),
    dimension,
    limits,
    cachedVectors,
  });
  return { ...embedder, crash: () => queue.crash() };
}

function startWorker(model: string): EmbeddingWorker {
  const child = startBuilt('embedding-worker', workerSettings(model), {
    serialization: 'advanced',
  });
  return {
    on: child.on.bind(child),
    once: child.once.bind(child),
    // Errors are ignored here: if the process has just ended, it emits `exit`.
    send: (request) => void child.send(request, () => undefined),
    kill: () => void child.kill('SIGKILL'),
  };
}
