/**
 * The embedder: queues in front of one worker thread. Queries go ahead of batches, equal texts are
 * embedded once, and a worker that dies is replaced: what it held fails at once, nothing hangs.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors.js';
import type { Logger } from '../logger.js';
import { packageRoot } from '../package-root.js';
import type { Embedder } from '../ports/embedder.js';
import { within } from '../within.js';
import type { WorkerMessage, WorkerRequest, WorkerSettings } from './messages.js';
import { type BatchLimits, planBatches } from './plan-batches.js';

export interface EmbedderOptions {
  /** Folder of the model, or its id on a hub. */
  model: string;
  logger: Logger;
  limits?: BatchLimits;
  /** A run that takes longer counts as a dead worker. */
  timeoutMs?: number;
}

/** Small runs, so that a query waits for few milliseconds behind a batch. */
const SHARED_LIMITS: BatchLimits = { maxTokens: 1_024, maxTexts: 32 };
const RUN_TIMEOUT_MS = 60_000;
const START_TIMEOUT_MS = 120_000;
const CLOSE_TIMEOUT_MS = 10_000;
const CACHED_VECTORS = 20_000;
const MAX_WAITING_TEXTS = 50_000;
const RESTART_DELAY_MS = 500;
/** A worker thread starts from built code, also when the rest runs from source. */
const WORKER_FILE = 'dist/shared/embedding/embedding-worker.js';

interface Job {
  texts: string[];
  resolve: (vectors: Float32Array[]) => void;
  reject: (error: AppError) => void;
}

export async function createEmbedder(options: EmbedderOptions): Promise<
  Embedder & {
    /** Texts that wait for the worker. */
    waiting(): number;
    /** Ends the worker as a bug in it would; it is replaced. */
    crash(): void;
  }
> {
  // Loaded here as well, the native library stays in the process when a worker ends; a second worker
  // could not load it anew. No session is made in this thread.
  await import('onnxruntime-node');
  const queue = new EmbeddingQueue(options);
  const dimension = await queue.start();
  const cache = new LRUCache<string, Float32Array>({ max: CACHED_VECTORS });
  return {
    model: basename(options.model),
    dimension,
    async embed(texts, priority) {
      const missing = [...new Set(texts)].filter((text) => !cache.has(text));
      const made = new Map<string, Float32Array>();
      const plan = priority === 'query' ? missing.map((_, index) => [index]) : queue.plan(missing);
      await Promise.all(
        plan.map(async (indices) => {
          const batch = indices.map((index) => missing[index] ?? '');
          const vectors = await queue.run(batch, priority);
          batch.forEach((text, index) => {
            const vector = vectors[index];
            if (vector) made.set(text, vector);
          });
        }),
      );
      return texts.map((text) => {
        const vector = made.get(text) ?? cache.get(text);
        if (!vector) throw new AppError('unavailable', 'the embedding was lost');
        cache.set(text, vector);
        return vector;
      });
    },
    waiting: () => queue.waiting,
    crash: () => queue.crash(),
    close: () => queue.close(),
  };
}

/** Jobs in two queues and the worker that takes one at a time. */
class EmbeddingQueue {
  readonly #options: EmbedderOptions;
  readonly #queries: Job[] = [];
  readonly #batches: Job[] = [];
  #worker: Worker | undefined;
  #running: { job: Job; id: number; timer: NodeJS.Timeout } | undefined;
  #nextId = 1;
  #dimension = 0;
  #waitingTexts = 0;
  #closed = false;

  constructor(options: EmbedderOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#waitingTexts;
  }

  plan(texts: readonly string[]): number[][] {
    return planBatches(texts, this.#options.limits ?? SHARED_LIMITS);
  }

  run(texts: string[], priority: 'query' | 'batch'): Promise<Float32Array[]> {
    if (this.#closed) return Promise.reject(new AppError('unavailable', 'the embedder is closed'));
    if (this.#waitingTexts + texts.length > MAX_WAITING_TEXTS) {
      return Promise.reject(new AppError('unavailable', 'too many texts wait to be embedded'));
    }
    return new Promise((resolve, reject) => {
      this.#waitingTexts += texts.length;
      (priority === 'query' ? this.#queries : this.#batches).push({ texts, resolve, reject });
      this.#next();
    });
  }

  /** Resolves with the model's dimension once the worker is ready. */
  start(): Promise<number> {
    return new Promise((resolve, reject) => {
      const worker = startWorker(this.#options.model);
      const timer = setTimeout(() => {
        worker.unref();
        reject(new AppError('unavailable', 'the embedding model did not load in time'));
      }, START_TIMEOUT_MS);
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind !== 'ready') {
          this.#finish(message);
          return;
        }
        clearTimeout(timer);
        this.#worker = worker;
        this.#dimension = message.dimension;
        resolve(message.dimension);
        this.#next();
      });
      worker.on('error', (error) => {
        this.#options.logger.warn({ err: error }, 'embedding_worker_failed');
      });
      worker.on('exit', (code) => {
        clearTimeout(timer);
        reject(new AppError('unavailable', `the embedding worker ended with ${code}`));
        this.#lose(worker);
      });
    });
  }

  crash(): void {
    this.#send({ kind: 'crash' });
  }

  /** Waits for the run in the worker; ending the thread inside the native code ends the process. */
  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    const error = new AppError('unavailable', 'the embedder is closed');
    for (const job of [...this.#queries.splice(0), ...this.#batches.splice(0)]) job.reject(error);
    if (!worker) return;
    this.#send({ kind: 'close' });
    await within(CLOSE_TIMEOUT_MS, once(worker, 'exit'));
    worker.unref();
    this.#worker = undefined;
  }

  #send(request: WorkerRequest): void {
    this.#worker?.postMessage(request);
  }

  #next(): void {
    if (!this.#worker || this.#running) return;
    const job = this.#queries.shift() ?? this.#batches.shift();
    if (!job) return;
    const id = this.#nextId;
    this.#nextId += 1;
    const timer = setTimeout(() => {
      this.#abandon();
    }, this.#options.timeoutMs ?? RUN_TIMEOUT_MS);
    this.#running = { job, id, timer };
    this.#send({ kind: 'embed', id, texts: job.texts });
  }

  #finish(message: Exclude<WorkerMessage, { kind: 'ready' }>): void {
    const job = this.#take(message.id);
    if (!job) return;
    if (message.kind === 'embedded') {
      job.resolve(
        job.texts.map((_, index) =>
          message.vectors.slice(index * this.#dimension, (index + 1) * this.#dimension),
        ),
      );
    } else {
      job.reject(new AppError('unavailable', `the text cannot be embedded: ${message.message}`));
    }
    this.#next();
  }

  #take(id: number): Job | undefined {
    if (this.#running?.id !== id) return undefined;
    const { job, timer } = this.#running;
    clearTimeout(timer);
    this.#running = undefined;
    this.#waitingTexts -= job.texts.length;
    return job;
  }

  /** A worker that hangs cannot be ended safely: it is left to itself and replaced. */
  #abandon(): void {
    const worker = this.#worker;
    worker?.unref();
    if (worker) this.#lose(worker);
  }

  /** Fails what the dead worker was doing and starts another one. */
  #lose(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const job = this.#running ? this.#take(this.#running.id) : undefined;
    job?.reject(new AppError('unavailable', 'the embedding worker stopped'));
    if (this.#closed || this.#dimension === 0) return;
    this.#options.logger.warn({}, 'embedding_worker_restarting');
    setTimeout(() => {
      // A failed start ends in `exit`, which comes back here.
      if (!this.#closed) this.start().catch(() => undefined);
    }, RESTART_DELAY_MS);
  }
}

function startWorker(model: string): Worker {
  const isFolder = existsSync(model);
  const workerData: WorkerSettings = {
    localModelPath: isFolder ? `${dirname(model)}/` : null,
    model: isFolder ? basename(model) : model,
  };
  return new Worker(join(packageRoot(), WORKER_FILE), { workerData });
}
