/** Starts the process that holds the model. */
import type { EventEmitter } from 'node:events';
import { startBuilt } from '../process/start-built.js';
import type { WorkerRequest } from './messages.js';
import { workerSettings } from './model-files.js';

/** The part of a worker process that the queue uses. It emits `message`, `error` and `exit`. */
export interface EmbeddingWorker extends Pick<EventEmitter, 'on' | 'once'> {
  send(request: WorkerRequest): void;
  /** Ends the worker at once, even during a run: it holds nothing but the model. */
  kill(): void;
}

export function startWorker(model: string): EmbeddingWorker {
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
