/**
 * Decides which file of the spool is loaded next: files in the order of their names. A long file
 * that was interrupted continues after the files that were waiting then, however many more arrive.
 */

export interface SpoolOrder {
  /** Returns the next of the given files, which are in order; `undefined` if there are none. */
  next(files: readonly string[]): string | undefined;
  /** Records that `file` was interrupted before its end while `others` files were waiting. */
  markInterrupted(file: string, others: number): void;
}

export function createSpoolOrder(): SpoolOrder {
  /** Interrupted files, each with the number of other files to load before it continues. */
  const filesBefore = new Map<string, number>();
  return {
    next(files) {
      for (const file of filesBefore.keys()) if (!files.includes(file)) filesBefore.delete(file);
      const due = [...filesBefore].find(([, others]) => others <= 0)?.[0];
      const chosen = due ?? files.find((file) => !filesBefore.has(file)) ?? files[0];
      if (chosen === undefined) return undefined;
      filesBefore.delete(chosen);
      for (const [file, others] of filesBefore) filesBefore.set(file, others - 1);
      return chosen;
    },
    markInterrupted(file, others) {
      filesBefore.set(file, others);
    },
  };
}
