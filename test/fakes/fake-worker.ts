/**
 * An embedding worker without a process: it answers in a later turn of the event loop, and fails to
 * start or dies on request.
 */
import { EventEmitter } from 'node:events';
import type { EmbeddingWorker } from '../../shared/platform/embedding/embedding-queue.js';
import type { WorkerMessage, WorkerRequest } from '../../shared/platform/embedding/messages.js';
import { fakeVector } from './fake-embedder.js';

export class FakeWorker extends EventEmitter implements EmbeddingWorker {
  static readonly dimension = fakeVector('').length;
  /** Texts that it was sent, in order. */
  readonly texts: string[] = [];

  /** If `isBroken`, it exits instead of becoming ready. */
  constructor(isBroken = false) {
    super();
    setImmediate(() => {
      if (isBroken) this.emit('exit', 1);
      else this.#say({ kind: 'ready', dimension: FakeWorker.dimension });
    });
  }

  send({ texts }: WorkerRequest): void {
    this.texts.push(...texts);
    const vectors = Float32Array.from(texts.flatMap((text) => [...fakeVector(text)]));
    const states = new Float32Array();
    setImmediate(() => this.#say({ kind: 'embedded', vectors, pieces: [], states }));
  }

  kill(): void {
    setImmediate(() => this.emit('exit', null));
  }

  #say(message: WorkerMessage): void {
    this.emit('message', message);
  }
}
