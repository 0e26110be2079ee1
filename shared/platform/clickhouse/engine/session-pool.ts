/**
 * The sessions of one lane. A free session goes to the caller that has waited longest. A session
 * whose query failed is replaced, because the output that it already made would come before the
 * next result. Few callers wait: those of this process have a `FairQueue`, and the gateway limits
 * its connections.
 */
import type { Session } from 'chdb';
import { AppError } from '../../../domain/errors.js';

export class SessionPool {
  readonly #open: () => Session;
  readonly #free: Session[];
  readonly #waiting: ((session: Session) => void)[] = [];
  #running = 0;
  #isClosed = false;
  #onIdle: (() => void) | undefined;

  constructor(size: number, open: () => Session) {
    this.#open = open;
    this.#free = Array.from({ length: size }, open);
  }

  async use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new AppError('unavailable', 'The embedded ClickHouse is closed.');
    let session =
      this.#free.pop() ??
      (await new Promise<Session>((resolve) => {
        this.#waiting.push(resolve);
      }));
    this.#running += 1;
    try {
      return await work(session);
    } catch (error) {
      session.close();
      session = this.#open();
      throw error;
    } finally {
      this.#running -= 1;
      const handOver = this.#waiting.shift();
      if (handOver) handOver(session);
      else this.#free.push(session);
      if (this.#running === 0 && this.#waiting.length === 0) this.#onIdle?.();
    }
  }

  /** Waits for the running calls. Later ones are refused: a new session would keep the folder. */
  async close(): Promise<void> {
    while (this.#running > 0 || this.#waiting.length > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    this.#isClosed = true;
    for (const session of this.#free) session.close();
  }
}
