/**
 * What Redis must still be told when it is back: small tasks in memory, in order, each repeated until
 * it has worked; they end with the process. Whoever begins what may end here, a charge or a claim, asks
 * `isFull` first: the queue holds 10,000, and one more for each request that is under way by then.
 */
import { CoalescedTask } from '../../domain/concurrency/coalesced-task.js';
import { isPassing } from '../../domain/concurrency/retry.js';
import type { Logger } from '../../domain/ports/logger.js';

interface LaterTask {
  /** Milliseconds since the epoch: what it is about. */
  atMs: number;
  run: () => Promise<void>;
}

const RETRY_MS = 200;
const MAX_TASKS = 10_000;

export class RetryQueue {
  readonly #logger: Logger;
  readonly #tasks: LaterTask[] = [];
  readonly #flusher = new CoalescedTask(() => this.#run());

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get isFull(): boolean {
    return this.#tasks.length >= MAX_TASKS;
  }

  get size(): number {
    return this.#tasks.length;
  }

  /** What the oldest task is about, `undefined` without any. */
  get oldestMs(): number | undefined {
    return this.#tasks[0]?.atMs;
  }

  add(task: LaterTask): void {
    this.#tasks.push(task);
    this.#flusher.schedule(RETRY_MS);
  }

  /** Runs what can be run now. */
  flush(): Promise<void> {
    return this.#flusher.flush();
  }

  /** Tries once more; what does not work then is given up. */
  async close(): Promise<void> {
    await this.flush();
    this.#flusher.cancel();
    if (this.#tasks.length > 0) {
      this.#logger.error({ tasks: this.#tasks.length }, 'redis_tasks_lost');
    }
    this.#tasks.length = 0;
  }

  async #run(): Promise<void> {
    for (let task = this.#tasks[0]; task; task = this.#tasks[0]) {
      try {
        await task.run();
      } catch (error) {
        if (isPassing(error)) return this.#flusher.schedule(RETRY_MS);
        this.#logger.error({ err: error }, 'redis_task_failed');
      }
      this.#tasks.shift();
    }
  }
}
