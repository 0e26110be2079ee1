/**
 * Runs `work` with a signal that is aborted as soon as one of `signals` is, until `work` settles.
 * `AbortSignal.any` would do the same, but in Node 20 each of its signals stays noted in a signal
 * that lives as long as the process.
 */
export async function withSignals<T>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const end = () => ended.abort(signals.find(({ aborted }) => aborted)?.reason);
  for (const signal of signals) signal.addEventListener('abort', end);
  try {
    if (signals.some(({ aborted }) => aborted)) end();
    return await work(ended.signal);
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', end);
  }
}
