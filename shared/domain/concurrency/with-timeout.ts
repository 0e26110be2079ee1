/**
 * What `work` resolves or rejects with, or `'late'` after `ms`; it goes on then, and nobody waits. What
 * came while the process itself stood still is not late: sockets are read once more, after the timer.
 */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve, 'late'), ms);
  });
  // `race` listens to `work` for good: what comes late is not unhandled.
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
