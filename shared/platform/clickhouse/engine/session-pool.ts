/**
 * The sessions of one lane. A free session goes to the caller that has waited longest. A session
 * whose query failed is replaced, because the output that it already made would come before the
 * next result. Few callers wait: those of this process have a `FairQueue`, and the gateway limits
 * its connections.
 */
import type { Session } from 'chdb';

export class SessionPool {
  readonly #open: () => Session;
  readonly #free: Session[];
  readonly #waiting: ((session: Session) => void)[] = [];
  #running = 0;
  #onIdle: (() => void) | undefined;

  constructor(size: number, open: () => Session) {
    this.#open = open;
    this.#free = Array.from({ length: size }, open);
  }

  async use<T>(work: (session: Session) => Promise<T>): Promise<T> {
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

  async close(): Promise<void> {
    if (this.#running > 0 || this.#waiting.length > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    for (const session of this.#free) session.close();
  }
}
