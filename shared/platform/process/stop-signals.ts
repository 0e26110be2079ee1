/**
 * Handles SIGTERM and SIGINT: the first one asks a process to stop, a later one to stop at once.
 * npm repeats a signal that a terminal already sent to all of its processes; that repeat is
 * ignored.
 */
const ECHO_MS = 1_000;

interface StopSignals {
  onFirst: (name: NodeJS.Signals) => void;
  onLater: (name: NodeJS.Signals) => void;
}

export function onStopSignals({ onFirst, onLater }: StopSignals): () => void {
  let first: { name: NodeJS.Signals; atMs: number } | undefined;
  const onSignal = (name: NodeJS.Signals): void => {
    const nowMs = performance.now();
    if (first === undefined) {
      first = { name, atMs: nowMs };
      onFirst(name);
      return;
    }
    const isEcho = name === first.name && nowMs - first.atMs < ECHO_MS;
    if (!isEcho) onLater(name);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return () => {
    process.off('SIGTERM', onSignal);
    process.off('SIGINT', onSignal);
  };
}
