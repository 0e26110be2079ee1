/**
 * Lets the process end when it crashes. The engine's first session installs handlers that make it
 * sleep for minutes, in which it answers nothing and only SIGKILL ends it: they wait for a log that
 * chDB does not write.
 */

const CRASH_SIGNALS: readonly NodeJS.Signals[] = [
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGSEGV',
  'SIGSYS',
  'SIGTRAP',
];

/** Restores the default effect of the signals of crashes. Call it after the first session is open. */
export function endOnCrash(): void {
  const replaceHandler = (): void => undefined;
  for (const signal of CRASH_SIGNALS) {
    process.on(signal, replaceHandler);
    // Without a listener, Node.js restores the default.
    process.off(signal, replaceHandler);
  }
}
