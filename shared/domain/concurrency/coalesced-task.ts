/** Work that is done a moment after it is asked for, for all who asked meanwhile; one run at a time. */
export class CoalescedTask {
  readonly #work: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Does nothing while an earlier call still waits. */
  schedule(delayMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.flush().catch(() => undefined);
    }, delayMs);
  }

  /** Resolves when a run that began after the call has ended. */
  async flush(): Promise<void> {
    this.cancel();
    await this.#running?.catch(() => undefined);
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
