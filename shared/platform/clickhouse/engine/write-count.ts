/** Counts what may write into the embedded engine: what was read stays true while the count stays. */
import { randomUUID } from 'node:crypto';
import type { Engine } from './engine.js';

export class WriteCount {
  /** Counts of two engines are never equal. */
  readonly #id = randomUUID();
  #begun = 0;
  #running = 0;

  /** Another text after each write; `null` while one runs. */
  get state(): string | null {
    return this.#running > 0 ? null : `${this.#id} ${this.#begun}`;
  }

  /** The same engine; all that runs through it counts as a write. */
  watch(engine: Engine): Engine {
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
