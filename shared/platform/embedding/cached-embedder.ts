/**
 * An embedder that caches vectors, whatever their source. Equal texts of a request are embedded
 * once, and batches are grouped by length.
 */
import { LRUCache } from 'lru-cache';
import { withTimeout } from '../../domain/concurrency/with-timeout.js';
import { ModelUnavailableError } from '../../domain/errors.js';
import type { EmbeddedQuestion, Embedder } from '../../domain/ports/embedder.js';
import { type BatchLimits, planBatches } from './plan-batches.js';

/** Source of vectors: a worker process with the model, or a server. */
export interface VectorSource {
  readonly waiting: number;
  run(texts: string[]): Promise<Float32Array[]>;
  /** Embeds a question before all texts that wait. */
  runQuestion(text: string): Promise<EmbeddedQuestion>;
  close(): Promise<void>;
}

interface CachedEmbedderOptions {
  model: string;
  dimension: number;
  limits: BatchLimits;
  cachedVectors?: number | undefined;
}

export interface CachedEmbedder extends Embedder {
  waiting(): number;
}

/** Milliseconds that a question waits for a model or server that hangs. Batches wait longer. */
const QUESTION_MS = 20_000;
const CACHED_VECTORS = 20_000;
/** A text may be as long as a line, so bytes are limited too. */
const CACHED_VECTOR_BYTES = 64_000_000;
/** A question has a state for each word piece: with 500 pieces 0.8 MB, with ten 15 kB. */
const CACHED_QUESTION_BYTES = 16_000_000;

export function cacheVectors(
  source: VectorSource,
  { model, dimension, limits, cachedVectors = CACHED_VECTORS }: CachedEmbedderOptions,
): CachedEmbedder {
  const cache = new LRUCache<string, Float32Array>({
    max: cachedVectors,
    maxSize: CACHED_VECTOR_BYTES,
    sizeCalculation: (vector, text) => vector.byteLength + 2 * text.length,
  });
  const questions = new LRUCache<string, EmbeddedQuestion>({
    maxSize: CACHED_QUESTION_BYTES,
    sizeCalculation: ({ vector, states }, text) =>
      (states.length + 1) * vector.byteLength + 2 * text.length,
  });
  return {
    model,
    dimension,
    async embed(texts) {
      // A request keeps its vectors itself, because the cache may drop any of them while it waits.
      const vectors = new Map<string, Float32Array>();
      const missing: string[] = [];
      for (const text of new Set(texts)) {
        const cached = cache.get(text);
        if (cached) vectors.set(text, cached);
        else missing.push(text);
      }
      await Promise.all(
        planBatches(missing, limits).map(async (batch) => {
          const embedded = await source.run(batch);
          batch.forEach((text, index) => {
            const vector = embedded[index];
            if (!vector) return;
            vectors.set(text, vector);
            cache.set(text, vector);
          });
        }),
      );
      return texts.map((text) => {
        const vector = vectors.get(text);
        if (!vector) throw new ModelUnavailableError('a text has no vector');
        return vector;
      });
    },
    async embedQuestion(question) {
      const cached = questions.get(question);
      if (cached) return cached;
      const embedded = await withTimeout(QUESTION_MS, source.runQuestion(question));
      if (embedded === 'late') {
        throw new ModelUnavailableError(
          `the embedding model did not answer within ${QUESTION_MS / 1_000} s`,
        );
      }
      questions.set(question, embedded);
      return embedded;
    },
    waiting: () => source.waiting,
    close: () => source.close(),
  };
}
