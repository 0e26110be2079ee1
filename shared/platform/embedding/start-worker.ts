/** Starts the thread that holds the model. */
import type { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../../domain/package-root.js';
import type { WorkerRequest, WorkerSettings } from './messages.js';

/** As much of a worker thread as the queue needs. */
export interface EmbeddingWorker extends Pick<EventEmitter, 'on' | 'once'> {
  postMessage(request: WorkerRequest): void;
  unref(): void;
}

/** A worker thread starts from built code, also when the rest runs from source. */
const WORKER_FILE = 'dist/shared/platform/embedding/embedding-worker.js';

export function startWorker(model: string): EmbeddingWorker {
  const isFolder = existsSync(model);
  const workerData: WorkerSettings = {
    localModelPath: isFolder ? `${dirname(model)}/` : null,
    model: isFolder ? basename(model) : model,
  };
  return new Worker(join(packageRoot(), WORKER_FILE), { workerData });
}
