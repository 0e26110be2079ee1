/** What `work` resolves or rejects with, or `'late'` after `ms`; it goes on then, and nobody waits. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, ms, 'late');
  });
  // `race` listens to `work` for good: what comes late is not unhandled.
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
