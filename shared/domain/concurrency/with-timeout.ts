/**
 * What `work` resolves or rejects with, or `'late'` after `ms`; the work then continues and its result is
 * ignored. A result that arrived while the process itself was paused is not late: sockets are read once
 * more after the timer.
 */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve, 'late'), ms);
  });
  // `race` keeps listening to `work`: a late rejection is handled.
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
