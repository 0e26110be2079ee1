/**
 * `writing` is a request to write as long as another process may request it too. When no other
 * process is seen to do so, it is the right to write.
 */
export type TurnState = 'idle' | 'waiting' | 'writing';

/** What a process says about its turn to write. */
export interface TurnMark {
  /** Id that the process gave itself. */
  process: string;
  /** Names the machine, or container, in which `pid` is unique. */
  pidNamespace: string;
  pid: number;
  state: TurnState;
  /** When the process asked for its turn, in microseconds since the epoch. */
  asked: number;
}

export interface StoredMark extends TurnMark {
  /** Milliseconds since the mark was stored, by the store's clock. */
  ageMs: number;
  /** When the mark was stored, in milliseconds since the epoch, by the store's clock. */
  storedAtMs: number;
  /** Microseconds since the epoch. Of two marks of a process, the later one has the greater. */
  version: number;
}

/**
 * Stores the marks of the ingest processes. Methods reject with a retriable `AppError` if the store
 * is unavailable.
 */
export interface TurnStore {
  /** Stores a mark; a process's last one wins. Reads that start after it resolves see it. */
  put(mark: TurnMark): Promise<void>;
  /** Returns the last mark of each process, in any order. */
  all(): Promise<StoredMark[]>;
}
