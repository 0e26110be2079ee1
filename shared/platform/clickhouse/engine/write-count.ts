/**
 * Counts the calls that may write to the embedded engine. What was read remains valid while the
 * count does not change.
 */
import { randomUUID } from 'node:crypto';
import type { Engine } from './engine.js';

export class WriteCount {
  /** Makes the counts of two engines different. */
  readonly #id = randomUUID();
  #begun = 0;
  #running = 0;

  /** A text that changes with each write; `null` while a write runs. */
  get state(): string | null {
    return this.#running > 0 ? null : `${this.#id} ${this.#begun}`;
  }

  /** Wraps the engine so that every call through it counts as a write. */
  wrap(engine: Engine): Engine {
    return {
      query: (lane, query) => this.#run(() => engine.query(lane, query)),
      insert: (lane, insert) => this.#run(() => engine.insert(lane, insert)),
      close: () => engine.close(),
    };
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    this.#begun += 1;
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
    }
  }
}
