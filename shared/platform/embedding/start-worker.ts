/** Starts the process that holds the model. */
import { fork } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { packageRoot } from '../../domain/package-root.js';
import type { WorkerRequest } from './messages.js';
import { workerSettings } from './model-files.js';

/** As much of a worker process as the queue needs. It emits `message`, `error` and `exit`. */
export interface EmbeddingWorker extends Pick<EventEmitter, 'on' | 'once'> {
  send(request: WorkerRequest): void;
  /** Ends it at once, whatever it does: it holds nothing but the model. */
  kill(): void;
}

/** A worker starts from built code, also when the rest runs from source. */
const WORKER_FILE = 'dist/service/embedding-worker.js';

export function startWorker(model: string): EmbeddingWorker {
  const settings = JSON.stringify(workerSettings(model));
  const child = fork(join(packageRoot(), WORKER_FILE), [settings], {
    serialization: 'advanced',
    execArgv: [],
    // The model's library prints to standard output, which belongs to the command.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    on: child.on.bind(child),
    once: child.once.bind(child),
    // One that has just ended is told by its `exit`.
    send: (request) => void child.send(request, () => undefined),
    kill: () => void child.kill('SIGKILL'),
  };
}
