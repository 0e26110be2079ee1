/**
 * Runs work one after the other, in the order of calls. A failure does not stop the next, and who
 * leaves while waiting gives up the place at once.
 */
export function createSerialQueue() {
  /** Each begins a waiting work. */
  const waiting: (() => void)[] = [];
  let isTaken = false;

  function takePlace(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(begin);
    });
  }

  return {
    /** The number of works that wait. */
    get length(): number {
      return waiting.length;
    },
    /** Rejects with the reason of `signal` if it is aborted before the turn has come. */
    async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      signal?.throwIfAborted();
      if (isTaken) await takePlace(signal);
      isTaken = true;
      try {
        return await work();
      } finally {
        const begin = waiting.shift();
        if (begin) begin();
        else isTaken = false;
      }
    },
  };
}
