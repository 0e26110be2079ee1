/**
 * The embedder: a cache of vectors and queues in front of one worker process. Queries go ahead of batches,
 * equal texts of a request are embedded once, and a worker that dies is replaced: what it held fails at
 * once, nothing hangs.
 */
import { basename } from 'node:path';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../domain/errors.js';
import type { EmbeddedQuestion, Embedder } from '../../domain/ports/embedder.js';
import type { Logger } from '../../domain/ports/logger.js';
import { EmbeddingQueue } from './embedding-queue.js';
import { type BatchLimits, planBatches } from './plan-batches.js';
import { type EmbeddingWorker, startWorker } from './start-worker.js';

export interface EmbedderOptions {
  /** Folder of the model, or its id on a hub. */
  model: string;
  logger: Logger;
  limits?: BatchLimits;
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
const CACHED_VECTORS = 20_000;
const CACHED_QUESTIONS = 500;
const MAX_WAITING_QUERIES = 2_000;

export async function createEmbedder(options: EmbedderOptions): Promise<
  Embedder & {
    /** Texts that wait for the worker. */
    waiting(): number;
    /** Ends the worker as a fault in it would; it is replaced. */
    crash(): void;
  }
> {
  const { model, limits = SHARED_LIMITS } = options;
  const queue = new EmbeddingQueue({
    start: () => (options.startWorker ?? startWorker)(model),
    logger: options.logger,
    runTimeoutMs: options.timeoutMs ?? RUN_TIMEOUT_MS,
    maxWaitingQueries: options.maxWaitingQueries ?? MAX_WAITING_QUERIES,
  });
  const dimension = await queue.start();
  const cache = new LRUCache<string, Float32Array>({
    max: options.cachedVectors ?? CACHED_VECTORS,
  });
  const questions = new LRUCache<string, EmbeddedQuestion>({ max: CACHED_QUESTIONS });
  return {
    model: basename(model),
    dimension,
    async embed(texts, priority) {
      // A request holds its vectors itself: the cache may forget any of them while it waits.
      const vectors = new Map<string, Float32Array>();
      const missing: string[] = [];
      for (const text of new Set(texts)) {
        const known = cache.get(text);
        if (known) vectors.set(text, known);
        else missing.push(text);
      }
      const plan =
        priority === 'query' ? missing.map((_, index) => [index]) : planBatches(missing, limits);
      await Promise.all(
        plan.map(async (indices) => {
          const batch = indices.map((index) => missing[index] ?? '');
          const made = await queue.run(batch, priority);
          batch.forEach((text, index) => {
            const vector = made[index];
            if (!vector) return;
            vectors.set(text, vector);
            cache.set(text, vector);
          });
        }),
      );
      return texts.map((text) => {
        const vector = vectors.get(text);
        if (!vector)
          throw new AppError('unavailable', 'the embedding worker returned no vector for a text');
        return vector;
      });
    },
    async embedQuestion(question) {
      const known = questions.get(question);
      if (known) return known;
      const made = await queue.runQuestion(question);
      questions.set(question, made);
      return made;
    },
    waiting: () => queue.waiting,
    crash: () => queue.crash(),
    close: () => queue.close(),
  };
}
