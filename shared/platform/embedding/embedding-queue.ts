/**
 * Two queues of jobs, for questions and for batches, and the worker that runs one job at a time. A
 * worker that dies or hangs is replaced, as often as necessary. If a replacement fails, the waiting
 * jobs fail, so every job ends.
 */
import type { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { retry } from '../../domain/concurrency/retry.js';
import { withTimeout } from '../../domain/concurrency/with-timeout.js';
import { type AppError, ModelUnavailableError } from '../../domain/errors.js';
import type { EmbeddedQuestion } from '../../domain/ports/embedder.js';
import type { Logger } from '../../domain/ports/logger.js';
import type { Embedded, RunResult, WorkerMessage, WorkerRequest } from './messages.js';

export interface EmbeddingQueueOptions {
  /** Folder of the model, or its id on a hub. */
  model: string;
  logger: Pick<Logger, 'warn'>;
  /** Maximum questions that wait; further ones are refused. Callers limit their batches. */
  maxWaitingQuestions?: number;
  startWorker: (model: string) => EmbeddingWorker;
}

/** The part of a worker process that the queue uses. It emits `message`, `error` and `exit`. */
export interface EmbeddingWorker extends Pick<EventEmitter, 'on' | 'once'> {
  send(request: WorkerRequest): void;
  /** Ends the worker at once, even during a run: it holds nothing but the model. */
  kill(): void;
}

interface Job {
  texts: string[];
  isQuestion: boolean;
  resolve: (embedded: Embedded) => void;
  reject: (error: AppError) => void;
}

const START_TIMEOUT_MS = 120_000;
/** Milliseconds after which a run fails and its worker is treated as dead. */
const RUN_TIMEOUT_MS = 60_000;
const MAX_WAITING_QUESTIONS = 2_000;
const CLOSE_TIMEOUT_MS = 10_000;
const FIRST_RESTART_MS = 500;
const LAST_RESTART_MS = 30_000;

export class EmbeddingQueue {
  readonly #options: EmbeddingQueueOptions;
  readonly #questions: Job[] = [];
  readonly #batches: Job[] = [];
  /** The workers that have not ended. At most one of them is in use. */
  readonly #workers = new Set<EmbeddingWorker>();
  #worker: EmbeddingWorker | undefined;
  #running: { job: Job; timer: NodeJS.Timeout } | undefined;
  #dimension = 0;
  #waitingTexts = 0;
  readonly #closing = new AbortController();

  constructor(options: EmbeddingQueueOptions) {
    this.#options = options;
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  get waiting(): number {
    return this.#waitingTexts;
  }

  async run(texts: string[]): Promise<Float32Array[]> {
    const { vectors } = await this.#embed(texts, false);
    return texts.map((_, index) => this.#slice(vectors, index));
  }

  async runQuestion(text: string): Promise<EmbeddedQuestion> {
    const { vectors, pieces, states } = await this.#embed([text], true);
    return {
      vector: vectors,
      pieces,
      states: pieces.map((_, index) => this.#slice(states, index)),
    };
  }

  #slice(vectors: Float32Array, index: number): Float32Array {
    return vectors.slice(index * this.#dimension, (index + 1) * this.#dimension);
  }

  async #embed(texts: string[], isQuestion: boolean): Promise<Embedded> {
    if (this.#isClosed) throw closedError();
    const { maxWaitingQuestions = MAX_WAITING_QUESTIONS } = this.#options;
    if (isQuestion && this.#questions.length >= maxWaitingQuestions) {
      throw new ModelUnavailableError('too many queries are waiting to be embedded');
    }
    return new Promise((resolve, reject) => {
      this.#waitingTexts += texts.length;
      const queue = isQuestion ? this.#questions : this.#batches;
      queue.push({ texts, isQuestion, resolve, reject });
      this.#startNext();
    });
  }

  /** Starts a worker. Resolves with the model's dimension once the worker is ready. */
  start(): Promise<number> {
    return new Promise((resolve, reject) => {
      const { model, startWorker } = this.#options;
      const worker = startWorker(model);
      this.#workers.add(worker);
      const timer = setTimeout(() => {
        reject(new ModelUnavailableError('the embedding model did not load in time'));
        worker.kill();
      }, START_TIMEOUT_MS);
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind === 'not_loaded') {
          reject(new ModelUnavailableError(notLoaded(model, message.reason)));
          return;
        }
        if (message.kind !== 'ready') {
          // A worker that was replaced may still answer.
          if (worker === this.#worker) this.#finish(message);
          return;
        }
        clearTimeout(timer);
        this.#worker = worker;
        this.#dimension = message.dimension;
        resolve(message.dimension);
        this.#startNext();
      });
      worker.on('error', (error) => {
        this.#options.logger.warn({ err: error }, 'embedding_worker_failed');
        // A worker that never ran does not emit `exit`.
        this.#workers.delete(worker);
        reject(new ModelUnavailableError('the embedding worker did not start'));
      });
      worker.on('exit', (code) => {
        clearTimeout(timer);
        this.#workers.delete(worker);
        reject(new ModelUnavailableError(`the embedding worker ended with ${code}`));
        this.#replace(worker);
      });
    });
  }

  crash(): void {
    this.#worker?.kill();
  }

  /** Ends the worker at once. Its job and the waiting jobs fail. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#refuseWaiting(closedError());
    await Promise.all(
      [...this.#workers].map((worker) => {
        const exited = new Promise((resolve) => worker.once('exit', resolve));
        worker.kill();
        return withTimeout(CLOSE_TIMEOUT_MS, exited);
      }),
    );
  }

  #startNext(): void {
    if (!this.#worker || this.#running) return;
    const job = this.#questions.shift() ?? this.#batches.shift();
    if (!job) return;
    const timer = setTimeout(() => this.crash(), RUN_TIMEOUT_MS);
    this.#running = { job, timer };
    this.#worker.send({ texts: job.texts, isQuestion: job.isQuestion });
  }

  #finish(message: RunResult): void {
    const job = this.#endRun();
    if (message.kind === 'embedded') {
      job?.resolve(message);
    } else {
      job?.reject(new ModelUnavailableError(`the text cannot be embedded: ${message.message}`));
    }
    this.#startNext();
  }

  /** Returns the job of the run and forgets the run; `undefined` if none runs. */
  #endRun(): Job | undefined {
    if (!this.#running) return undefined;
    const { job, timer } = this.#running;
    clearTimeout(timer);
    this.#running = undefined;
    this.#waitingTexts -= job.texts.length;
    return job;
  }

  #refuseWaiting(error: AppError): void {
    for (const job of [...this.#questions.splice(0), ...this.#batches.splice(0)]) {
      this.#waitingTexts -= job.texts.length;
      job.reject(error);
    }
  }

  /** Fails the job of the dead worker and starts another worker. */
  #replace(worker: EmbeddingWorker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#endRun()?.reject(new ModelUnavailableError('the embedding worker stopped'));
    if (!this.#isClosed) void this.#restart();
  }

  async #restart(): Promise<void> {
    const { logger } = this.#options;
    logger.warn({}, 'embedding_worker_restarting');
    const started = retry(() => this.start(), {
      firstMs: FIRST_RESTART_MS,
      lastMs: LAST_RESTART_MS,
      isTransient: () => true,
      mayContinue: () => !this.#isClosed,
      onWait: (error, waitMs) => {
        logger.warn({ err: error, wait_ms: waitMs }, 'embedding_worker_not_started');
        this.#refuseWaiting(new ModelUnavailableError('the embedding worker cannot be started'));
      },
    });
    // The retries end only if the queue is closed.
    await started.catch(() => undefined);
  }
}

function notLoaded(model: string, reason: string): string {
  // The library looks for a missing folder on a hub, so its reason would be the network.
  const isMissing = isAbsolute(model) && !existsSync(model);
  const why = isMissing ? `the folder ${model} does not exist` : reason;
  return `the embedding model did not load (${why}); EMBEDDING_MODEL names its folder, or a model that can be downloaded`;
}

function closedError(): AppError {
  return new ModelUnavailableError('the embedder is closed');
}
