/**
 * Settles as `work` does, or resolves with `'late'` after `ms`. The work then continues, and its
 * result is ignored. A result that arrived while the process was paused is not late, because
 * sockets are read once more after the timer.
 */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve, 'late'), ms);
  });
  // `race` keeps listening to `work`, so a late rejection is handled.
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
