/**
 * Jobs in two queues, and the worker that takes one at a time. A worker that dies or hangs is replaced, as
 * often as necessary. If a replacement fails, the waiting jobs fail; every job ends.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '../../domain/concurrency/with-timeout.js';
import { AppError } from '../../domain/errors.js';
import type { Logger } from '../../domain/ports/logger.js';
import type { WorkerMessage, WorkerRequest } from './messages.js';
import type { EmbeddingWorker } from './start-worker.js';

export interface EmbeddingQueueOptions {
  start: () => EmbeddingWorker;
  logger: Pick<Logger, 'warn'>;
  runTimeoutMs: number;
  maxWaitingQueries: number;
}

interface Job {
  texts: string[];
  resolve: (vectors: Float32Array[]) => void;
  reject: (error: AppError) => void;
}

const START_TIMEOUT_MS = 120_000;
const CLOSE_TIMEOUT_MS = 10_000;
const FIRST_RESTART_MS = 500;
const LAST_RESTART_MS = 30_000;

export class EmbeddingQueue {
  readonly #options: EmbeddingQueueOptions;
  readonly #queries: Job[] = [];
  readonly #batches: Job[] = [];
  #worker: EmbeddingWorker | undefined;
  #running: { job: Job; id: number; timer: NodeJS.Timeout } | undefined;
  #nextId = 1;
  #dimension = 0;
  #waitingTexts = 0;
  readonly #closing = new AbortController();

  constructor(options: EmbeddingQueueOptions) {
    this.#options = options;
  }

  get #closed(): boolean {
    return this.#closing.signal.aborted;
  }

  get waiting(): number {
    return this.#waitingTexts;
  }

  run(texts: string[], priority: 'query' | 'batch'): Promise<Float32Array[]> {
    if (this.#closed) return Promise.reject(closedError());
    if (priority === 'query' && this.#queries.length >= this.#options.maxWaitingQueries) {
      return Promise.reject(
        new AppError('unavailable', 'too many queries are waiting to be embedded'),
      );
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
      const worker = this.#options.start();
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        worker.unref();
        reject(new AppError('unavailable', 'the embedding model did not load in time'));
      }, START_TIMEOUT_MS);
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind !== 'ready') {
          this.#finish(message);
          return;
        }
        clearTimeout(timer);
        if (isLate || this.#closed) {
          worker.postMessage({ kind: 'close' });
          reject(closedError());
          return;
        }
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
    this.#closing.abort();
    const worker = this.#worker;
    this.#refuseWaiting(closedError());
    if (!worker) return;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    this.#send({ kind: 'close' });
    await withTimeout(CLOSE_TIMEOUT_MS, exited);
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
    const timer = setTimeout(() => this.#abandon(), this.#options.runTimeoutMs);
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

  #refuseWaiting(error: AppError): void {
    for (const job of [...this.#queries.splice(0), ...this.#batches.splice(0)]) {
      this.#waitingTexts -= job.texts.length;
      job.reject(error);
    }
  }

  /** A worker that hangs cannot be ended safely: it is left to itself and replaced. */
  #abandon(): void {
    const worker = this.#worker;
    worker?.unref();
    if (worker) this.#lose(worker);
  }

  /** Fails what the dead worker was doing and starts another one. */
  #lose(worker: EmbeddingWorker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const job = this.#running ? this.#take(this.#running.id) : undefined;
    job?.reject(new AppError('unavailable', 'the embedding worker stopped'));
    if (!this.#closed) void this.#restart();
  }

  async #restart(): Promise<void> {
    for (let waitMs = FIRST_RESTART_MS; ; waitMs = Math.min(LAST_RESTART_MS, waitMs * 2)) {
      this.#options.logger.warn({ wait_ms: waitMs }, 'embedding_worker_restarting');
      const { signal } = this.#closing;
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
      if (this.#closed) return;
      try {
        await this.start();
        return;
      } catch (error) {
        if (this.#closed) return;
        this.#options.logger.warn({ err: error }, 'embedding_worker_not_started');
        this.#refuseWaiting(new AppError('unavailable', 'the embedding worker cannot be started'));
      }
    }
  }
}

function closedError(): AppError {
  return new AppError('unavailable', 'the embedder is closed');
}
