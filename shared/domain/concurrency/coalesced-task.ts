/** Runs `work` once for all calls made until it starts. Only one run is active at a time. */
export class CoalescedTask {
  readonly #work: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Starts a run in `delayMs`. Does nothing if one is scheduled already. */
  schedule(delayMs: number): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.flush().catch(() => undefined);
    }, delayMs);
  }

  /** Resolves when a run that started after this call has ended. Rejects if that run fails. */
  async flush(): Promise<void> {
    this.#cancel();
    await this.#running?.catch(() => undefined);
    if (this.#isClosed) return;
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  /** Resolves when the last run has ended. No other will start. */
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
