/** Starts the process that holds the model. */
import type { EventEmitter } from 'node:events';
import { startBuilt } from '../process/start-built.js';
import type { WorkerRequest } from './messages.js';
import { workerSettings } from './model-files.js';

/** As much of a worker process as the queue needs. It emits `message`, `error` and `exit`. */
export interface EmbeddingWorker extends Pick<EventEmitter, 'on' | 'once'> {
  send(request: WorkerRequest): void;
  /** Ends it at once, whatever it does: it holds nothing but the model. */
  kill(): void;
}

export function startWorker(model: string): EmbeddingWorker {
  const child = startBuilt('embedding-worker', workerSettings(model), {
    serialization: 'advanced',
  });
  return {
    on: child.on.bind(child),
    once: child.once.bind(child),
    // One that has just ended is told by its `exit`.
    send: (request) => void child.send(request, () => undefined),
    kill: () => void child.kill('SIGKILL'),
  };
}
