/**
 * Runs `work` once, a moment after it is scheduled, for all calls made meanwhile; at most one run at a
 * time.
 */
export class CoalescedTask {
  readonly #work: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Does nothing while an earlier call still waits. */
  schedule(delayMs: number): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.flush().catch(() => undefined);
    }, delayMs);
  }

  /** Resolves when a run that began after the call has ended. */
  async flush(): Promise<void> {
    this.#cancel();
    await this.#running?.catch(() => undefined);
    if (this.#isClosed) return;
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  /** Resolves when no work runs any more, and none will. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel();
    await this.#running?.catch(() => undefined);
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
