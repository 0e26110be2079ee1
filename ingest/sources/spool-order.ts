/**
 * Decides which file of the spool is next: files in the order of their names. A long file that was
 * interrupted continues after those that waited for it, however many more arrive.
 */

export interface SpoolOrder {
  /** Of the files that lie there, in their order; `undefined` when there is none. */
  next(files: readonly string[]): string | undefined;
  /** The file was interrupted before its end; `others` wait. */
  interrupted(file: string, others: number): void;
}

export function createSpoolOrder(): SpoolOrder {
  /** How many others a file still waits for. */
  const waits = new Map<string, number>();
  return {
    next(files) {
      for (const file of waits.keys()) if (!files.includes(file)) waits.delete(file);
      const due = [...waits].find(([, others]) => others <= 0)?.[0];
      const chosen = due ?? files.find((file) => !waits.has(file)) ?? files[0];
      if (chosen === undefined) return undefined;
      waits.delete(chosen);
      for (const [file, others] of waits) waits.set(file, others - 1);
      return chosen;
    },
    interrupted(file, others) {
      waits.set(file, others);
    },
  };
}
